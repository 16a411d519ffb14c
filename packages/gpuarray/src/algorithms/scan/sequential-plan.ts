/** Plans whose threads walk rows alone: of CPUs, and of columns on any device. */
import type { DeviceTuning } from '../../kernel-kit/device-tuning';
import { columnScanSource, rowChunk } from './column-scan-source';
import type { PlannedScan, ScanPlan } from './scan-plan';
import { scanNeeds } from './scan-spec';
import { sequentialScanSource } from './sequential-scan-source';

/** Each thread walks rows of its own; undefined for one row, or if the output needs the last item. */
export function columnPlan({ spec, rows }: PlannedScan, tuning: DeviceTuning): ScanPlan | undefined {
  if (rows < 2 || scanNeeds(spec).last) return undefined;
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

/** Elements that are worth a chunk of their own on a CPU. */
const sequentialChunk = 1 << 13;

/** A thread for each core walks chunks of rows; undefined on a device of many threads. */
export function sequentialPlan(
  { spec, rows, length }: PlannedScan,
  tuning: DeviceTuning,
  runBytes: number,
): ScanPlan | undefined {
  if (tuning.strategy !== 'sequential') return undefined;
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
    launches: chunks === 1 && !scanNeeds(spec).last && spec.sparse !== true ? [apply] : [totals, apply],
    threads: 1,
  };
}
