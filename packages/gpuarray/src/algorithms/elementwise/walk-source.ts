/** The text of the kernel that walks a program over arrays. */
import { dtypeInfo } from '@heddle/core';
import { cType, computeType } from '../../kernel-kit/c-types';
import { element } from './element-source';
import { packOffsets, packedParameters, scalarParameters } from './packed-parameters';
import { packedBody, rowsBody } from './pack-source';
import type { ElementwiseProgram, ProgramOperand, Walk } from './program';
import { blockSize, itemsPerThread, stripLength } from './walk-geometry';

export function walkSource(program: ElementwiseProgram, walk: Walk): string {
  return `${program.preamble}
KERNEL void ${program.name}(${parameters(program, walk).join(', ')}) {
${program.scalars.map(scalarVariable).join('\n')}
${program.raw.map(rawVariable).join('\n')}
${walk.kind === 'packed' ? packOffsets(program) : ''}
${walkBody(program, walk)}
}
`;
}

function walkBody(program: ElementwiseProgram, walk: Walk): string {
  switch (walk.kind) {
    case 'dense':
      return denseBody(program);
    case 'items':
      return itemsBody(program);
    case 'packed':
      return packedBody(program, walk);
    case 'rows':
      return rowsBody(program, walk);
    case 'strips':
      return stripsBody(program, walk);
    case 'strided':
      return stridedBody(program, walk);
  }
}

/** Every pointer has an offset beside it, since a view cannot be passed as an address on all devices. */
function parameters(program: ElementwiseProgram, walk: Walk): string[] {
  if (walk.kind === 'packed') return packedParameters(program);
  const index = indexType(walk);
  const count = walk.kind === 'rows' ? 'unsigned int' : index;
  const list = [`${count} heddle_n`];
  const axes = 'rank' in walk ? [...new Array<undefined>(walk.rank).keys()] : [];
  for (const axis of axes.slice(1)) list.push(`${count} heddle_d${axis}`);
  // Along the last axis packs follow each other, or are one element: there is nothing to pass.
  const passed = walk.kind === 'rows' ? axes.slice(0, -1) : axes;
  for (const [operands, qualifier] of [
    [program.inputs, 'const '],
    [program.outputs, ''],
  ] as const) {
    for (const { name, dtype } of operands) {
      list.push(`GLOBAL ${qualifier}${cType(dtype)}* heddle_p_${name}`, `${index} heddle_o_${name}`);
      for (const axis of passed) list.push(`${index} heddle_s${axis}_${name}`);
    }
  }
  for (const { name, dtype, written } of program.raw) {
    list.push(`GLOBAL ${written ? '' : 'const '}${cType(dtype)}* heddle_p_${name}`, `INT64 heddle_o_${name}`);
  }
  list.push(...program.scalars.flatMap(scalarParameters));
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

/** Several elements a thread, a block apart: a thread costs more to start than to step. */
function itemsBody(program: ElementwiseProgram): string {
  const perBlock = blockSize * itemsPerThread;
  const one = element(program, (name) => `heddle_o_${name} + heddle_i`);
  return `  const INT64 heddle_start = (INT64)BLOCK_INDEX(0) * ${perBlock};
${program.loopPrep}
  if (heddle_start + ${perBlock} <= heddle_n) {
    HEDDLE_UNROLL
    for (int heddle_k = 0; heddle_k < ${itemsPerThread}; heddle_k++) {
    const INT64 heddle_i = heddle_start + heddle_k * ${blockSize} + (INT64)THREAD_INDEX(0);
${one}
    }
  } else {
    for (INT64 heddle_i = heddle_start + (INT64)THREAD_INDEX(0); heddle_i < heddle_n; heddle_i += ${blockSize}) {
${one}
    }
  }
${program.afterLoop}`;
}

/** A thread finds its place once and steps along the last axis, in a loop of which compilers of CPUs make vectors. */
function stripsBody(program: ElementwiseProgram, { rank, steps }: Extract<Walk, { kind: 'strips' }>): string {
  const last = rank - 1;
  const names = [...program.inputs, ...program.outputs].map(({ name }) => name);
  const axes = [...new Array<undefined>(last).keys()];
  const starts = names.map((name) => {
    const terms = axes.map((axis) => `heddle_c${axis} * heddle_s${axis}_${name}`);
    return `    const INT64 heddle_b_${name} = ${[`heddle_o_${name}`, ...terms].join(' + ')};`;
  });
  const place = (name: string) => {
    const step = steps[names.indexOf(name)] ?? 'any';
    const along = { unit: ' + heddle_k', still: '', any: ` + heddle_k * heddle_s${last}_${name}` }[step];
    return `heddle_b_${name}${along}`;
  };
  return `  const INT64 heddle_last = ${rank === 1 ? 'heddle_n' : `heddle_d${last}`};
  const INT64 heddle_pieces = (heddle_last + ${stripLength - 1}) / ${stripLength};
  const INT64 heddle_row = (INT64)GLOBAL_INDEX(0) / heddle_pieces;
  const INT64 heddle_begin = ((INT64)GLOBAL_INDEX(0) - heddle_row * heddle_pieces) * ${stripLength};
${program.loopPrep}
  if (heddle_row * heddle_last < heddle_n) {
    const INT64 heddle_left = heddle_last - heddle_begin;
    const INT64 heddle_end = heddle_begin + (heddle_left < ${stripLength} ? heddle_left : ${stripLength});
    UINT64 heddle_rest = (UINT64)heddle_row;
${coordinates(last, 'INT64', 'UINT64')}
${starts.join('\n')}
    for (INT64 heddle_k = heddle_begin; heddle_k < heddle_end; heddle_k++) {
      const INT64 heddle_i = heddle_row * heddle_last + heddle_k;
${element(program, place)}
    }
  }
${program.afterLoop}`;
}

/** `heddle_c0` to the coordinate of the last of so many axes, from `heddle_rest`. */
function coordinates(axes: number, index: string, unsigned: string): string {
  const lines = [];
  for (let axis = axes - 1; axis > 0; axis--) {
    lines.push(
      `    const ${index} heddle_c${axis} = (${index})(heddle_rest % (${unsigned})heddle_d${axis}); heddle_rest /= (${unsigned})heddle_d${axis};`,
    );
  }
  if (axes > 0) lines.push(`    const ${index} heddle_c0 = (${index})heddle_rest;`);
  return lines.join('\n');
}

function stridedBody(program: ElementwiseProgram, { rank, wide }: Extract<Walk, { kind: 'strided' }>): string {
  const index = wide ? 'INT64' : 'int';
  const unsigned = wide ? 'UINT64' : 'unsigned int';
  const place = (name: string) => {
    const terms = [...new Array<undefined>(rank).keys()].map((axis) => `heddle_c${axis} * heddle_s${axis}_${name}`);
    return [`heddle_o_${name}`, ...terms].join(' + ');
  };
  return `  const ${index} heddle_i = (${index})GLOBAL_INDEX(0);
${program.loopPrep}
  if (GLOBAL_INDEX(0) < (UINT64)heddle_n) {
    ${unsigned} heddle_rest = (${unsigned})heddle_i;
${coordinates(rank, index, unsigned)}
${element(program, place)}
  }
${program.afterLoop}`;
}
