/** The emulated toolkit for tests: built by a program of its own, since what loads tests is not what loads tools. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

/** Paths of the emulated libraries and of nvcc. */
export interface EmulatedToolkit {
  readonly folder: string;
  readonly driver: string;
  readonly nvrtc: string;
  readonly nvJitLink: string;
  readonly nvcc: string;
}

/**
 * Builds it, where no earlier run did.
 *
 * @param without - symbols of the driver to leave out, as an older driver does
 * @returns undefined if there is no C++ compiler, or the emulator does not run on this kind of machine
 */
export function emulatedToolkit(without: readonly string[] = []): EmulatedToolkit | undefined {
  const program = join(__dirname, '../src/build.mjs');
  const options = without.length > 0 ? [`--without=${without.join(',')}`] : [];
  try {
    return JSON.parse(execFileSync(process.execPath, [program, ...options], { encoding: 'utf8' })) as EmulatedToolkit;
  } catch (error) {
    if ((error as { status?: number }).status === 3) return undefined;
    throw error;
  }
}
