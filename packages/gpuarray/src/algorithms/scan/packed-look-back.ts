/**
 * Look-back over two levels, for items of at most four bytes, which go with their flag in one 64-bit word: a tile takes
 * the totals of the tiles before it in its own group of 32, and what lies before the group from the words of groups.
 * The last tile of a group writes the group's word: first its total, then what lies up to its end. So few words change
 * twice, and a warp sees 1,024 tiles at once.
 *
 * After D. Merrill and M. Garland, "Single-pass Parallel Prefix Scan with Decoupled Look-back", NVIDIA technical report
 * NVR-2016-002, 2016.
 *
 * That the blocks before a waiting one finish is what `forward-progress` says; it presumes that they were started. Tiles
 * are numbered by block index where a GPU starts blocks in the order of their indices: CUDA does not promise it, but all
 * its devices keep it and its own library of primitives (CUB) relies on it in the same place. AMD's do not keep it where
 * they have several command processors: its library (rocPRIM) hung until blocks took tickets, as they do here.
 */

/** Tiles that make a group: one for each thread of the warp that looks back. */
const groupTiles = 32;

/** Words for so many tiles: the tiles', then the groups'. */
export function lookBackWords(tiles: number): number {
  return tiles + Math.ceil(tiles / groupTiles);
}

/** Words of status: the flag above the item. Needs `heddle_item`. */
export const statusWords = `
typedef union { heddle_item value; unsigned int word; } heddle_item_word;
DEVICE UINT64 heddle_status(heddle_item value, unsigned int epoch, unsigned int flag) {
  heddle_item_word both;
  both.word = 0;
  both.value = value;
  return ((UINT64)(epoch << 2 | flag) << 32) | both.word;
}
DEVICE heddle_item heddle_status_item(UINT64 status) {
  heddle_item_word both;
  both.word = (unsigned int)status;
  return both.value;
}
// 1: a total, 2: all up to here, 0: not written in this epoch.
DEVICE int heddle_status_flag(UINT64 status, unsigned int epoch) {
  const unsigned int flag = (unsigned int)(status >> 32) - (epoch << 2);
  return flag <= 2 ? (int)flag : 0;
}
`;

/**
 * `heddle_look_back`, for a whole warp: publishes a tile's total and returns what lies before the tile; for tile 0, its
 * total. Needs {@link statusWords}, `heddle_scan` and shuffles of `heddle_item`.
 */
export const lookBackFunction = `
DEVICE heddle_item heddle_look_back(
    volatile GLOBAL UINT64* statuses, INT64 tiles, INT64 tile, heddle_item total, unsigned int epoch, int lane) {
  volatile GLOBAL UINT64* groups = statuses + tiles;
  const INT64 group = tile / ${groupTiles};
  const int place = (int)(tile - group * ${groupTiles});
  if (lane == 0) statuses[tile] = heddle_status(total, epoch, 1);
  heddle_item own = total;
  heddle_item prefix = total;
  INT64 nearest = group - 1;
  int own_known = place == 0;
  int some_prefix = 0;
  int whole_prefix = group == 0;
  while (!own_known || !whole_prefix) {
    UINT64 status = 0;
    UINT64 before = 0;
    if (!own_known && lane < place) status = statuses[tile - place + lane];
    if (!whole_prefix && nearest - lane >= 0) before = groups[nearest - lane];
    if (!own_known && !heddle_any(lane < place && heddle_status_flag(status, epoch) == 0)) {
      own = heddle_status_item(status);
      for (int apart = 1; apart < 32; apart <<= 1) {
        const heddle_item right = heddle_shuffle_from(own, (lane + apart) & 31);
        if (lane + apart < place) own = heddle_scan(own, right, 0);
      }
      own = heddle_shuffle_from(own, 0);
      own_known = 1;
      if (place == ${groupTiles - 1} && !whole_prefix && lane == 0) {
        groups[group] = heddle_status(heddle_scan(own, total, 0), epoch, 1);
      }
    }
    if (!whole_prefix) {
      // Groups before the first: the first one's own word ends the search, since it is only written when whole.
      const int flag = nearest - lane < 0 ? 2 : heddle_status_flag(before, epoch);
      const unsigned int wholes = (unsigned int)heddle_votes(flag == 2);
      const unsigned int missing = (unsigned int)heddle_votes(flag == 0);
      if ((missing & ((wholes & (0u - wholes)) - 1u)) == 0) {
        const int farthest = wholes != 0 ? __ffs((int)wholes) - 1 : 31;
        heddle_item items = heddle_status_item(before);
        for (int apart = 1; apart < 32; apart <<= 1) {
          const heddle_item left = heddle_shuffle_from(items, (lane + apart) & 31);
          if (lane + apart <= farthest) items = heddle_scan(left, items, 0);
        }
        items = heddle_shuffle_from(items, 0);
        prefix = some_prefix ? heddle_scan(items, prefix, 0) : items;
        some_prefix = 1;
        whole_prefix = wholes != 0;
        nearest -= 32;
      }
    }
  }
  if (place > 0) prefix = some_prefix ? heddle_scan(prefix, own, 0) : own;
  if (place == ${groupTiles - 1} && lane == 0) groups[group] = heddle_status(heddle_scan(prefix, total, 0), epoch, 2);
  return prefix;
}
`;

/**
 * `heddle_take_tile(tickets)`, first in a kernel's body: declares `tile`, which this block takes. All tiles before it
 * have been taken. `tickets` is a word of 32 bits, zero at the launch.
 */
export const tileNumbers = `
#if defined(__AMDGCN__) && !defined(HEDDLE_TICKETS)
#define HEDDLE_TICKETS
#endif
#ifdef HEDDLE_TICKETS
#define heddle_take_tile(tickets) \\
  SHARED unsigned int shared_ticket; \\
  if (THREAD_INDEX(0) == 0) shared_ticket = ATOMIC_ADD_UINT(tickets, 1); \\
  BARRIER(); \\
  const INDEX tile = (INDEX)shared_ticket
#else
#define heddle_take_tile(tickets) const INDEX tile = (INDEX)BLOCK_INDEX(0)
#endif
`;

/** Where the tickets of a state with an epoch are, in words of 32 bits: in another cache line than the epoch. */
const ticketWord = 32;

/**
 * Reads the epoch and ends it. A thread reads the epoch before its warp looks back. A thread of the last tile ends the
 * epoch after its look-back. By then every other block has published its total, so it has read the epoch, and all
 * tickets have been taken.
 */
export const epochFunctions = `
#define heddle_tickets(state) ((GLOBAL unsigned int*)(state) + ${ticketWord})
DEVICE unsigned int heddle_epoch(GLOBAL void* state) { return *(volatile GLOBAL unsigned int*)state; }
DEVICE void heddle_end_epoch(GLOBAL void* state, unsigned int epoch) {
#ifdef HEDDLE_TICKETS
  *(volatile GLOBAL unsigned int*)heddle_tickets(state) = 0;
#endif
  *(volatile GLOBAL unsigned int*)state = (epoch + 1) & 0x3fffffffu;
}
DEVICE volatile GLOBAL UINT64* heddle_statuses(GLOBAL void* state) {
  return (volatile GLOBAL UINT64*)state + 32;
}
`;

/** Words in front of the first status word. */
export const epochWords = 32;
