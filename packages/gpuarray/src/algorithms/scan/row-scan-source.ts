/**
 * Scan of many rows. The threads of one block hold a whole row in registers, or walk it in passes if it is long.
 * Nothing passes between blocks. If packs of a row's elements lie contiguously, they go to neighbouring threads. Else
 * threads read elements side by side and exchange them within the warp, through shared memory.
 */
import { extraDeclarations, extraNames, extraParameters, extraPointers } from '../../kernel-kit/kernel-extra';
import { packCopies, packType } from './item-packs';
import { shuffleFunctions, warpFunctions } from '../../kernel-kit/parallel-primitives';
import { rowsRead, rowsWritten, type PlainRows } from './plain-arrays';
import { inputCall, outputCall } from './scan-functions';
import { scanNeeds, type ScanSpec } from './scan-spec';
import { scanShapeParameters } from './sequential-scan-source';

/** How a block's threads are dealt to rows. */
export interface RowShape {
  /** Threads of a row within a warp: a power of two; 32 where a row has several warps or packs. */
  readonly lanes: number;
  /** Warps of a row: a power of two. */
  readonly warps: number;
  /** Warps of a block: a multiple. */
  readonly blockWarps: number;
  /** Packs of a thread. */
  readonly packs: number;
  /** Blocks that a multiprocessor is to hold. */
  readonly blocks: number;
  /** Rows are longer than their threads hold at once. */
  readonly passes: boolean;
}

/** Items of a pack: 16 bytes of items of 4 or 8. */
export const rowPackItems = (itemBytes: number): number => (itemBytes === 8 ? 2 : 4);

/** Items that the threads of a row hold. */
export const rowTile = ({ lanes, warps, packs }: RowShape, itemBytes: number): number =>
  lanes * warps * packs * rowPackItems(itemBytes);

/** Rows of a block. */
export const rowsOfBlock = ({ lanes, warps, blockWarps }: RowShape): number => (blockWarps / warps) * (32 / lanes);

/**
 * Kernel `heddle_scan_rows`, for any grid. The spec must have no segments and not need the last item.
 *
 * @param itemBytes - 1, 2, 4 or 8
 */
