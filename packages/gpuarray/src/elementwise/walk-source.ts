/** The text of the kernel that walks a program over arrays. */
import { dtypeInfo, type DType } from '@heddle/core';
import { cType, computeType, loadExpression, parameterType, storeStatement } from '../kernels/c-types';
import type { ElementwiseProgram, ProgramOperand, Walk } from './program';

/** Threads of a block of every walk. */
export const blockSize = 256;
/** Packs that each thread of a packed walk handles, a block apart from each other. */
const packsPerThread = 4;
const packBytes = 16;

/** Elements of one pack: 16 bytes of the widest array. */
export function packLength(program: ElementwiseProgram): number {
  const widest = Math.max(1, ...[...program.inputs, ...program.outputs].map(({ dtype }) => bytesOf(dtype)));
  return Math.max(1, packBytes / widest);
}

/** Elements that one block of a walk handles. */
export function elementsPerBlock(program: ElementwiseProgram, walk: Walk): number {
  return walk.kind === 'packed' ? blockSize * packsPerThread * packLength(program) : blockSize;
}

export function walkSource(program: ElementwiseProgram, walk: Walk): string {
  const body =
    walk.kind === 'packed'
      ? packedBody(program)
      : walk.kind === 'dense'
        ? denseBody(program)
        : stridedBody(program, walk);
  return `${program.preamble}
KERNEL void ${program.name}(${parameters(program, walk).join(', ')}) {
${program.scalars.map(scalarVariable).join('\n')}
${program.raw.map(rawVariable).join('\n')}
${body}
}
`;
}

/** Every pointer has an offset beside it, since a view cannot be passed as an address on all devices. */
function parameters(program: ElementwiseProgram, walk: Walk): string[] {
  const index = indexType(walk);
  const list = [`${index} heddle_n`];
  const axes = walk.kind === 'strided' ? [...new Array<undefined>(walk.rank).keys()] : [];
  for (const axis of axes.slice(1)) list.push(`${index} heddle_d${axis}`);
  for (const [operands, qualifier] of [
    [program.inputs, 'const '],
    [program.outputs, ''],
  ] as const) {
    for (const { name, dtype } of operands) {
      list.push(`GLOBAL ${qualifier}${cType(dtype)}* heddle_p_${name}`, `${index} heddle_o_${name}`);
      for (const axis of axes) list.push(`${index} heddle_s${axis}_${name}`);
    }
  }
  for (const { name, dtype, written } of program.raw) {
    list.push(`GLOBAL ${written ? '' : 'const '}${cType(dtype)}* heddle_p_${name}`, `INT64 heddle_o_${name}`);
  }
  for (const { name, dtype } of program.scalars) {
    const type = parameterType(dtype);
    if (dtypeInfo(dtype).kind === 'complex') list.push(`${type} heddle_v_${name}_re`, `${type} heddle_v_${name}_im`);
    else list.push(`${type} heddle_v_${name}`);
  }
  return list;
}

function indexType(walk: Walk): string {
  return walk.kind === 'strided' && !walk.wide ? 'int' : 'INT64';
}

function scalarVariable({ name, dtype }: ProgramOperand): string {
  const type = computeType(dtype);
  if (dtypeInfo(dtype).kind === 'complex')
    return `  const ${type} ${name} = ${dtype}_make(heddle_v_${name}_re, heddle_v_${name}_im);`;
  return `  const ${type} ${name} = (${type})heddle_v_${name};`;
}

function rawVariable({ name, dtype, written }: ProgramOperand & { readonly written: boolean }): string {
  return `  GLOBAL ${written ? '' : 'const '}${cType(dtype)}* ${name} = heddle_p_${name} + heddle_o_${name};`;
}

function denseBody(program: ElementwiseProgram): string {
  return `  const INT64 heddle_i = (INT64)GLOBAL_INDEX(0);
${program.loopPrep}
  if (heddle_i < heddle_n) {
${element(program, (name) => `heddle_o_${name} + heddle_i`)}
  }
${program.afterLoop}`;
}

function stridedBody(program: ElementwiseProgram, { rank, wide }: Extract<Walk, { kind: 'strided' }>): string {
  const index = wide ? 'INT64' : 'int';
  const unsigned = wide ? 'UINT64' : 'unsigned int';
  const lines = [];
  for (let axis = rank - 1; axis > 0; axis--) {
    lines.push(
      `    const ${index} heddle_c${axis} = (${index})(heddle_rest % (${unsigned})heddle_d${axis}); heddle_rest /= (${unsigned})heddle_d${axis};`,
    );
  }
  lines.push(`    const ${index} heddle_c0 = (${index})heddle_rest;`);
  const place = (name: string) => {
    const terms = [...new Array<undefined>(rank).keys()].map((axis) => `heddle_c${axis} * heddle_s${axis}_${name}`);
    return [`heddle_o_${name}`, ...terms].join(' + ');
  };
  return `  const ${index} heddle_i = (${index})GLOBAL_INDEX(0);
${program.loopPrep}
  if (GLOBAL_INDEX(0) < (UINT64)heddle_n) {
    ${unsigned} heddle_rest = (${unsigned})heddle_i;
${lines.join('\n')}
${element(program, place)}
  }
${program.afterLoop}`;
}

