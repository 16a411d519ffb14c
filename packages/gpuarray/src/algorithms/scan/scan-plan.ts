/** How a scan is launched: what strategies make of it. */
import { argumentError } from '@heddle/core/backend';
import { typeBytes } from '../../kernel-kit/type-bytes';
import { scanNeeds, type ScanSpec } from './scan-spec';

/** What a plan depends on. */
export interface PlannedScan {
  readonly operation: string;
  readonly spec: ScanSpec;
  /** Elements of a row. */
  readonly length: number;
  /** Rows, each scanned on its own. */
  readonly rows: number;
  /** Elements of one index lie side by side in all rows, while those of a row lie apart. */
  readonly columns?: boolean;
  /** A value for each extra, where known: where an array begins says which copies it can take part in. */
  readonly extras?: readonly unknown[];
  /** Multiprocessors copy whole stretches by themselves. Default: what the device says. */
  readonly bulkCopies?: boolean;
}

/** A strategy's kernels and how they are launched. */
export interface ScanPlan {
  readonly kind: string;
  readonly source: () => string;
  /** Bytes of memory between the launches, or between blocks. */
  readonly stateBytes: number;
  /** Bytes of it that must be zero. */
  readonly zeroedBytes: number;
  /** Status words that stay from call to call; default none. They take the place of the bytes above. */
  readonly statusWords?: number;
  /** Chunks of a row, their elements, and the last argument. */
  readonly chunks: number;
  readonly perChunk: number;
  readonly jobs: number;
  readonly launches: readonly { readonly kernel: string; readonly grid: number }[];
  readonly threads: number;
  /** Dynamic shared memory; default none. */
  readonly sharedBytes?: number;
}

/** Bytes of an item, and of a run of items. */
export function itemBytes({ spec, operation }: PlannedScan): { item: number; run: number } {
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
