/** Finds the fenced code blocks of a Markdown text. */

/**
 * @typedef {object} CodeBlock
 * @property {string} language - the word after the fence: `ts`, `sh`
 * @property {string} mark - the rest of that line: `no-run because it needs a GPU`
 * @property {number} line - where the code begins, from 1
 * @property {string} code
 */

/**
 * @param {string} markdown
 * @returns {CodeBlock[]}
 */
export function codeBlocks(markdown) {
  const blocks = [];
  let open;
  markdown.split('\n').forEach((text, index) => {
    const fence = /^(\s*)(`{3,}|~{3,})\s*(\S*)\s*(.*)$/.exec(text);
    if (!open && fence) {
      const [, indent, marker, language, mark] = fence;
      open = { indent: indent.length, marker, language, mark: mark.trim(), line: index + 2, lines: [] };
    } else if (open && fence && fence[2].startsWith(open.marker) && !fence[3]) {
      const { language, mark, line, lines } = open;
      blocks.push({ language, mark, line, code: `${lines.join('\n')}\n` });
      open = undefined;
    } else if (open) {
      open.lines.push(text.slice(Math.min(open.indent, text.length - text.trimStart().length)));
    }
  });
  return blocks;
}
