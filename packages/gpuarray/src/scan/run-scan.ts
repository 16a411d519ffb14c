/** One scan from memory to memory: strategy, kernels, launches. */
import { argumentError, type Device } from '@heddle/core';
import type { StridedArray } from '../array/strided-array';
import { emptyArray } from '../creation/empty';
import { enqueue } from '../device-context';
import { compiledKernel, type CompiledKernel } from '../kernels';
import { deviceTuning, type DeviceTuning } from '../reduction/device-tuning';
import { explainExpressions } from '../reduction/explain-expressions';
import { isArray } from '../reduction/run-reduction';
import { typeBytes } from '../reduction/type-bytes';
import { columnScanSource, rowChunk } from './column-scan-source';
import { lookBackScanSource, stateBytes, zeroedBytes } from './look-back-scan-source';
import { scanFunctions } from './scan-functions';
import { scanNeeds, type ScanSpec } from './scan-spec';
import { sequentialScanSource } from './sequential-scan-source';
import { tileShape, type TileShape } from './tile-source';
import { twoPassScanSource } from './two-pass-scan-source';

export interface ScanCall {
  readonly operation: string;
  /** Tells the spec from all others on the device. */
  readonly key: string;
  readonly spec: ScanSpec;
  /** A value for each extra: a number, or an array for memory. */
  readonly extras: readonly unknown[];
  /** Elements of a row. */
  readonly length: number;
  /** Rows, each scanned on its own. */
  readonly rows: number;
  /** Elements of one index lie side by side in all rows, while those of a row lie apart. */
  readonly columns?: boolean;
  /** Element indices need 64 bits. */
  readonly wide: boolean;
  /** Default: what suits the device. */
  readonly tuning?: DeviceTuning;
}

/** Elements that are worth a chunk of their own on a CPU. */
const sequentialChunk = 1 << 13;

type Argument = number | bigint | boolean | object | null;

/** A strategy's kernels and how they are launched. */
interface ScanPlan {
  readonly kind: string;
  readonly source: () => string;
  /** Bytes of memory between the launches, or between blocks. */
  readonly stateBytes: number;
  /** Bytes of it that must be zero. */
  readonly zeroedBytes: number;
  /** Chunks of a row, their elements, and the last argument. */
  readonly chunks: number;
  readonly perChunk: number;
  readonly jobs: number;
  readonly launches: readonly { readonly kernel: string; readonly grid: number }[];
  readonly threads: number;
}

/**
 * Enqueues a scan. Shapes and dtypes have been checked.
 *
 * @throws HeddleError `ARGUMENT` where the size of the item type cannot be read
 */
export function runScan(device: Device, call: ScanCall): void {
  const { spec, operation, length, rows } = call;
  if (length === 0 || rows === 0) return;
  const tuning = call.tuning ?? deviceTuning(device);
  const plan = planScan(call, tuning);
  const compiled = compileScan(device, call, plan);
  const state = plan.stateBytes > 0 ? emptyArray(device, 'uint8', [plan.stateBytes]) : undefined;
  const extras = spec.extras.flatMap(({ kind }, n): readonly Argument[] => {
    const value = call.extras[n];
    return kind === 'memory' && isArray(value) ? [value.buffer, value.offset] : [value as Argument];
  });
  const shape = [state?.buffer ?? null, length, rows, plan.chunks, plan.perChunk, plan.jobs] as const;
  const memory = spec.extras.flatMap(({ kind }, n) => (kind === 'memory' ? [call.extras[n] as StridedArray] : []));
  const written = spec.extras.flatMap(({ writable }, n) => (writable === true ? [call.extras[n] as StridedArray] : []));
  enqueue(device, {
    operation,
    kernels: [compiled],
    reads: memory,
    writes: state ? [...written, state] : written,
    launch: (place) => {
      if (state && plan.zeroedBytes > 0) state.buffer.fill(0, { ...place, length: plan.zeroedBytes });
      for (const { kernel, grid } of plan.launches) {
        compiled.kernel(kernel).launch({ ...place, grid, block: plan.threads }, ...extras, ...shape);
      }
    },
  });
  state?.dispose();
}

function compileScan(device: Device, call: ScanCall, plan: ScanPlan): CompiledKernel {
  const { spec, operation, wide } = call;
  const { preamble, input, scan, output, segmentStart: isSegmentStart = '', neutral = '' } = spec;
  return compiledKernel(
    device,
    `scan:${call.key}:${plan.kind}${plan.threads}${wide ? 'w' : ''}`,
    () => `${scanFunctions(spec, wide ? 'INT64' : 'int')}\n${plan.source()}`,
    {
      header: spec.header,
      ...(spec.options ? { options: spec.options } : {}),
      explain: explainExpressions(operation, { preamble, input, scan, output, isSegmentStart, neutral }),
    },
  );
}

