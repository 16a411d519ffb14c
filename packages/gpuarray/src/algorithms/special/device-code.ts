/**
 * Device code of special functions: one text that is compiled in float and in double.
 *
 * In a text, `REAL` stands for the type, `heddle_name_REAL` for the function of that type, and a number with a decimal
 * point for a literal of it. Devices without double precision never see a double.
 */
export type RealType = 'float' | 'double';

/**
 * `CALLED` marks a function that is called, not inlined. `DEVICE` forces CUDA's compilers to inline, and a function that
 * calls others several times would grow to hundreds of kilobytes, and take seconds to compile.
 */
const called = `
#ifdef HEDDLE_DIALECT_CUDA
#define CALLED static __device__ __noinline__
#else
#define CALLED DEVICE
#endif`;

/** A polynomial in `t`, which is -1 at one end of an interval and 1 at the other. */
export interface Fit {
  readonly low: number;
  readonly high: number;
  /** Coefficients of the powers of `t`, from the constant on. */
  readonly double: readonly number[];
  readonly float: readonly number[];
}

/** Functions in portable C, and the code that they call. */
export interface DeviceCode {
  readonly text: (type: RealType) => string;
  readonly uses: readonly DeviceCode[];
}

/** @param text - with `REAL` for the type; a function where the types differ in more */
export function deviceCode(text: string | ((type: RealType) => string), uses: readonly DeviceCode[] = []): DeviceCode {
  return { text: (type) => inPrecision(typeof text === 'string' ? text : text(type), type), uses };
}

/** The code and all that it calls, each text once, callees first. */
export function sourceTexts(codes: readonly DeviceCode[], type: RealType): string[] {
  const ordered = new Set<DeviceCode>();
  const visit = (code: DeviceCode): void => {
    code.uses.forEach(visit);
    ordered.add(code);
  };
  codes.forEach(visit);
  return [called, ...[...ordered].map((code) => code.text(type))];
}

/** The function `heddle_<name>_REAL(x)`, which evaluates a fit. */
export function fitCode(name: string, fit: Fit): DeviceCode {
  const { low, high } = fit;
  return deviceCode(
    (type) => `
DEVICE REAL heddle_${name}_REAL(REAL x) {
  const REAL t = ${low === -1 && high === 1 ? 'x' : `(x - ${literal((low + high) / 2)}) * ${literal(2 / (high - low))}`};
  return ${horner(fit[type], 't')};
}`,
  );
}

/** A polynomial by Horner's rule, as an expression. */
export function horner(coefficients: readonly number[], variable: string): string {
  return coefficients
    .map(literal)
    .reduceRight(
      (inner, coefficient) => (inner === '' ? coefficient : `${coefficient} + ${variable} * (${inner})`),
      '',
    );
}

/** A number with a decimal point, as texts have it. */
export function literal(value: number): string {
  const text = String(value);
  return /[.e]/.test(text) ? text : `${text}.0`;
}

function inPrecision(text: string, type: RealType): string {
  const typed = text.replaceAll(/REAL\b/g, type);
  return type === 'double' ? typed : typed.replaceAll(literals, (number) => `${floatDigits(number)}f`);
}

const literals = /(?<![\w.])(?:\d+\.\d*(?:e[+-]?\d+)?|\d+e[+-]?\d+)(?![\w.])/g;

/** Nine digits tell all floats apart. A value below the least float is 0. */
function floatDigits(number: string): string {
  const value = Math.fround(Number(number));
  return Number.isInteger(value) && value < 1e9 ? `${value}.0` : value.toPrecision(9);
}

/** Infinity and NaN, which dialects spell in different ways. */
export const specialValues = deviceCode(`
CALLED REAL heddle_infinity_REAL(void) {
  const REAL zero = 0;
  return 1 / zero;
}
CALLED REAL heddle_nan_REAL(void) {
  const REAL zero = 0;
  return zero / zero;
}`);
