/** Walks by packs of 16 bytes, one a thread: neighbouring threads read and write one stretch of memory. */
import { cType, loadExpression, storeStatement } from '../../kernel-kit/c-types';
import { element, indexVariables, variable } from './element-source';
import type { ElementwiseProgram, ProgramOperand, Walk } from './program';
import { bytesOf, elementsPerBlock, packLength } from './walk-geometry';

/** Whole packs use wide loads and stores. The thread after them handles the remaining elements one by one. */
export function packedBody(program: ElementwiseProgram, walk: Extract<Walk, { kind: 'packed' }>): string {
  const length = packLength(program);
  const place = (name: string) => `heddle_o_${name} + heddle_first`;
  const pack = packOfElements(program, new Set(), place, [
    ...(program.usesIndex ? ['    const INT64 heddle_i = heddle_first + heddle_j;'] : []),
    ...indexVariables(program),
  ]);
  const rest = `    for (INT64 heddle_i = heddle_first; heddle_i < heddle_n; heddle_i++) {
${element(program, (name) => `heddle_o_${name} + heddle_i`)}
    }`;
  const first = `(INT64)GLOBAL_INDEX(0) * ${length}`;
  const perBlock = elementsPerBlock(program, walk);
  const head =
    walk.looped === true
      ? `  for (INT64 heddle_first = ${first}; heddle_first < heddle_n; heddle_first += (INT64)GRID_SIZE(0) * ${perBlock}) {`
      : `  const INT64 heddle_first = ${first};\n  {`;
  return `${program.loopPrep}
${head}
  if (heddle_first + ${length} <= heddle_n) {
${pack}
  } else {
${rest}
  }
  }
${program.afterLoop}`;
}

/** Packs along the last axis: where a pack lies is worked out once for all of its elements. */
export function rowsBody(program: ElementwiseProgram, { rank, still }: Extract<Walk, { kind: 'rows' }>): string {
  const length = packLength(program);
  const last = rank - 1;
  const outer = [...new Array<undefined>(last).keys()];
  const operands = [...program.inputs, ...program.outputs];
  const unmoved = new Set(operands.filter((_, k) => still[k]).map(({ name }) => name));
  const coordinates = outer.map((axis) => {
    const inner = last - axis;
    return `    const unsigned int heddle_c${inner} = heddle_rest % heddle_d${inner}; heddle_rest /= heddle_d${inner};`;
  });
  const places = operands.map(({ name }) => {
    const terms = outer.map((axis) => ` + (INT64)heddle_c${axis} * heddle_s${axis}_${name}`);
    // The product in 32 bits: of one in 64, NVIDIA's compiler makes four stores of a pack's one.
    if (!unmoved.has(name)) terms.push(` + (INT64)(heddle_c${last} * ${length}u)`);
    return `    const INT64 heddle_a_${name} = heddle_o_${name}${terms.join('')};`;
  });
  return `${program.loopPrep}
  if (GLOBAL_INDEX(0) < (UINT64)heddle_n) {
    unsigned int heddle_rest = (unsigned int)GLOBAL_INDEX(0);
${coordinates.join('\n')}
    const unsigned int heddle_c0 = heddle_rest;
${places.join('\n')}
${packOfElements(program, unmoved, (name) => `heddle_a_${name}`, [])}
  }
${program.afterLoop}`;
}

/**
 * Loads a pack of each operand, runs the body for each element, stores the packs.
 *
 * @param unmoved - inputs of which all elements of the pack are one
 * @param place - the index of a pack's first element
 * @param before - declarations before the body
 */
function packOfElements(
  program: ElementwiseProgram,
  unmoved: ReadonlySet<string>,
  place: (name: string) => string,
  before: readonly string[],
): string {
  const length = packLength(program);
  const { inputs, outputs, body } = program;
  const single = inputs.filter(({ name }) => unmoved.has(name));
  const moved = inputs.filter(({ name }) => !unmoved.has(name));
  const loaded = [...moved, ...outputs.filter((output) => output.loaded)];
  const fromPack = ({ name, dtype }: ProgramOperand) => loadExpression(dtype, `heddle_q_${name}.v`, 'heddle_j');
  return [
    ...single.map(({ name, dtype }) =>
      variable(name, dtype, true, loadExpression(dtype, `heddle_p_${name}`, place(name))),
    ),
    ...[...moved, ...outputs].map((operand) => packVariable(operand, length)),
    ...loaded.map((operand) => wordCopy(operand, length, place(operand.name), 'load')),
    '    HEDDLE_UNROLL',
    `    for (int heddle_j = 0; heddle_j < ${length}; heddle_j++) {`,
    ...moved.map((operand) => variable(operand.name, operand.dtype, true, fromPack(operand))),
    ...outputs.map((operand) =>
      variable(operand.name, operand.dtype, false, operand.loaded ? fromPack(operand) : undefined),
    ),
    ...before,
    body,
    ...outputs.map(({ name, dtype }) => `    ${storeStatement(dtype, `heddle_q_${name}.v`, 'heddle_j', name)}`),
    '    }',
    ...outputs.map((operand) => wordCopy(operand, length, place(operand.name), 'store')),
  ].join('\n');
}

function packVariable({ name, dtype }: ProgramOperand, length: number): string {
  const bytes = bytesOf(dtype) * length;
  return `    union heddle_pack_${name} { ${wordTypes[bytes] ?? 'uint4'} word; ${cType(dtype)} v[${length}]; };
    union heddle_pack_${name} heddle_q_${name};`;
}

/** A pack from memory, or to it, in one piece. */
function wordCopy({ name, dtype }: ProgramOperand, length: number, at: string, way: 'load' | 'store'): string {
  const type = wordTypes[bytesOf(dtype) * length] ?? 'uint4';
  const memory = `*(GLOBAL ${way === 'load' ? 'const ' : ''}${type}*)(heddle_p_${name} + ${at})`;
  const own = `heddle_q_${name}.word`;
  return way === 'load' ? `    ${own} = ${memory};` : `    ${memory} = ${own};`;
}

/** By its bytes, the type that is as wide as a pack: that of the widest array has 16, narrower ones have less. */
const wordTypes: Readonly<Record<number, string>> = {
  1: 'unsigned char',
  2: 'unsigned short',
  4: 'unsigned int',
  8: 'uint2',
  16: 'uint4',
};
