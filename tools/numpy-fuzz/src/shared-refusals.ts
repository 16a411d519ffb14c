/** What Heddle refuses in every function. */
import type { Refusal } from './function-entry';

export const sharedRefusals: readonly Refusal[] = [
  {
    reason: 'Outside of reductions, an array without axes has no axis: NumPy takes 0 and -1 in some functions.',
    message: 'is not among the 0 axes of the array',
  },
  {
    reason: 'Outside of reductions, an array without axes has no axis: NumPy takes 0 and -1 in some functions.',
    message: 'an array without axes has none to sort along',
  },
];