function planScan(call: ScanCall, tuning: DeviceTuning): ScanPlan {
  const needs = scanNeeds(call.spec);
  if (call.columns === true && !needs.last) return columnPlan(call, tuning);
  const bytes = itemBytes(call);
  if (tuning.strategy === 'sequential') return sequentialPlan(call, tuning, bytes.run, needs.last);
  const shape = tileShape(bytes.item, tuning);
  return tuning.lookBack && !needs.last
    ? lookBackPlan(call, shape, bytes)
    : twoPassPlan(call, shape, tuning, bytes.run);
}

function itemBytes({ spec, operation }: ScanCall): { item: number; run: number } {
  const item = typeBytes(spec, `typedef ${spec.itemType} heddle_probe_type;`);
  const start = scanNeeds(spec).segments ? ' int start;' : '';
  const run = typeBytes(spec, `typedef struct { ${spec.itemType} value;${start} } heddle_probe_type;`);
  if (item === undefined || run === undefined) {
    throw argumentError(`${operation}: the size of the type ${spec.itemType} is not known`, {
      hint: 'Define it in the preamble as a plain C struct.',
    });
  }
  return { item, run };
}

function columnPlan({ spec, rows }: ScanCall, tuning: DeviceTuning): ScanPlan {
  const sequential = tuning.strategy === 'sequential';
  const grid = Math.ceil(rows / (sequential ? rowChunk : tuning.threads));
  return {
    kind: `columns-${tuning.strategy}`,
    source: () => columnScanSource(spec, tuning),
    stateBytes: 0,
    zeroedBytes: 0,
    chunks: 1,
    perChunk: 1,
    jobs: 1,
    launches: [{ kernel: 'heddle_scan_columns', grid }],
    threads: tuning.threads,
  };
}

function sequentialPlan(
  { spec, rows, length }: ScanCall,
  tuning: DeviceTuning,
  runBytes: number,
  last: boolean,
): ScanPlan {
  const wanted = Math.max(1, Math.min(Math.ceil(tuning.blocks / rows), Math.ceil(length / sequentialChunk)));
  const perChunk = Math.ceil(length / wanted);
  const chunks = Math.ceil(length / perChunk);
  const jobs = Math.min(tuning.blocks, rows * chunks);
  const apply = { kernel: 'heddle_scan_apply', grid: jobs };
  const totals = { kernel: 'heddle_scan_totals', grid: jobs };
  return {
    kind: 'sequential',
    source: () => sequentialScanSource(spec),
    stateBytes: rows * chunks * runBytes,
    zeroedBytes: 0,
    chunks,
    perChunk,
    jobs,
    launches: chunks === 1 && !last ? [apply] : [totals, apply],
    threads: 1,
  };
}

function twoPassPlan(
  { spec, rows, length }: ScanCall,
  shape: TileShape,
  tuning: DeviceTuning,
  runBytes: number,
): ScanPlan {
  const tile = shape.threads * shape.items;
  const wanted = Math.max(1, Math.min(Math.ceil(tuning.blocks / rows), Math.ceil(length / tile)));
  const perChunk = Math.ceil(length / wanted / tile) * tile;
  const chunks = Math.ceil(length / perChunk);
  const grid = rows * chunks;
  return {
    kind: `two-pass${shape.items}-${shape.warp}`,
    source: () => twoPassScanSource(spec, shape),
    stateBytes: grid * runBytes,
    zeroedBytes: 0,
    chunks,
    perChunk,
    jobs: 1,
    launches: [
      { kernel: 'heddle_scan_totals', grid },
      { kernel: 'heddle_scan_apply', grid },
    ],
    threads: shape.threads,
  };
}

function lookBackPlan(call: ScanCall, shape: TileShape, bytes: { item: number; run: number }): ScanPlan {
  const { spec, rows, length } = call;
  const chunks = Math.ceil(length / (shape.threads * shape.items));
  const tiles = rows * chunks;
  return {
    kind: `look-back${shape.items}-${shape.warp}`,
    source: () => lookBackScanSource(spec, shape, bytes.item),
    stateBytes: stateBytes(tiles, bytes.run, bytes.item),
    zeroedBytes: zeroedBytes(tiles, bytes.item),
    chunks,
    perChunk: 1,
    jobs: 1,
    launches: [{ kernel: 'heddle_scan_tiles', grid: tiles }],
    threads: shape.threads,
  };
}
