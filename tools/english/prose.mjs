/**
 * What a person reads in a file: all of a document, and of a program its comments and strings, among which are messages
 * and the names of tests. The rest becomes spaces, so places in the text stay those of the file.
 */

const marks = {
  slashes: { line: ['//'], block: ['/*', '*/'], quotes: '"\'`' },
  hash: { line: ['#'], quotes: '"\'' },
};

const languages = [
  [/\.(?:ts|mts|cts|js|mjs|cjs|tsx)$/, { ...marks.slashes, regularExpressions: true }],
  [/\.(?:c|cc|cpp|cu|cl|h|hpp|inc|css)$|\/include\/[\w/]+$/, { ...marks.slashes, quotes: '"\'' }],
  [/\.(?:sh|py|yml|yaml|npmrc|gitignore|prettierignore)$|^\.ci\//, marks.hash],
];

/**
 * @param {string} file - its ending says which language it is
 * @param {string} text
 * @returns {string | undefined} as long as the text; undefined for a file of no known language
 */
export function proseOf(file, text) {
  const path = file.replace(/\.template$/, '');
  if (path.endsWith('.md')) return document(text);
  const language = languages.find(([pattern]) => pattern.test(path))?.[1];
  return language === undefined ? undefined : program(text, language);
}

// Names and addresses are not prose.
function document(text) {
  return text.replace(/`[^`\n]+`|\]\([^)\s]+\)/g, spaces);
}

function program(text, language) {
  const kept = [];
  let at = 0;
  const keep = (end) => {
    kept.push(text.slice(at, end));
    at = end;
  };
  const drop = (end) => {
    kept.push(spaces(text.slice(at, end)));
    at = end;
  };
  // Templates that the current place is inside of: how many braces are open since each `${`.
  const templates = [];
  let before = '';
  while (at < text.length) {
    const comment = commentEnd(text, at, language);
    if (comment !== undefined) {
      kept.push(withoutMargins(text.slice(at, comment)));
      at = comment;
      continue;
    }
    const letter = text[at];
    const closesPart = letter === '}' && templates.at(-1) === 0;
    if (letter === '`' || closesPart) {
      if (closesPart) templates.pop();
      const end = templateEnd(text, at + 1);
      keep(end);
      if (text.startsWith('${', end - 2)) templates.push(0);
      before = '`';
    } else if (language.quotes.includes(letter) && !/\d/.test(before)) {
      keep(stringEnd(text, at));
      before = letter;
    } else if (language.regularExpressions && letter === '/' && /[(,=:[!&|?{};>]|^$/.test(before)) {
      drop(regularExpressionEnd(text, at));
      before = '/';
    } else {
      if (templates.length > 0 && letter === '{') templates[templates.length - 1] += 1;
      if (templates.length > 0 && letter === '}') templates[templates.length - 1] -= 1;
      // A quote after a digit separates digits, as in C++.
      if (!/\s/.test(letter)) before = letter;
      drop(at + 1);
    }
  }
  return kept.join('');
}

function commentEnd(text, at, language) {
  if (language.line.some((mark) => text.startsWith(mark, at))) return indexOf(text, '\n', at);
  const [open, close] = language.block ?? [];
  if (open === undefined || !text.startsWith(open, at)) return undefined;
  return indexOf(text, close, at + open.length) + close.length;
}

function stringEnd(text, at) {
  for (let end = at + 1; end < text.length; end += 1) {
    if (text[end] === '\\') end += 1;
    else if (text[end] === text[at]) return end + 1;
    else if (text[end] === '\n') return end;
  }
  return text.length;
}

// After the closing quote, or after `${`.
function templateEnd(text, at) {
  for (let end = at; end < text.length; end += 1) {
    if (text[end] === '\\') end += 1;
    else if (text[end] === '`') return end + 1;
    else if (text.startsWith('${', end)) return end + 2;
  }
  return text.length;
}

function regularExpressionEnd(text, at) {
  let inClass = false;
  for (let end = at + 1; end < text.length; end += 1) {
    if (text[end] === '\n') return end;
    if (text[end] === '\\') end += 1;
    else if (text[end] === '[') inClass = true;
    else if (text[end] === ']') inClass = false;
    else if (text[end] === '/' && !inClass) return end + 1;
  }
  return text.length;
}

// A sentence goes on in the next line: the stars, slashes and hashes at its beginning are not of it.
function withoutMargins(comment) {
  return comment.replace(
    /(^|\n)([ \t]*)(\/\/+|\/?\*+\/?|#+)/g,
    (_, start, indent, mark) => start + indent + spaces(mark),
  );
}

function indexOf(text, what, from) {
  const found = text.indexOf(what, from);
  return found < 0 ? text.length : found;
}

function spaces(text) {
  return text.replace(/[^\n]/g, ' ');
}
