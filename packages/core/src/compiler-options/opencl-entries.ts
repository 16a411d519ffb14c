/** Entries of several options, which OpenCL's one string of options allows. */

// To a driver, '-DA=1 -cl-mad-enable' is as many words. After a space, what begins as an option of OpenCL is one,
// unless it is within quotation marks.
const nextOption = /\s+(?=-(?:[DUI]\S|cl-|Werror\b|w\b|g\b|nv-|spir-std|create-library\b|enable-link-options\b))/y;

/** The options of an entry: `-DA=1 -DB=2` holds two, `-DA=x y` one. */
export function openClOptionsIn(entry: string): string[] {
  const found: string[] = [];
  let [start, quote] = [0, ''];
  for (let at = 0; at < entry.length; at++) {
    const character = entry[at] ?? '';
    nextOption.lastIndex = at;
    const gap = quote === '' ? nextOption.exec(entry)?.[0].length : undefined;
    if (gap !== undefined) {
      found.push(entry.slice(start, at));
      start = at + gap;
      at = start - 1;
    } else if (character === quote) quote = '';
    else if (quote === '' && (character === '"' || character === "'")) quote = character;
  }
  return [...found, entry.slice(start)];
}
