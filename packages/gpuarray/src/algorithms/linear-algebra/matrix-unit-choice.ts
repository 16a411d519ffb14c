/** Which tile a product by matrix units takes, and whether they are faster than the portable kernel, as data. */
import type { MatrixProduct } from './matrix-product';
import { matrixUnitShape } from './matrix-unit-source';
import type { UnitKind, UnitTile } from './matrix-unit-variant';
import { tiledBlocks } from './tiled-product';

/** What is asked before the operands are looked at. */
export type Extents = Omit<MatrixProduct, 'a' | 'b'>;

/** How long blocks take that share a multiprocessor, per element of the inner axis; only ratios count. */
interface BlockTimes {
  /** Blocks that run there at a time. */
  readonly atOnce: number;
  /** One alone, which does not keep the units busy, and what each further one adds. */
  readonly first: number;
  readonly more: number;
}

// As measured on an H200.
const float64Tiles: readonly (UnitTile & BlockTimes)[] = [
  { rows: 128, columns: 64, atOnce: 2, first: 26.4, more: 13.6 },
  { rows: 64, columns: 64, atOnce: 3, first: 16.1, more: 7.2 },
  { rows: 32, columns: 32, atOnce: 6, first: 10.3, more: 2.1 },
];
const portableFloat64: BlockTimes = { atOnce: 2, first: 41, more: 23.5 };
/** How much longer the portable kernel takes where it sums parts of the inner axis afterwards. */
const sumOfParts = 1.2;

const [wideHalves, narrowHalves] = [
  { rows: 128, columns: 256 },
  { rows: 128, columns: 128 },
];

/** @returns undefined if the product is faster without these units */
export function unitTile(kind: UnitKind, product: Extents): UnitTile | undefined {
  return kind === 'warp-float64' ? float64Tile(kind, product) : halfTile(kind, product);
}

// Where every narrow tile has a multiprocessor of its own, wide ones would leave half of the device idle.
function halfTile(kind: UnitKind, product: Extents): UnitTile | undefined {
  const crowded = tilesIn(product, narrowHalves) > product.out.device.properties.multiprocessors;
  if (product.columns > narrowHalves.columns && crowded && fits(kind, wideHalves, product)) return wideHalves;
  return fits(kind, narrowHalves, product) ? narrowHalves : undefined;
}

// The portable kernel is the faster one where a small result has a long inner axis: it cuts that into parts.
function float64Tile(kind: UnitKind, product: Extents): UnitTile | undefined {
  const { blocks, splits } = tiledBlocks(product);
  const portable = (timeOf(portableFloat64, blocks, product) / splits) * (splits > 1 ? sumOfParts : 1);
  let best: { readonly tile: UnitTile | undefined; readonly time: number } = { tile: undefined, time: portable };
  for (const tile of float64Tiles) {
    const time = timeOf(tile, tilesIn(product, tile), product);
    if (time < best.time && fits(kind, tile, product)) best = { tile, time };
  }
  return best.tile;
}

/** Of the multiprocessor that has the most blocks. */
function timeOf({ atOnce, first, more }: BlockTimes, blocks: number, { out }: Extents): number {
  const share = Math.ceil(blocks / Math.max(1, out.device.properties.multiprocessors));
  const together = (count: number): number => (count === 0 ? 0 : first + (count - 1) * more);
  return Math.floor(share / atOnce) * together(atOnce) + together(share % atOnce);
}

function tilesIn({ out, rows, columns }: Extents, tile: UnitTile): number {
  return Math.ceil(rows / tile.rows) * Math.ceil(columns / tile.columns) * (out.size / (rows * columns));
}

function fits(kind: UnitKind, tile: UnitTile, { out }: Extents): boolean {
  return matrixUnitShape({ kind, tile }).sharedBytes <= out.device.properties.limits.sharedBytesOptIn;
}