export function rowScanSource(spec: ScanSpec, shape: RowShape, itemBytes: number): string {
  const { lanes, warps, blockWarps, packs, passes } = shape;
  const count = rowPackItems(itemBytes);
  const parameters = [...extraParameters(spec.extras), ...scanShapeParameters].join(', ');
  const threads = blockWarps * 32;
  const tile = rowTile(shape, itemBytes);
  const sides = itemBytes >= 4 ? plainSides(spec) : undefined;
  return `${warpFunctions}${shuffleFunctions('heddle_item')}${packType('heddle_item', itemBytes, count)}
${sides === undefined ? '' : `${packCopies}${sides.functions}`}
KERNEL void __launch_bounds__(${threads}, ${shape.blocks}) heddle_scan_rows(${parameters}) {
  SHARED heddle_pack crossings[${threads}];
  ${warps > 1 ? `SHARED heddle_item warp_totals[2][${blockWarps}];` : ''}
${extraPointers(spec.extras)}
  const INDEX length = (INDEX)heddle_length;
  const int thread = (int)THREAD_INDEX(0);
  const int lane = thread & 31;
  const int warp = thread / 32;
  const int place = lane & ${lanes - 1};
  const int row_warp = warp & ${warps - 1};
  // The warp's own: two halves of a row's elements change places here.
  heddle_item* crossing = (heddle_item*)(crossings + warp * 32);
  ${warps > 1 ? 'int turn = 0;' : ''}
  for (INT64 first = (INT64)BLOCK_INDEX(0) * ${rowsOfBlock(shape)}; first < heddle_rows;
       first += (INT64)GRID_SIZE(0) * ${rowsOfBlock(shape)}) {
    const INT64 wanted = first + thread / ${lanes * warps};
    const int present = wanted < heddle_rows;
    // Threads without a row go along with the last one, and keep what comes of it to themselves.
    const INDEX row = (INDEX)(present ? wanted : heddle_rows - 1);
${sides === undefined ? '' : sides.begin(count)}
    ${passes ? 'heddle_item carry;' : ''}
    ${passes ? `for (INDEX begin = 0; begin < length; begin += ${tile}) {` : '{\n      const INDEX begin = 0;'}
      heddle_pack held[${packs}];
${load(spec, shape, count, sides !== undefined)}
${scanPacks(shape, count)}
${warps > 1 ? joinWarps(shape) : ''}
${lead(shape)}
${apply(spec, shape, count)}
${store(spec, shape, count, sides !== undefined)}
    }
  }
}`;
}

/** Where rows of plain items begin in memory: functions, and the statements that look whether packs may be used. */
interface PlainSides {
  readonly functions: string;
  readonly begin: (count: number) => string;
}

function plainSides(spec: ScanSpec): PlainSides | undefined {
  const [from, to] = [rowsRead(spec), rowsWritten(spec)];
  if (from === undefined || to === undefined) return undefined;
  const parameters = [...extraDeclarations(spec.extras), 'const INDEX heddle_row'].join(', ');
  const names = [...extraNames(spec.extras), 'row'].join(', ');
  const rowFunction = (name: string, constness: string, { array, begin }: PlainRows): string => `
DEVICE GLOBAL ${constness}heddle_item* ${name}(${parameters}) { return ${array} + (${begin}); }`;
  return {
    functions: `${rowFunction('heddle_row_read', 'const ', from)}${rowFunction('heddle_row_written', '', to)}`,
    begin: (count) => `    GLOBAL const heddle_item* from = heddle_row_read(${names});
    GLOBAL heddle_item* to = heddle_row_written(${names});
    const int packed = !heddle_any(length % ${count} != 0 || (((UINT64)from | (UINT64)to) & 15) != 0);`,
  };
}

/** C expression of the row's element with which a thread's pack \`k\` begins. */
const packPlace = ({ lanes, packs }: RowShape, count: number): string =>
  `begin + ((row_warp * ${packs} + k) * ${lanes} + place) * ${count}`;

/** The same of the elements that a warp reads side by side for packs \`k\`, the thread's first. */
const sidePlace = ({ lanes, packs }: RowShape, count: number): string =>
  `begin + (row_warp * ${packs} + k) * ${lanes * count} + place`;

/** Items after the end are copies of the last items: valid values on which nothing depends. */
function load(spec: ScanSpec, shape: RowShape, count: number, plain: boolean): string {
  const { lanes, packs } = shape;
  const packed = `if (packed) {
        #pragma unroll
        for (int k = 0; k < ${packs}; k++) {
          const INDEX i = ${packPlace(shape, count)};
          held[k] = heddle_load_pack((GLOBAL const heddle_pack*)(from + (i < length ? i : length - ${count})));
        }
      } else `;
  return `      ${plain ? packed : ''}{
        #pragma unroll
        for (int k = 0; k < ${packs}; k++) {
          #pragma unroll
          for (int c = 0; c < ${count}; c++) {
            const INDEX i = ${sidePlace(shape, count)} + c * ${lanes};
            held[k].at[c] = ${inputCall(spec, 'i < length ? i : length - 1')}.value;
          }
        }
        #pragma unroll
        for (int k = 0; k < ${packs}; k++) {
          heddle_warp_barrier();
          #pragma unroll
          for (int c = 0; c < ${count}; c++) crossing[(lane - place) * ${count} + c * ${lanes} + place] = held[k].at[c];
          heddle_warp_barrier();
          held[k] = ((const heddle_pack*)crossing)[lane];
        }
      }`;
}

/** Scans each pack; leaves in \`befores\` what lies before it in the warp's part of the row, and that part's \`run\`. */
function scanPacks({ lanes, packs }: RowShape, count: number): string {
  return `      heddle_item befores[${packs}];
      heddle_item run;
      #pragma unroll
      for (int k = 0; k < ${packs}; k++) {
        #pragma unroll
        for (int c = 1; c < ${count}; c++) held[k].at[c] = heddle_scan(held[k].at[c - 1], held[k].at[c], 0);
        heddle_item sum = held[k].at[${count - 1}];
        #pragma unroll
        for (int apart = 1; apart < ${lanes}; apart <<= 1) {
          const heddle_item left = heddle_shuffle_up(sum, apart);
          if (place >= apart) sum = heddle_scan(left, sum, 0);
        }
        const heddle_item left = heddle_shuffle_up(sum, 1);
        const heddle_item all = heddle_shuffle_from(sum, lane | ${lanes - 1});
        befores[k] = k == 0 ? left : place == 0 ? run : heddle_scan(run, left, 0);
        run = k == 0 ? all : heddle_scan(run, all, 0);
      }`;
}

/** Declares \`ahead\`, what lies before the warp in the pass (for a row's first warp: anything), and the pass's total. */
function joinWarps({ warps, passes }: RowShape): string {
  return `      if (lane == 0) warp_totals[turn][warp] = run;
      BARRIER();
      heddle_item until = warp_totals[turn][warp - row_warp + (lane & ${warps - 1})];
      turn ^= 1;
      #pragma unroll
      for (int apart = 1; apart < ${warps}; apart <<= 1) {
        const heddle_item left = heddle_shuffle_up(until, apart);
        if (lane >= apart) until = heddle_scan(left, until, 0);
      }
      ${passes ? `const heddle_item total = heddle_shuffle_from(until, ${warps - 1});` : ''}
      const heddle_item ahead = heddle_shuffle_from(until, row_warp == 0 ? 0 : row_warp - 1);`;
}

/** Declares \`lead\`, what lies before the warp's part of the row, where \`led\`. */
function lead({ warps, passes }: RowShape): string {
  const [ahead, total, later] = warps > 1 ? ['ahead', 'total', 'row_warp > 0'] : ['run', 'run', '0'];
  if (!passes) return `      const heddle_item lead = ${ahead};\n      const int led = ${later};`;
  return `      const heddle_item lead = begin == 0 ? ${ahead} : ${later} ? heddle_scan(carry, ${ahead}, 0) : carry;
      const int led = begin > 0 || ${later};
      carry = begin == 0 ? ${total} : heddle_scan(carry, ${total}, 0);`;
}

/** Turns inputs into items, and \`befores\` into the items before each pack. */
function apply(spec: ScanSpec, { packs }: RowShape, count: number): string {
  const neutral = scanNeeds(spec).previous ? 'else befores[k] = heddle_neutral();' : '';
  return `      #pragma unroll
      for (int k = 0; k < ${packs}; k++) {
        const int after = k > 0 || place > 0;
        if (led) befores[k] = after ? heddle_scan(lead, befores[k], 0) : lead;
        if (led || after) {
          #pragma unroll
          for (int c = 0; c < ${count}; c++) held[k].at[c] = heddle_scan(befores[k], held[k].at[c], 0);
        } ${neutral}
      }`;
}

function store(spec: ScanSpec, shape: RowShape, count: number, plain: boolean): string {
  const { lanes, packs } = shape;
  const packed = `if (packed) {
        #pragma unroll
        for (int k = 0; k < ${packs}; k++) {
          const INDEX i = ${packPlace(shape, count)};
          if (present && i < length) heddle_store_pack((GLOBAL heddle_pack*)(to + i), held[k]);
        }
      } else `;
  const { previous } = scanNeeds(spec);
  return `      ${plain ? packed : ''}{
        #pragma unroll
        for (int k = 0; k < ${packs}; k++) {
          ${previous ? previousSides(shape, count) : ''}
          heddle_warp_barrier();
          ((heddle_pack*)crossing)[lane] = held[k];
          heddle_warp_barrier();
          #pragma unroll
          for (int c = 0; c < ${count}; c++) {
            const INDEX i = ${sidePlace(shape, count)} + c * ${lanes};
            const heddle_item item = crossing[(lane - place) * ${count} + c * ${lanes} + place];
            if (present && i < length) {
              ${outputCall(spec, 'i', 'item', 'previous[c]', '')}
            }
          }
        }
      }`;
}

/** Declares \`previous\`, the items before those that the thread puts out side by side with others. */
function previousSides({ lanes }: RowShape, count: number): string {
  return `heddle_pack before;
          before.at[0] = befores[k];
          #pragma unroll
          for (int c = 1; c < ${count}; c++) before.at[c] = held[k].at[c - 1];
          heddle_warp_barrier();
          ((heddle_pack*)crossing)[lane] = before;
          heddle_warp_barrier();
          heddle_item previous[${count}];
          #pragma unroll
          for (int c = 0; c < ${count}; c++) previous[c] = crossing[(lane - place) * ${count} + c * ${lanes} + place];`;
}
