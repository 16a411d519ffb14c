/** Getting ready for the first kernel while a device is being opened. */
import type { ArtifactCache } from '../cache';
import type { Compiler } from '../spi/compiler';
import { makeRequest } from './compile-request';
import { keyOf } from './compile-source';
import { detectLanguage } from './detect-language';

/**
 * Waits for a device that is being opened.
 *
 * A GPU's driver and context are set up on another thread, for a tenth of a second or more in which this one has
 * nothing to do. It then runs once what finds a kernel in the cache, which takes several times as long the first time
 * in a process as the second: the engine makes functions ready when they are first called.
 */
export async function rehearsingMeanwhile<T>(opening: Promise<T>, cache: ArtifactCache): Promise<T> {
  // Not reached where the device is opened on this thread: it is open before the loop's next turn.
  // What fails in it fails again where somebody waits for it.
  const idle = setImmediate(() => void rehearse(cache).catch(() => undefined));
  try {
    return await opening;
  } finally {
    clearImmediate(idle);
  }
}

const source = '__global__ void rehearsal() {}';

const compiler: Compiler = {
  id: 'rehearsal',
  languages: ['cuda'],
  fingerprint: () => '',
  compile: () => Promise.reject(new Error('a rehearsal compiles nothing')),
};

async function rehearse(cache: ArtifactCache): Promise<void> {
  const language = detectLanguage(source);
  const made = makeRequest({ backend: 'none', compiler }, source, language, {});
  const { key } = await keyOf({ source, language, compiler, ...made, cache: true, form: 'module' }, 'none');
  if (key !== undefined) cache.rehearse(key);
}
