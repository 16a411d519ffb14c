/** The launchers of Heddle's own programs: one for each program and device. */
import type { ArrayContext } from '../../array/device-context';
import { ElementwiseLauncher } from './elementwise-launcher';
import type { ElementwiseProgram } from './program';

const launchers = new WeakMap<ArrayContext, Map<string, ElementwiseLauncher>>();

/**
 * @param key - tells the program from all others
 * @param program - made where the key is new
 */
export function launcherFor(
  context: ArrayContext,
  key: string,
  program: () => Partial<ElementwiseProgram> & Pick<ElementwiseProgram, 'name' | 'body'>,
): ElementwiseLauncher {
  let known = launchers.get(context);
  if (known === undefined) launchers.set(context, (known = new Map<string, ElementwiseLauncher>()));
  let launcher = known.get(key);
  if (launcher === undefined) {
    launcher = new ElementwiseLauncher(context, { ...nothing, ...program(), key });
    known.set(key, launcher);
  }
  return launcher;
}

const nothing: Omit<ElementwiseProgram, 'name' | 'body' | 'key'> = {
  inputs: [],
  outputs: [],
  scalars: [],
  raw: [],
  preamble: '',
  loopPrep: '',
  afterLoop: '',
  usesIndex: false,
};
