/** Which tile products of float64 take on a device like an H200. */
import { matrixArithmetic } from '../../src/algorithms/linear-algebra/matrix-arithmetic';
import { unitTile, type Extents } from '../../src/algorithms/linear-algebra/matrix-unit-choice';

function product([rows, depth, columns]: readonly [number, number, number], batches: number): Extents {
  const properties = { multiprocessors: 132, limits: { sharedBytesOptIn: 227 * 1024 } };
  const out = { size: batches * rows * columns, device: { properties } } as unknown as Extents['out'];
  return { arithmetic: matrixArithmetic('float64'), out, batchShape: [batches], rows, depth, columns };
}

describe('tiles of float64', () => {
  it.each([
    [[4096, 4096, 4096], 1, [128, 64]],
    [[4096, 16, 4096], 1, [128, 64]],
    [[1024, 1024, 1024], 1, [64, 64]],
    [[1536, 1536, 1536], 1, [64, 64]],
    [[512, 512, 512], 1, [32, 32]],
    [[4096, 4096, 32], 1, [32, 32]],
    [[64, 64, 64], 1, [32, 32]],
    [[64, 64, 64], 5000, [64, 64]],
    // The portable kernel cuts a long inner axis into parts.
    [[256, 8192, 256], 1, undefined],
    [[20, 5000, 20], 1, undefined],
    [[256, 8192, 256], 40, [64, 64]],
  ] as const)('of %p, %p times: %p', (extents, batches, tile) => {
    const wanted = tile && { rows: tile[0], columns: tile[1] };
    const { rows, columns } = unitTile('warp-float64', product(extents, batches)) ?? {};
    expect(rows === undefined ? undefined : { rows, columns }).toEqual(wanted);
  });
});
