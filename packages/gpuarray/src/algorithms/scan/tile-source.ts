/**
 * One tile of a scan on a device with many threads: its elements are read by neighbouring threads side by side, are
 * passed through shared memory so that each thread has neighbouring elements, are scanned, and go back the same way.
 */
import type { DeviceTuning } from '../../kernel-kit/device-tuning';
import { inputCall, outputCall, startOf } from './scan-functions';
import { scanNeeds, type ScanSpec } from './scan-spec';

export interface TileShape {
  readonly threads: number;
  /** Elements of one thread. Odd, so that threads reading their own stretch hit different banks of shared memory. */
  readonly items: number;
  /** Threads in step that exchange registers; 0: through shared memory. */
  readonly warp: number;
}

/** The tile of items of so many bytes, with at most so many bytes for a thread. */
export function tileShape(itemBytes: number, threadBytes: number, { threads, warp }: DeviceTuning): TileShape {
  const items = Math.max(1, Math.min(15, Math.floor(threadBytes / itemBytes)));
  return { threads, items: items % 2 === 0 ? items - 1 : items, warp };
}

/** Declarations at the start of a kernel that handles tiles. */
export function tileMemory(spec: ScanSpec, { threads, items, warp }: TileShape): string {
  const { segments } = scanNeeds(spec);
  return `  SHARED heddle_item tile_items[${threads * items}];
${segments ? `  SHARED unsigned char tile_starts[${threads * items}];` : ''}
  SHARED heddle_run tile_totals[${threads}];
  const int thread = (int)THREAD_INDEX(0);
  const int tile_lane = thread & ${Math.max(1, warp) - 1};`;
}

/** Reads the `count` inputs from `begin` on into shared memory. */
export function tileLoad(spec: ScanSpec, { threads, items }: TileShape): string {
  const { segments } = scanNeeds(spec);
  return `    for (int k = 0; k < ${items}; k++) {
      const int place = k * ${threads} + thread;
      if (place < count) {
        const heddle_run here = ${inputCall(spec, 'begin + place')};
        tile_items[place] = here.value;
        ${segments ? 'tile_starts[place] = (unsigned char)here.start;' : ''}
      }
    }
    BARRIER();`;
}

/**
 * Leaves in `tile_totals[thread]` the run of all elements up to the thread's last, and declares `own_first`,
 * `own_count` and `active`, how many threads have elements.
 */
export function tileTotals(spec: ScanSpec, shape: TileShape): string {
  const { items } = shape;
  return `    const int own_first = thread * ${items};
    const int own_count = count - own_first < ${items} ? (count - own_first < 0 ? 0 : count - own_first) : ${items};
    const int active = (count + ${items - 1}) / ${items};
    heddle_run own;
    if (own_count > 0) {
      own = ${itemAt(spec, 'own_first')};
      for (int k = 1; k < own_count; k++) {
        const heddle_run here = ${itemAt(spec, 'own_first + k')};
        own = heddle_join(own, here);
      }
    }
${scanOwn(shape)}`;
}

/** Scans the runs `own` of the first `active` threads into `tile_totals`. */
export function scanOwn(shape: TileShape): string {
  return shape.warp > 1 ? warpTotals(shape) : sharedTotals(shape);
}

function itemAt(spec: ScanSpec, place: string): string {
  return `heddle_run_of(tile_items[${place}], ${scanNeeds(spec).segments ? `tile_starts[${place}]` : '0'})`;
}

/** `heddle_run_of`, that tiles are made with. */
export function runFunction(spec: ScanSpec): string {
  const start = scanNeeds(spec).segments ? 'run.start = start;' : '';
  return `DEVICE heddle_run heddle_run_of(heddle_item value, int start) {
  heddle_run run;
  run.value = value;
  ${start}
  return run;
}`;
}

// W. D. Hillis and G. L. Steele, "Data parallel algorithms", Communications of the ACM, 1986.
function sharedTotals({ threads }: TileShape): string {
  return `    tile_totals[thread] = own;
    BARRIER();
    for (int apart = 1; apart < ${threads}; apart <<= 1) {
      heddle_run joined = own;
      if (thread >= apart && thread < active) joined = heddle_join(tile_totals[thread - apart], own);
      BARRIER();
      own = joined;
      tile_totals[thread] = own;
      BARRIER();
    }`;
}

// Warps scan in registers; the first warp scans their totals.
function warpTotals({ threads, warp }: TileShape): string {
  const warps = threads / warp;
  return `    for (int apart = 1; apart < ${warp}; apart <<= 1) {
      const heddle_run left = heddle_shuffle_up(own, apart);
      if (tile_lane >= apart && thread < active) own = heddle_join(left, own);
    }
    if (tile_lane == ${warp - 1}) tile_totals[thread / ${warp}] = own;
    BARRIER();
    if (thread < ${warp}) {
      heddle_run total = tile_totals[thread < ${warps} ? thread : 0];
      for (int apart = 1; apart < ${warps}; apart <<= 1) {
        const heddle_run left = heddle_shuffle_up(total, apart);
        if (thread >= apart && thread * ${warp} < active) total = heddle_join(left, total);
      }
      if (thread < ${warps}) tile_totals[thread] = total;
    }
    BARRIER();
    if (thread >= ${warp} && thread < active) own = heddle_join(tile_totals[thread / ${warp} - 1], own);
    BARRIER();
    tile_totals[thread] = own;
    BARRIER();`;
}

/**
 * Turns inputs into items and runs the output.
 *
 * @param prefix - C expression of the run before the tile, used where `hasPrefix`
 * @param hasPrefix - C condition
 */
export function tileApply(spec: ScanSpec, shape: TileShape, prefix: string, hasPrefix: string, last: string): string {
  const { threads, items } = shape;
  const needs = scanNeeds(spec);
  const starts = needs.segments ? 'tile_starts[place] || ' : '';
  return `    if (own_count > 0) {
      heddle_run run;
      int running = ${hasPrefix};
      if (running) run = ${prefix};
      if (thread > 0) {
        run = running ? heddle_join(run, tile_totals[thread - 1]) : tile_totals[thread - 1];
        running = 1;
      }
      for (int k = 0; k < own_count; k++) {
        const heddle_run here = ${itemAt(spec, 'own_first + k')};
        run.value = running ? heddle_scan(run.value, here.value, ${startOf(spec, 'here')}) : here.value;
        running = 1;
        tile_items[own_first + k] = run.value;
      }
    }
    BARRIER();
    for (int k = 0; k < ${items}; k++) {
      const int place = k * ${threads} + thread;
      if (place < count) {
        const INDEX i = begin + place;
        ${
          needs.previous
            ? `const heddle_item previous = ${starts}i == 0 ? heddle_neutral() : place > 0 ? tile_items[place - 1] : ${prefix}.value;`
            : ''
        }
        ${outputCall(spec, 'i', 'tile_items[place]', 'previous', last)}
      }
    }
    BARRIER();`;
}
