/** Numbers, booleans and strings as Python spells them: Kernel Tuner's files are written by Python. */

/**
 * A number in the spelling of Python's `repr`: the shortest digits that read back, an exponent below 1e-4 and from 1e16 on.
 *
 * @param isFloat - spells a whole number as a float: `1.0`. Default: a whole number is an integer
 */
export function pythonNumber(value: number, isFloat = false): string {
  if (Number.isNaN(value)) return 'NaN';
  if (!Number.isFinite(value)) return value < 0 ? '-Infinity' : 'Infinity';
  if (!isFloat && Number.isSafeInteger(value)) return Object.is(value, -0) ? '-0.0' : String(value);
  return pythonFloat(value);
}

function pythonFloat(value: number): string {
  const sign = value < 0 || Object.is(value, -0) ? '-' : '';
  if (value === 0) return `${sign}0.0`;
  const [digits = '', power = '0'] = Math.abs(value).toExponential().split('e');
  const exponent = Number(power);
  const significant = digits.replace('.', '');
  if (exponent < -4 || exponent >= 16) {
    const mantissa = significant.length > 1 ? `${significant.slice(0, 1)}.${significant.slice(1)}` : significant;
    return `${sign}${mantissa}e${exponent < 0 ? '-' : '+'}${String(Math.abs(exponent)).padStart(2, '0')}`;
  }
  if (exponent < 0) return `${sign}0.${'0'.repeat(-exponent - 1)}${significant}`;
  const whole = significant.padEnd(exponent + 1, '0');
  return `${sign}${whole.slice(0, exponent + 1)}.${whole.slice(exponent + 1) || '0'}`;
}

/** A string as Python's `json.dumps` writes it: everything beyond ASCII escaped. */
export function pythonString(text: string): string {
  return JSON.stringify(text).replace(/[\u007f-\uffff]/g, (character) =>
    character === '\u007f' ? character : `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
