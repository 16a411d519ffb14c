/**
 * `extern __shared__ alignas(128) char data[];`, as CUDA takes it. Here `__shared__` is a storage class of C++, after
 * which `alignas` may not stand: it goes in front of the declaration.
 */
const behindStorage = /\b((?:extern\s+|static\s+)?__shared__\s+(?:(?:const|volatile|extern|static)\s+)*)alignas\s*\(/g;

/** The source, on the same lines, whose `alignas` of shared memory stands where C++ wants it. */
export function alignSharedFirst(source: string): string {
  let made = '';
  let done = 0;
  for (const { 0: found, 1: storage = '', index } of source.matchAll(behindStorage)) {
    const end = closingParenthesis(source, index + found.length);
    if (index < done || end === undefined) continue;
    made += `${source.slice(done, index)}${source.slice(index + storage.length, end)} ${storage}`;
    done = end;
  }
  return made + source.slice(done);
}

// After the parenthesis that closes the one before an index.
function closingParenthesis(source: string, from: number): number | undefined {
  let depth = 1;
  for (let at = from; at < source.length; at++) {
    if (source[at] === '(') depth++;
    if (source[at] === ')' && --depth === 0) return at + 1;
  }
  return undefined;
}
