/**
 * Single-pass scan of one long row of plain items of four bytes. One block stays on each multiprocessor, with a ring of
 * tiles in shared memory: bulk copies bring the tiles after the next while the threads add up one and scan another in
 * place, which a bulk copy takes out again. So reading, scanning and writing never wait for each other.
 *
 * Blocks take tiles by tickets, drawn several tiles ahead, and go through theirs in order. A separate warp looks back;
 * it lags behind the sums by some tiles. It adds up the totals since the block's previous tile, because it knows what
 * lay before that tile.
 *
 * Forward progress: a ticket is drawn by a block that runs. Of all tiles whose totals are not published yet, consider
 * the first. Its block has published those of its tiles before, and to go on to this one it waits at most for what lies
 * before tiles still earlier, all of it published. So it goes on, whichever blocks run at the same time, and however
 * late others start.
 */
import { internalError } from '@heddle/core/backend';
import { extraParameters, extraPointers } from '../../kernel-kit/kernel-extra';
import { bulkAlignment, bulkCopyFunctions } from './bulk-copies';
import { alignedFor, packItems, packType } from './item-packs';
import { epochFunctions, statusWords } from './packed-look-back';
import { shuffleFunctions, warpFunctions } from '../../kernel-kit/parallel-primitives';
import { arrayRead, arrayWritten } from './plain-arrays';
import type { ScanSpec } from './scan-spec';
import { scanShapeParameters } from './sequential-scan-source';
import { stretchSum } from './stretch-sum';

/** Threads that have items. One warp more draws tickets and looks back. */
const threads = 256;
const warps = threads / 32;

/** Items of a thread: an odd number of packs, which are read without bank conflicts. */
const items = 36;
const packs = items / packItems;
const stretch = 32 * items;

/** Tiles of the ring. */
const stages = 6;
/** Tiles that are added up before the first of them is scanned: so long a look-back may take. */
const lag = 3;
/** Barriers between a ticket's draw and its tile's turn, by which a stage is free for it. */
const ahead = stages - lag - 1;
/** Tickets in shared memory. Those of {@link stages} tiles are needed, and some are drawn while others are used. */
const tickets = 8;

/** Totals that a thread looks at together: as many as most devices have multiprocessors, with a warp's threads. */
const wordsOfThread = 5;
const window = 32 * wordsOfThread;

/** Elements of a tile. */
export const ringTile = threads * items;

/** Threads of a block. */
export const ringBlock = threads + 32;

/** Dynamic shared memory of a block, in bytes. */
export const ringBytes = stages * ringTile * 4 + bulkAlignment;

/** Kernel `heddle_scan_ring`, for any grid. The spec must read and write plain items of four bytes, without segments. */
export function ringScanSource(spec: ScanSpec): string {
  const [x, y] = [arrayRead(spec), arrayWritten(spec)];
  if (x === undefined || y === undefined) throw internalError('the items are not those of plain arrays');
  const parameters = [...extraParameters(spec.extras), ...scanShapeParameters].join(', ');
  return `${warpFunctions}${shuffleFunctions('heddle_item')}${packType('heddle_item', 4)}${bulkCopyFunctions}
${statusWords}${epochFunctions}${betweenFunction}${ticketFunctions}${fetchFunction}
KERNEL void __launch_bounds__(${ringBlock}, 1) heddle_scan_ring(${parameters}) {
  DYNAMIC_SHARED(unsigned char, dynamic);
  SHARED UINT64 arrivals[${stages * warps}];
  SHARED heddle_item warp_totals[2][${warps}];
  SHARED heddle_item shared_prefixes[2];
  SHARED INDEX shared_tickets[${tickets}];
${extraPointers(spec.extras)}
  heddle_item* ring = (heddle_item*)(dynamic + ((0u - (unsigned int)(UINT64)dynamic) & ${bulkAlignment - 1}u));
  const INDEX length = (INDEX)heddle_length;
  const INDEX tiles = (INDEX)heddle_chunks;
  const int thread = (int)THREAD_INDEX(0);
  const int lane = thread & 31;
  const int warp = thread / 32;
  // Elements before these come and go by bulk copies, the rest one by one.
  const INDEX bulk_in = ${alignedFor(x, 16)} ? length & ~(INDEX)${packItems - 1} : 0;
  const INDEX bulk_out = ${alignedFor(y, 16)} ? length & ~(INDEX)${packItems - 1} : 0;
${begin(x)}
  BARRIER();
  for (int step = 0;; step++) {
    // The tile that is scanned in this step.
    const INDEX tile = step < ${lag} ? tiles : shared_tickets[(step - ${lag}) % ${tickets}];
    if (step >= ${lag} && tile >= tiles) break;
    // What lies before the thread in its warp's stretch of the tile that is added up in this step.
    heddle_item before;
    if (warp == ${warps}) {
${lead(x)}
    } else if (shared_tickets[step % ${tickets}] < tiles) {
${addUp(x)}
    }
    BARRIER();
    if (warp == ${warps}) {
${publish}
    } else {
      if (step >= ${lag}) {
${scanAndStore(x, y)}
      }
${joinWarps}
    }
  }
  if (warp < ${warps}) heddle_bulk_out_done(lane);
}`;
}

