/** The part of a reduction's source that is the same for every class of launch: what the user's expressions become. */
import { quoted } from '../../kernel-kit/quoted';
import { elementFunctions, elementType } from '../../kernel-kit/element-type';
import { dataName, extraDeclarations, extraNames, offsetName } from '../../kernel-kit/kernel-extra';
import type { ReductionSpec } from './reduction-spec';

/** Name of a typed pointer in a kernel's body. */
export const baseName = (name: string): string => `heddle_${name}`;

/**
 * Functions `heddle_map`, `heddle_join` and `heddle_finish`, the type `heddle_acc` and its `heddle_empty()`.
 *
 * Every expression of the user stands on a line of its own under a `#line` that names it, so that a compiler's
 * message says which expression is wrong.
 */
export function reductionFunctions(spec: ReductionSpec, index: 'int' | 'INT64'): string {
  const dtypes = [...spec.operands, ...spec.outputs].map(({ dtype }) => dtype);
  return [
    `typedef ${index} INDEX;`,
    elementFunctions(dtypes),
    quoted('preamble', spec.preamble),
    `typedef ${spec.reduceType} heddle_value;`,
    `DEVICE heddle_value heddle_reduce(heddle_value a, heddle_value b) {`,
    quoted('reduce', `return (${spec.reduce});`),
    '}',
    `DEVICE heddle_value heddle_map(${mapParameters(spec)}) {`,
    quoted('map', `return (${spec.map});`),
    '}',
    spec.identity === undefined ? flaggedAccumulator : plainAccumulator(spec.identity),
    finishFunction(spec),
  ].join('\n');
}

/** Call of `heddle_map` on loaded elements, as an accumulator. */
export function mappedCall(spec: ReductionSpec, elements: readonly string[], i: string): string {
  const loaded = spec.operands.map(({ dtype }, n) => elementType(dtype).load(elements[n] ?? ''));
  return `heddle_single(heddle_map(${[...loaded, ...extraNames(spec.extras), i, 'heddle_length', 'heddle_outputs'].join(', ')}))`;
}

/** Parameters for the outputs. */
export function outputParameters(spec: ReductionSpec): readonly string[] {
  return spec.outputs.flatMap(({ name }) => [`GLOBAL void* ${dataName(name)}`, `INT64 ${offsetName(name)}`]);
}

/** Statement that writes a finished result. */
export function finishCall(spec: ReductionSpec, value: string, o: string): string {
  const outputs = spec.outputs.flatMap(({ name }) => [dataName(name), offsetName(name)]);
  return `heddle_finish(${[`heddle_take(${value})`, ...extraNames(spec.extras), ...outputs, o, 'heddle_length', 'heddle_outputs'].join(', ')});`;
}

function mapParameters(spec: ReductionSpec): string {
  const elements = spec.operands.map(({ name, dtype }) => `${elementType(dtype).value} ${name}`);
  return [...elements, ...extraDeclarations(spec.extras), 'INDEX i', 'INT64 size', 'INT64 heddle_outputs'].join(', ');
}

function finishFunction(spec: ReductionSpec): string {
  const parameters = [
    'heddle_value a',
    ...extraDeclarations(spec.extras),
    ...outputParameters(spec),
    'INDEX o',
    'INT64 size',
    'INT64 heddle_outputs',
  ];
  const locals = spec.outputs.map(({ name, dtype }) => `  ${elementType(dtype).value} ${name};`);
  const stores = spec.outputs.map(({ name, dtype }) => {
    const { storage, store } = elementType(dtype);
    return `  ((GLOBAL ${storage}*)${dataName(name)})[${offsetName(name)} + o] = ${store(name)};`;
  });
  return [
    `DEVICE void heddle_finish(${parameters.join(', ')}) {`,
    ...locals,
    quoted('postMap', `${spec.postMap};`),
    ...stores,
    '}',
  ].join('\n');
}

const plainAccumulator = (identity: string): string => `
typedef heddle_value heddle_acc;
DEVICE heddle_acc heddle_empty(void) {
${quoted('identity', `return (${identity});`)}
}
DEVICE heddle_acc heddle_single(heddle_value value) { return value; }
DEVICE heddle_value heddle_take(heddle_acc acc) { return acc; }
DEVICE heddle_acc heddle_join(heddle_acc a, heddle_acc b) { return heddle_reduce(a, b); }
`;

const flaggedAccumulator = `
typedef struct { heddle_value value; int valid; } heddle_acc;
DEVICE heddle_acc heddle_empty(void) { heddle_acc acc; acc.valid = 0; return acc; }
DEVICE heddle_acc heddle_single(heddle_value value) {
  heddle_acc acc;
  acc.value = value;
  acc.valid = 1;
  return acc;
}
DEVICE heddle_value heddle_take(heddle_acc acc) { return acc.value; }
DEVICE heddle_acc heddle_join(heddle_acc a, heddle_acc b) {
  if (a.valid == 0) return b;
  if (b.valid != 0) a.value = heddle_reduce(a.value, b.value);
  return a;
}
`;