/** Loads, body, stores of one element. */
function element(program: ElementwiseProgram, place: (name: string) => string): string {
  const { inputs, outputs, body } = program;
  return [
    ...inputs.map(({ name, dtype }) =>
      variable(name, dtype, true, loadExpression(dtype, `heddle_p_${name}`, place(name))),
    ),
    ...outputs.map(({ name, dtype, loaded }) =>
      variable(name, dtype, false, loaded ? loadExpression(dtype, `heddle_p_${name}`, place(name)) : undefined),
    ),
    ...indexVariables(program),
    body,
    ...outputs.map(({ name, dtype }) => `    ${storeStatement(dtype, `heddle_p_${name}`, place(name), name)}`),
  ].join('\n');
}

/** What a body that asks for its place sees, apart from names that are the user's own. */
function indexVariables({ usesIndex, inputs, outputs, scalars, raw }: ElementwiseProgram): string[] {
  if (!usesIndex) return [];
  const taken = [...inputs, ...outputs, ...scalars, ...raw].some(({ name }) => name === 'n');
  return ['    const INT64 i = heddle_i;', ...(taken ? [] : ['    const INT64 n = heddle_n;'])];
}

function variable(name: string, dtype: DType, constant: boolean, value: string | undefined): string {
  const declaration = `    ${constant ? 'const ' : ''}${computeType(dtype)} ${name}`;
  return value === undefined ? `${declaration};` : `${declaration} = ${value};`;
}

/**
 * Whole packs by wide loads and stores, what is left at the end one by one. A block's packs lie side by side, so that
 * the threads of a warp read one stretch of memory, and all loads of a thread are under way before the first is used.
 */
function packedBody(program: ElementwiseProgram): string {
  const length = packLength(program);
  const perBlock = elementsPerBlock(program, { kind: 'packed' });
  const { inputs, outputs } = program;
  const loaded = [...inputs, ...outputs.filter((output) => output.loaded)];
  const q = packsPerThread;
  const pack = ({ name, dtype }: ProgramOperand) => `heddle_pack_${name}_${bytesOf(dtype)}`;
  const first = `heddle_start + ((INT64)heddle_k * ${blockSize} + heddle_t) * ${length}`;
  const wideLoads = loaded.map(
    (o) =>
      `      ${words(o.dtype, length)
        .map(
          (w) =>
            `heddle_q_${o.name}[heddle_k].words[${w}] = ((GLOBAL const ${wordType(o.dtype, length)}*)(heddle_p_${o.name} + heddle_o_${o.name} + ${first}))[${w}];`,
        )
        .join(' ')}`,
  );
  const wideStores = outputs.map(
    (o) =>
      `      ${words(o.dtype, length)
        .map(
          (w) =>
            `((GLOBAL ${wordType(o.dtype, length)}*)(heddle_p_${o.name} + heddle_o_${o.name} + ${first}))[${w}] = heddle_q_${o.name}[heddle_k].words[${w}];`,
        )
        .join(' ')}`,
  );
  const declarations = [...inputs, ...outputs].map(
    (
      o,
    ) => `  union ${pack(o)} { ${wordType(o.dtype, length)} words[${words(o.dtype, length).length}]; ${cType(o.dtype)} v[${length}]; };
  union ${pack(o)} heddle_q_${o.name}[${q}];`,
  );
  const fromPack = [
    ...inputs.map(({ name, dtype }) =>
      variable(name, dtype, true, loadExpression(dtype, `heddle_q_${name}[heddle_k].v`, 'heddle_j')),
    ),
    ...outputs.map(({ name, dtype, loaded: isLoaded }) =>
      variable(
        name,
        dtype,
        false,
        isLoaded ? loadExpression(dtype, `heddle_q_${name}[heddle_k].v`, 'heddle_j') : undefined,
      ),
    ),
    `    const INT64 heddle_i = ${first} + heddle_j;`,
    ...indexVariables(program),
    program.body,
    ...outputs.map(
      ({ name, dtype }) => `    ${storeStatement(dtype, `heddle_q_${name}[heddle_k].v`, 'heddle_j', name)}`,
    ),
  ];
  return `  const INT64 heddle_start = (INT64)BLOCK_INDEX(0) * ${perBlock};
  const int heddle_t = (int)THREAD_INDEX(0);
${program.loopPrep}
  if (heddle_start + ${perBlock} <= heddle_n) {
${declarations.join('\n')}
    HEDDLE_UNROLL
    for (int heddle_k = 0; heddle_k < ${q}; heddle_k++) {
${wideLoads.join('\n')}
    }
    HEDDLE_UNROLL
    for (int heddle_k = 0; heddle_k < ${q}; heddle_k++) {
      HEDDLE_UNROLL
      for (int heddle_j = 0; heddle_j < ${length}; heddle_j++) {
${fromPack.join('\n')}
      }
${wideStores.join('\n')}
    }
  } else {
    for (INT64 heddle_i = heddle_start + heddle_t; heddle_i < heddle_n; heddle_i += ${blockSize}) {
${element(program, (name) => `heddle_o_${name} + heddle_i`)}
    }
  }
${program.afterLoop}`;
}

/** The widest type whose words make up a pack. */
function wordType(dtype: DType, length: number): string {
  const bytes = bytesOf(dtype) * length;
  if (bytes % 16 === 0) return 'uint4';
  if (bytes === 8) return 'uint2';
  if (bytes === 4) return 'unsigned int';
  return bytes === 2 ? 'unsigned short' : 'unsigned char';
}

function words(_dtype: DType, length: number): number[] {
  return [...new Array<undefined>(Math.max(1, (bytesOf(_dtype) * length) / 16)).keys()];
}

function bytesOf(dtype: DType): number {
  return dtypeInfo(dtype).byteLength;
}