/** The first warps' registers, the last one's, and the first ticket and its tile. */
function begin(x: string): string {
  return `  // What lies before the thread in tiles that have been added up, the first of them scanned next.
  heddle_item runs[${lag}];
  // Of the warp that looks back, in its first thread: the totals of those tiles, and what lies before tile \`next\`.
  heddle_item totals[${lag}];
  heddle_item carry;
  INDEX next = 0;
  unsigned int epoch = 0;
  unsigned int ticket = 0;
  int drawn = 0;
  if (warp == ${warps}) {
    heddle_arrivals_begin(arrivals, ${stages * warps}, lane);
    epoch = heddle_epoch(heddle_state_data);
    if (lane == 0) {
      ticket = ATOMIC_ADD_UINT(heddle_tickets(heddle_state_data), 1);
      heddle_ticket_drawn(heddle_state_data, ticket, tiles, epoch);
      shared_tickets[0] = (INDEX)ticket;
    }
    heddle_warp_barrier();
    heddle_fetch_tile(${x}, ring, arrivals, 0, shared_tickets[0], tiles, bulk_in, lane);
    drawn = 1;
  }`;
}

/**
 * What lies before a tile from the totals of `count` tiles before it; for the first thread. A block draws a ticket for
 * each turn of the ring, so that the other blocks' tiles in between are mostly one for each.
 */
const betweenFunction = `
DEVICE heddle_item heddle_between(volatile GLOBAL UINT64* statuses, int count, unsigned int epoch, int lane) {
  heddle_item items[${wordsOfThread}];
  int missing = 1;
  while (missing) {
    UINT64 words[${wordsOfThread}];
    missing = 0;
    #pragma unroll
    for (int j = 0; j < ${wordsOfThread}; j++) {
      words[j] = 32 * j + lane < count ? heddle_word_load(statuses + 32 * j + lane) : 0;
    }
    #pragma unroll
    for (int j = 0; j < ${wordsOfThread}; j++) {
      if (32 * j + lane < count && heddle_status_flag(words[j], epoch) == 0) missing = 1;
      items[j] = heddle_status_item(words[j]);
    }
    missing = heddle_any(missing);
  }
  #pragma unroll
  for (int apart = 1; apart < 32; apart <<= 1) {
    #pragma unroll
    for (int j = 0; j < ${wordsOfThread}; j++) {
      const heddle_item right = heddle_shuffle_from(items[j], (lane + apart) & 31);
      if (lane + apart < 32 && 32 * j + lane + apart < count) items[j] = heddle_scan(items[j], right, 0);
    }
  }
  #pragma unroll
  for (int j = 1; j < ${wordsOfThread}; j++) {
    if (32 * j < count) items[0] = heddle_scan(items[0], items[j], 0);
  }
  return items[0];
}
`;

/**
 * Every block draws one ticket past the last tile. The block that draws the last of these ends the epoch: all others
 * have drawn theirs, and no block draws after it. By then, a block that takes a tile has read the epoch, because it
 * drew another ticket with it. A block whose first ticket is past the last tile does not use the epoch.
 */
