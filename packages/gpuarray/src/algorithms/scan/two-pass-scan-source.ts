/**
 * Scan kernels for devices with many threads whose blocks must not wait for each other: blocks leave the totals of
 * their chunks, a second launch starts from the totals before it (reduce, then scan).
 */
import { extraParameters, extraPointers } from '../../kernel-kit/kernel-extra';
import { shuffleFunctions, warpFunctions } from '../../kernel-kit/parallel-primitives';
import { scanNeeds, type ScanSpec } from './scan-spec';
import { scanShapeParameters } from './sequential-scan-source';
import { runFunction, scanOwn, tileApply, tileLoad, tileMemory, tileTotals, type TileShape } from './tile-source';

/** Kernels `heddle_scan_totals` and `heddle_scan_apply`: a block of `shape.threads` for each chunk. */
export function twoPassScanSource(spec: ScanSpec, shape: TileShape): string {
  const parameters = [...extraParameters(spec.extras), ...scanShapeParameters].join(', ');
  const needs = scanNeeds(spec);
  return `${shape.warp > 1 ? warpFunctions + shuffleFunctions('heddle_run') : ''}
${runFunction(spec)}
KERNEL void heddle_scan_totals(${parameters}) {
${prologue(spec, shape)}
  heddle_run carry;
${tileLoop(shape)}
${tileLoad(spec, shape)}
${tileTotals(spec, shape)}
    carry = begin == chunk_begin ? tile_totals[active - 1] : heddle_join(carry, tile_totals[active - 1]);
    BARRIER();
  }
  if (thread == 0) totals[task] = carry;
}
KERNEL void heddle_scan_apply(${parameters}) {
${prologue(spec, shape)}
  heddle_run carry;
${joinTotals(shape, 'carry', '(int)chunk')}
${needs.last ? `  heddle_run whole;\n${joinTotals(shape, 'whole', '(int)heddle_chunks')}` : ''}
${tileLoop(shape)}
    const int has_carry = chunk > 0 || begin > chunk_begin;
${tileLoad(spec, shape)}
${tileTotals(spec, shape)}
    const heddle_run total = tile_totals[active - 1];
${tileApply(spec, shape, 'carry', 'has_carry', 'whole.value')}
    carry = has_carry ? heddle_join(carry, total) : total;
  }
}`;
}

function prologue(spec: ScanSpec, shape: TileShape): string {
  return `${tileMemory(spec, shape)}
${extraPointers(spec.extras)}
  GLOBAL heddle_run* totals = (GLOBAL heddle_run*)heddle_state_data;
  const INDEX length = (INDEX)heddle_length;
  const INT64 task = (INT64)BLOCK_INDEX(0);
  const INDEX row = (INDEX)(task / heddle_chunks);
  const INDEX chunk = (INDEX)(task - (INT64)row * heddle_chunks);
  const INDEX chunk_begin = (INDEX)(chunk * heddle_per_chunk);
  const INDEX chunk_end = (INDEX)(length - chunk_begin < heddle_per_chunk ? length : chunk_begin + heddle_per_chunk);`;
}

function tileLoop({ threads, items }: TileShape): string {
  return `  for (INDEX begin = chunk_begin; begin < chunk_end; begin += ${threads * items}) {
    const int count = (int)(chunk_end - begin < ${threads * items} ? chunk_end - begin : ${threads * items});`;
}

/** All threads get in `target` the run of the row's first `count` chunks. */
function joinTotals(shape: TileShape, target: string, count: string): string {
  return `  if (${count} > 0) {
    const int count = ${count};
    const int each = (count + ${shape.threads - 1}) / ${shape.threads};
    const int active = (count + each - 1) / each;
    heddle_run own;
    if (thread < active) {
      GLOBAL const heddle_run* first = totals + (INT64)row * heddle_chunks + thread * each;
      const int rest = count - thread * each;
      own = first[0];
      for (int k = 1; k < each && k < rest; k++) own = heddle_join(own, first[k]);
    }
${scanOwn(shape)}
    ${target} = tile_totals[active - 1];
    BARRIER();
  }`;
}
