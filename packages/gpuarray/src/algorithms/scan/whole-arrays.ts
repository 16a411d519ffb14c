/** Which arrays a scan of a user's goes over from end to end, as far as its expressions tell. */
import type { KernelExtra } from '../../kernel-kit/kernel-extra';
import type { ScanSpec } from './scan-spec';

/** What may keep an expression from touching an element that it names. */
const condition = /\?|&&|\|\||\{|\b(?:if|for|while|do|switch|goto|return)\b/;

/**
 * Memory extras of which an element is read or written at every index: fetched ones, and those that an expression
 * without a condition has as `name[i]`.
 */
export function wholeArrays({ extras, fetches, input, output, segmentStart = '' }: ScanSpec): readonly KernelExtra[] {
  const plain = [input, output, segmentStart].filter((expression) => !condition.test(expression));
  return extras.filter(
    ({ kind, name }) =>
      kind === 'memory' &&
      (fetches.some(({ array, offset }) => array === name && offset === 0) ||
        plain.some((expression) => new RegExp(String.raw`\b${name}\s*\[\s*i\s*\]`).test(expression))),
  );
}
