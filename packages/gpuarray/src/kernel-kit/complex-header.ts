/** Complex numbers as a struct and functions, the same on every dialect; operators too if the dialect is C++. */
import { complexArithmetic } from './complex-arithmetic';
import { complexElementary } from './complex-elementary';
import { complexInverse } from './complex-inverse';
import { complexTrigonometric } from './complex-trigonometric';
import { definedName, inPrecision, type ComplexPrecision } from './complex-text';

/** Each after those that it calls. */
const functions = [...complexArithmetic, ...complexElementary, ...complexTrigonometric, ...complexInverse].map(
  (text) => ({ name: definedName(text), text }),
);
const always = new Set(complexArithmetic.map(definedName));

/**
 * The type, its arithmetic, and of the other functions those that a source names.
 *
 * @param source - undefined gives all of them
 */
export function complexHeader(precision: ComplexPrecision, source?: string): string {
  const { name, part } = precision;
  const needed = neededFunctions(name, source).map(({ text }) => inPrecision(text, precision));
  return [structOf(`${name}_t`, part), ...needed, operatorsOf(name, `${name}_t`, part)].join('\n');
}

function neededFunctions(prefix: string, source: string | undefined): typeof functions {
  // Names can also be pasted together by macros.
  if (source === undefined || source.includes('##')) return functions;
  const needed = new Set(always);
  const calls = (text: string, of: string): void => {
    for (const [, called = ''] of text.matchAll(new RegExp(`\\b${of}_(\\w+)`, 'g'))) needed.add(called);
  };
  calls(source, prefix);
  for (const { name, text } of [...functions].reverse()) if (needed.has(name)) calls(text, 'COMPLEX');
  return functions.filter(({ name }) => needed.has(name));
}

// Aligned to its whole size, as vendors align theirs, so that one load fetches both parts.
function structOf(type: string, part: string): string {
  const bytes = part === 'float' ? 8 : 16;
  return `#ifdef HEDDLE_DIALECT_OPENCL
typedef struct __attribute__((aligned(${bytes}))) { ${part} re, im; } ${type};
#else
struct __align__(${bytes}) ${type} { ${part} re, im; };
#endif`;
}

function operatorsOf(name: string, type: string, part: string): string {
  const both = (operator: string, fn: string) => `
DEVICE ${type} operator${operator}(${type} a, ${type} b) { return ${name}_${fn}(a, b); }
DEVICE ${type} operator${operator}(${type} a, ${part} b) { return ${name}_${fn}(a, ${name}_make(b, 0)); }
DEVICE ${type} operator${operator}(${part} a, ${type} b) { return ${name}_${fn}(${name}_make(a, 0), b); }
DEVICE ${type}& operator${operator}=(${type}& a, ${type} b) { return a = ${name}_${fn}(a, b); }`;
  return `#ifdef __cplusplus
${both('+', 'add')}${both('-', 'sub')}${both('*', 'mul')}${both('/', 'div')}
DEVICE ${type} operator-(${type} z) { return ${name}_neg(z); }
DEVICE bool operator==(${type} a, ${type} b) { return ${name}_eq(a, b); }
DEVICE bool operator!=(${type} a, ${type} b) { return !${name}_eq(a, b); }
#endif`;
}
