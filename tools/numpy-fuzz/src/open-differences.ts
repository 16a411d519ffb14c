/**
 * Differences from NumPy that are to be mended. A line goes when its function is mended; the test fails on lines that
 * no case needs. Differences that stay are refusals in the table, with their reason.
 */
export interface OpenDifference {
  readonly name: string;
  /** Part of what a mismatch says. */
  readonly text: string;
}

export const openDifferences: readonly OpenDifference[] = [
  { name: 'power', text: 'Integers to negative integer powers' },
];
