/**
 * Single-pass scan: a block publishes its tile's total, looks back over the tiles before it until it meets one whose
 * prefix is known, and publishes its own prefix. Every element is read and written once.
 *
 * D. Merrill and M. Garland, "Single-pass Parallel Prefix Scan with Decoupled Look-back", NVIDIA technical report
 * NVR-2016-002, 2016.
 */
import { extraParameters, extraPointers } from '../../kernel-kit/kernel-extra';
import { shuffleFunctions, warpFunctions } from '../../kernel-kit/parallel-primitives';
import { scanNeeds, type ScanSpec } from './scan-spec';
import { scanShapeParameters } from './sequential-scan-source';
import { runFunction, tileApply, tileLoad, tileMemory, tileTotals, type TileShape } from './tile-source';

/** Bytes at the start of the state that hold the counter of tiles. */
export const counterBytes = 256;

/** Bytes of state for a tile: a status word, and runs if they do not fit into it. */
export function stateBytes(tiles: number, runBytes: number, itemBytes: number): number {
  if (itemBytes <= 4) return counterBytes + tiles * 8;
  return counterBytes + runsOffset(tiles) + 2 * tiles * runBytes;
}

/** Bytes from the first status word to the first run; the largest alignment there is. */
function runsOffset(tiles: number): number {
  return Math.ceil((tiles * 4) / 16) * 16;
}

/** Bytes that must be zero at the launch. */
export function zeroedBytes(tiles: number, itemBytes: number): number {
  return itemBytes <= 4 ? counterBytes + tiles * 8 : counterBytes + runsOffset(tiles);
}

/** Kernel `heddle_scan_tiles`: `heddle_chunks` tiles to a row, a block for each. The output must not need the last item. */
export function lookBackScanSource(spec: ScanSpec, shape: TileShape, itemBytes: number): string {
  const parameters = [...extraParameters(spec.extras), ...scanShapeParameters].join(', ');
  const tile = shape.threads * shape.items;
  return `${warpFunctions}${shuffleFunctions('heddle_run')}
${runFunction(spec)}
${itemBytes <= 4 ? packedStatus(scanNeeds(spec).segments) : separateStatus}
KERNEL void heddle_scan_tiles(${parameters}) {
${tileMemory(spec, shape)}
  SHARED heddle_run shared_prefix;
  SHARED unsigned int shared_ticket;
${extraPointers(spec.extras)}
  const INDEX length = (INDEX)heddle_length;
  const INT64 tiles = heddle_rows * heddle_chunks;
  GLOBAL unsigned char* statuses = (GLOBAL unsigned char*)heddle_state_data + ${counterBytes};
  // Tiles are numbered as blocks start, so that the tiles before this one have started.
  if (thread == 0) shared_ticket = ATOMIC_ADD_UINT(heddle_state_data, 1);
  BARRIER();
  const INT64 tile = (INT64)shared_ticket;
  {
    const INDEX row = (INDEX)(tile / heddle_chunks);
    const INDEX chunk = (INDEX)(tile - (INT64)row * heddle_chunks);
    const INDEX begin = chunk * ${tile};
    const int count = (int)(length - begin < ${tile} ? length - begin : ${tile});
${tileLoad(spec, shape)}
${tileTotals(spec, shape)}
    const heddle_run total = tile_totals[active - 1];
    if (thread == 0) heddle_publish(statuses, tiles, tile, total, chunk == 0 ? 2 : 1);
${lookBack(shape.warp)}
    BARRIER();
${tileApply(spec, shape, 'shared_prefix', 'chunk > 0', '')}
  }
}`;
}

/** The first warp looks at as many tiles at once as it has threads, nearest first. */
function lookBack(warp: number): string {
  return `    if (chunk > 0 && thread < ${warp}) {
      heddle_run prefix;
      int have = 0;
      UINT64 votes = 0;
      for (INDEX nearest = chunk - 1; votes == 0; nearest -= ${warp}) {
        const INDEX mine = nearest - thread;
        heddle_run run = total;
        int flag = 0;
        if (mine >= 0) do { flag = heddle_read(statuses, tiles, tile - chunk + mine, &run); } while (flag == 0);
        votes = heddle_votes(flag == 2);
        const int farthest = votes != 0 ? (int)__ffsll((long long)votes) - 1 : ${warp - 1};
        for (int apart = 1; apart < ${warp}; apart <<= 1) {
          const heddle_run left = heddle_shuffle_from(run, (thread + apart) & ${warp - 1});
          if (thread + apart <= farthest) run = heddle_join(left, run);
        }
        run = heddle_shuffle_from(run, 0);
        prefix = have ? heddle_join(run, prefix) : run;
        have = 1;
      }
      if (thread == 0) {
        heddle_publish(statuses, tiles, tile, heddle_join(prefix, total), 2);
        shared_prefix = prefix;
      }
    }`;
}

/** A run of at most four bytes goes with its flag in one 64-bit word, which is written whole. */
function packedStatus(segments: boolean): string {
  return `
typedef union { heddle_item value; unsigned int word; } heddle_item_word;
DEVICE void heddle_publish(GLOBAL unsigned char* statuses, INT64 tiles, INT64 tile, heddle_run run, int flag) {
  heddle_item_word both;
  both.word = 0;
  both.value = run.value;
  const UINT64 high = (UINT64)(flag${segments ? ' | (run.start != 0 ? 4 : 0)' : ''});
  ((volatile GLOBAL UINT64*)statuses)[tile] = (high << 32) | both.word;
}
DEVICE int heddle_read(GLOBAL unsigned char* statuses, INT64 tiles, INT64 tile, heddle_run* run) {
  const UINT64 status = ((volatile GLOBAL UINT64*)statuses)[tile];
  heddle_item_word both;
  both.word = (unsigned int)status;
  run->value = both.value;
  ${segments ? 'run->start = (int)((status >> 34) & 1);' : ''}
  return (int)((status >> 32) & 3);
}`;
}

/** A longer run is written first; its flag follows after a fence. */
const separateStatus = `
DEVICE GLOBAL heddle_run* heddle_runs(GLOBAL unsigned char* statuses, INT64 tiles, int flag) {
  return (GLOBAL heddle_run*)(statuses + (tiles * 4 + 15) / 16 * 16) + (flag == 2 ? tiles : 0);
}
DEVICE void heddle_publish(GLOBAL unsigned char* statuses, INT64 tiles, INT64 tile, heddle_run run, int flag) {
  heddle_runs(statuses, tiles, flag)[tile] = run;
  __threadfence();
  ((volatile GLOBAL unsigned int*)statuses)[tile] = flag;
}
DEVICE int heddle_read(GLOBAL unsigned char* statuses, INT64 tiles, INT64 tile, heddle_run* run) {
  const unsigned int flag = ((volatile GLOBAL unsigned int*)statuses)[tile];
  if (flag == 0) return 0;
  __threadfence();
  *run = heddle_runs(statuses, tiles, flag)[tile];
  return (int)flag;
}`;