const ticketFunctions = `
DEVICE unsigned int heddle_draw_ticket(GLOBAL void* state, unsigned int epoch) {
  // Always 1, but not before the epoch is known.
  return ATOMIC_ADD_UINT(heddle_tickets(state), 1 + (epoch >> 30));
}
DEVICE void heddle_ticket_drawn(GLOBAL void* state, unsigned int ticket, INDEX tiles, unsigned int epoch) {
  if (ticket != (unsigned int)tiles + GRID_SIZE(0) - 1) return;
  *(volatile GLOBAL unsigned int*)heddle_tickets(state) = 0;
  *(volatile GLOBAL unsigned int*)state = (epoch + 1) & 0x3fffffffu;
}
`;

/** Begins to bring a warp's stretch of a tile, as far as it comes by bulk copies. */
const fetchFunction = `
DEVICE void heddle_fetch(
    GLOBAL const heddle_item* from, heddle_item* ring, UINT64* arrivals, int step, INDEX tile, INDEX end, int warp, int lane) {
  const int stage = step % ${stages};
  const INDEX begin = tile * ${ringTile} + warp * ${stretch};
  const INDEX rest = end < begin ? 0 : end - begin;
  heddle_bulk_in(arrivals + stage * ${warps} + warp, (heddle_pack*)(ring + stage * ${ringTile} + warp * ${stretch}),
      (GLOBAL const heddle_pack*)(from + begin), rest < ${stretch} ? (int)rest / ${packItems} : ${packs * 32}, lane);
}
DEVICE void heddle_fetch_tile(GLOBAL const heddle_item* from, heddle_item* ring, UINT64* arrivals, int step, INDEX tile,
    INDEX tiles, INDEX end, int lane) {
  if (tile >= tiles) return;
  for (int warp = 0; warp < ${warps}; warp++) heddle_fetch(from, ring, arrivals, step, tile, end, warp, lane);
}
`;

/**
 * Before a step's barrier: draws a ticket and looks back for the tile that is scanned after the barrier. The first
 * steps fill the ring ticket by ticket, so that blocks draw in turns.
 */
function lead(x: string): string {
  return `      if (step < ${lag}) {
        for (; drawn < ${stages} && drawn < 2 * step + 3; drawn++) {
          if (lane == 0) {
            if (ticket < (unsigned int)tiles) {
              ticket = heddle_draw_ticket(heddle_state_data, epoch);
              heddle_ticket_drawn(heddle_state_data, ticket, tiles, epoch);
            }
            shared_tickets[drawn] = (INDEX)ticket;
          }
          heddle_warp_barrier();
          heddle_fetch_tile(${x}, ring, arrivals, drawn, shared_tickets[drawn], tiles, bulk_in, lane);
        }
      } else {
        // Its answer comes while the warp looks back.
        const int draws = step > ${lag} && lane == 0 && ticket < (unsigned int)tiles;
        if (draws) ticket = heddle_draw_ticket(heddle_state_data, epoch);
        for (INDEX from = next; from < tile; from += ${window}) {
          const int count = tile - from < ${window} ? (int)(tile - from) : ${window};
          const heddle_item between = heddle_between(heddle_statuses(heddle_state_data) + from, count, epoch, lane);
          carry = from > 0 ? heddle_scan(carry, between, 0) : between;
        }
        if (lane == 0) shared_prefixes[step & 1] = carry;
        carry = tile > 0 ? heddle_scan(carry, totals[0], 0) : totals[0];
        next = tile + 1;
        if (draws) heddle_ticket_drawn(heddle_state_data, ticket, tiles, epoch);
        if (step > ${lag} && lane == 0) shared_tickets[(step + ${ahead}) % ${tickets}] = (INDEX)ticket;
      }`;
}

