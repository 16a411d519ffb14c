/** A C header as its compiler sees it: tokens of the declarations, and the macros that give names and numbers. */
import { execFileSync } from 'node:child_process';

/**
 * @typedef {object} Header
 * @property {string[]} tokens - the declarations, comments and directives gone
 * @property {Map<string, string>} macros - object-like macros of CUDA by name, not expanded
 */

/**
 * Runs the C preprocessor over a header.
 *
 * @param {string} include - the toolkit's include folder
 * @param {string} header - as in `#include <...>`
 * @returns {Header}
 */
export function readHeader(include, header) {
  // -dD keeps the macros beside the text they were expanded in.
  const text = execFileSync('cc', ['-E', '-dD', '-P', '-I', include, '-x', 'c', '-'], {
    input: `#include <${header}>\n`,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 ** 2,
  });
  const macros = new Map();
  const lines = [];
  for (const line of text.split('\n')) {
    const macro = /^#define (_*(?:CU|cu|CUDA|PFN)\w*) (.+)$/.exec(line);
    if (macro) macros.set(macro[1], macro[2].trim());
    if (!line.startsWith('#')) lines.push(line);
  }
  return { tokens: tokensOf(lines.join('\n')), macros };
}

/** @param {string} text */
export function tokensOf(text) {
  return (
    text.match(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|[A-Za-z_]\w*|0[xX][0-9a-fA-F]+\w*|\d[\w.]*|<<|>>|\.\.\.|\S/g) ?? []
  );
}
