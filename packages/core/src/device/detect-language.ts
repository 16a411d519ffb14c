/** Which language a source is in, where nobody says. */
import { argumentError, type HeddleError } from '../errors';
import type { SourceLanguage } from '../signature';

const marks: readonly (readonly [word: string, language: SourceLanguage])[] = [
  ['__global__', 'cuda'],
  ['__kernel', 'opencl'],
  ['KERNEL', 'portable'],
];

/** The language of a source that does not say: by the word that marks its kernels. */
export function detectLanguage(source: string): SourceLanguage {
  for (const [word, language] of marks) if (hasWord(source, word)) return language;
  if (/\bkernel\s+void\b/.test(source)) return 'opencl';
  throw noKernel();
}

const wordCharacters = '_0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';

// Not by a regular expression, whose first use in a process takes as long as reading a compiled kernel from the cache.
function hasWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    const [before = ' ', after = ' '] = [text[at - 1], text[at + word.length]];
    if (!wordCharacters.includes(before) && !wordCharacters.includes(after)) return true;
  }
  return false;
}

function noKernel(): HeddleError {
  return argumentError('the source has no kernel: none of __global__, __kernel or KERNEL occurs in it', {
    hint: "Pass { language: 'c++' } (or 'c', 'fortran') to compile plain functions, or the backend's own language.",
  });
}