/** In front of the barrier: leaves the warps' totals, and `before`. */
function addUp(x: string): string {
  return `      heddle_item* own = ring + step % ${stages} * ${ringTile} + warp * ${stretch};
      const INDEX begin = shared_tickets[step % ${tickets}] * ${ringTile} + warp * ${stretch};
      heddle_bulk_arrived(arrivals + step % ${stages} * ${warps} + warp, step / ${stages});
      if (begin + ${stretch} > bulk_in) {
        // Items after the end are copies of the last item: valid values on which nothing depends.
        #pragma unroll ${packs}
        for (int k = 0; k < ${items}; k++) {
          const INDEX i = begin + k * 32 + lane;
          if (i >= bulk_in) own[k * 32 + lane] = ${x}[i < length ? i : length - 1];
        }
        heddle_warp_barrier();
      }
${stretchSum(packs, 'warp_totals[step & 1][warp]')}`;
}

/** After the barrier: publishes the total of the tile that has been added up. */
const publish = `      #pragma unroll
      for (int j = 0; j + 1 < ${lag}; j++) totals[j] = totals[j + 1];
      const INDEX added = shared_tickets[step % ${tickets}];
      if (added < tiles) {
        heddle_item total = warp_totals[step & 1][lane < ${warps} ? lane : 0];
        #pragma unroll
        for (int apart = 1; apart < ${warps}; apart <<= 1) {
          const heddle_item right = heddle_shuffle_from(total, (lane + apart) & 31);
          if (lane + apart < ${warps}) total = heddle_scan(total, right, 0);
        }
        totals[${lag - 1}] = total;
        if (lane == 0) heddle_word_store(heddle_statuses(heddle_state_data) + added, heddle_status(total, epoch, 1));
      }`;

/** After the barrier: scans a tile in place and sends it out. Then the stage of the previous tile is free. */
function scanAndStore(x: string, y: string): string {
  return `        heddle_item* own = ring + (step - ${lag}) % ${stages} * ${ringTile} + warp * ${stretch};
        const INDEX begin = tile * ${ringTile} + warp * ${stretch};
        const heddle_item prefix = shared_prefixes[step & 1];
        heddle_item run = tile == 0 ? runs[0] : thread == 0 ? prefix : heddle_scan(prefix, runs[0], 0);
        heddle_pack* mine = (heddle_pack*)own + lane * ${packs};
        #pragma unroll
        for (int k = 0; k < ${packs}; k++) {
          heddle_pack pack = mine[k];
          #pragma unroll
          for (int c = 0; c < ${packItems}; c++) {
            run = k + c > 0 || tile > 0 || thread > 0 ? heddle_scan(run, pack.at[c], 0) : pack.at[c];
            pack.at[c] = run;
          }
          mine[k] = pack;
        }
        const INDEX rest = bulk_out < begin ? 0 : bulk_out - begin;
        heddle_bulk_out((GLOBAL heddle_pack*)(${y} + begin), (const heddle_pack*)own,
            rest < ${stretch} ? (int)rest / ${packItems} : ${packs * 32}, lane);
        if (rest < ${stretch}) {
          #pragma unroll ${packs}
          for (int k = 0; k < ${items}; k++) {
            const INDEX i = begin + k * 32 + lane;
            if (i >= bulk_out && i < length) ${y}[i] = own[k * 32 + lane];
          }
        }
        heddle_bulk_out_read(lane);
        const INDEX coming = shared_tickets[(step + ${ahead}) % ${tickets}];
        if (step > ${lag} && coming < tiles) {
          heddle_fetch(${x}, ring, arrivals, step + ${ahead}, coming, bulk_in, warp, lane);
        }`;
}

/** After the barrier: what lies before the thread in the tile that has been added up; anything for the first thread. */
const joinWarps = `      #pragma unroll
      for (int j = 0; j + 1 < ${lag}; j++) runs[j] = runs[j + 1];
      if (shared_tickets[step % ${tickets}] < tiles) {
        heddle_item until = warp_totals[step & 1][lane < ${warps} ? lane : 0];
        #pragma unroll
        for (int apart = 1; apart < ${warps}; apart <<= 1) {
          const heddle_item left = heddle_shuffle_up(until, apart);
          if (lane >= apart) until = heddle_scan(left, until, 0);
        }
        const heddle_item others = heddle_shuffle_from(until, warp == 0 ? 0 : warp - 1);
        runs[${lag - 1}] = lane == 0 ? others : warp == 0 ? before : heddle_scan(others, before, 0);
      }`;
