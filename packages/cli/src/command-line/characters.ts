/** Text as a terminal counts it. */

const segmenter = new Intl.Segmenter('en');

/** The characters that a reader sees: an accent belongs to its letter. */
export function characters(text: string): string[] {
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}
