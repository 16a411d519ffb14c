/** The places of a file that hold a hard phrase. */
import { phrases } from './phrases.mjs';
import { proseOf } from './prose.mjs';

/**
 * @param {string} path - from the repository's root
 * @param {string} text
 * @returns {{ path: string, line: number, name: string, excerpt: string }[]} in the order of the text
 */
export function placesIn(path, text) {
  const prose = proseOf(path, text);
  if (prose === undefined) return [];
  return phrases
    .flatMap(({ name, pattern, except = [] }) => {
      const meant = except.flatMap((exception) => spansOf(prose, exception));
      return spansOf(prose, pattern)
        .filter(([start, end]) => !meant.some(([from, to]) => from < end && start < to))
        .map(([start, end]) => ({ start, name, excerpt: excerptOf(prose, start, end) }));
    })
    .sort((a, b) => a.start - b.start)
    .map(({ start, name, excerpt }) => ({ path, line: lineOf(prose, start), name, excerpt }));
}

function spansOf(prose, pattern) {
  return [...prose.matchAll(pattern)].map((match) => [match.index, match.index + match[0].length]);
}

function lineOf(prose, index) {
  return prose.slice(0, index).split('\n').length;
}

function excerptOf(prose, start, end) {
  return prose
    .slice(Math.max(0, start - 50), end + 50)
    .replace(/\s+/g, ' ')
    .trim();
}
