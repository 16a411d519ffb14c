/** Whether a source's signed arithmetic may leave the range of `int`, as that of hashes and random numbers does. */
import type { CompileRequest } from '@heddle/core';

/**
 * What such a source is compiled with. On a GPU every thread's number wraps around by itself. To a C++ compiler it is
 * undefined, and a loop over threads whose numbers overflow one that it need not go on with: GCC then leaves out whole
 * threads. Sources that only compute indexes are compiled without, since contiguous elements are recognised, and
 * `if (i < n)` is taken out of the loop, by arithmetic that does not wrap.
 */
export const wrappingFlags: readonly string[] = ['-fwrapv'];

/**
 * True where a number is multiplied by itself again and again, or the source has a factor as hashes have: a large one, or
 * one that is odd and not small. Sizes are mostly neither. Only constants can mislead the compiler: of a factor that it
 * does not know, it does not know that there is an overflow.
 */
export function mayOverflow({ userSource, headers, defines, names }: CompileRequest): boolean {
  const texts = [userSource, ...Object.values(headers), ...Object.values(defines), ...names];
  return texts.some((text) => {
    const code = text.replace(/\/\*[^]*?\*\/|\/\/[^\n]*/g, ' ');
    return hasHashFactor(code) || multipliesItself(code);
  });
}

function hasHashFactor(code: string): boolean {
  for (const [literal] of code.matchAll(/(?<![\w.])(?:0[xX][\da-fA-F']+|0[bB][01']+|\d[\d']*)[lL]{0,2}(?![\w.])/g)) {
    const value = Number(literal.replace(/[lL']/g, ''));
    if (value >= 32_768 || (value >= 1000 && value % 2 === 1)) return true;
  }
  return false;
}

// `h *= 31`, `h = h * 31 + x`, `h = 31 * h`, of a variable that is declared with a signed type.
function multipliesItself(code: string): boolean {
  const names = new Set<string>();
  for (const [, name = ''] of code.matchAll(/(?<![\w.\]>])(\w+)\s*\*=/g)) names.add(name);
  for (const [, name = '', value = ''] of code.matchAll(/(?<![\w.\]>])(\w+)\s*=(?!=)([^;{}]*)/g)) {
    if (value.includes('*') && new RegExp(`\\b${name}\\b`).test(value)) names.add(name);
  }
  const signed = String.raw`(?<!unsigned\s)\b(?:int|long|short|char|auto|signed|int\d+_t)\b`;
  return [...names].some((name) => new RegExp(`${signed}[\\w\\s,=*+.()-]*?\\b${name}\\b`).test(code));
}
