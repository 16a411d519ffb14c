/** Describes a value for an error message. */

/** A value as an error message shows it: short, and with its class. */
export function describe(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  if (typeof value === 'string') return JSON.stringify(value.length > 40 ? `${shortened(value, 37)}...` : value);
  if (typeof value === 'bigint') return `${value}n`;
  if (typeof value === 'function') return 'a function';
  if (typeof value === 'number' || typeof value === 'boolean' || typeof value === 'symbol') return value.toString();
  const tag = Object.prototype.toString.call(value).slice(8, -1);
  // A class of its own name says more than 'Object'. A bundler puts an underscore before a name that it used twice.
  const name = tag === 'Object' ? (value.constructor?.name.replace(/^_/, '') ?? 'object') : tag;
  return `${/^[AEIOU]/i.test(name) ? 'an' : 'a'} ${name}`;
}

/** A text's beginning, which does not end in half of a character. */
export function shortened(text: string, length: number): string {
  return text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '');
}
