/** Broadcasting, slices and transposed copies in sizes and places where devices change from one walk to another. */
import type { DType } from '@heddle/core';
import type { GpuArray } from '@heddle/gpuarray';
import { onDevices } from '../support/on-devices';

/** Row-major values of a function of row and column. */
function grid(rows: number, columns: number, value: (row: number, column: number) => number): number[] {
  return Array.from({ length: rows * columns }, (_, k) => value(Math.floor(k / columns), k % columns));
}

async function numbers(array: GpuArray): Promise<number[]> {
  return Array.from((await array.get()) as ArrayLike<number | bigint>, Number);
}

onDevices('walks of broadcast and strided arrays', (test) => {
  // Whole packs, packs of some of the dtypes only, and rows that start between packs.
  it.each([
    ['float32', 24, 40],
    ['float32', 17, 18],
    ['float64', 9, 34],
    ['uint8', 5, 72],
    // Rows of more than one strip, the last of one element.
    ['float32', 3, 2049],
  ] as const)('%s: a matrix of %i x %i with a row, a column and an element', async (dtype, rows, columns) => {
    const { ga } = test;
    const matrix = ga
      .arange(rows * columns)
      .astype(dtype)
      .reshape(rows, columns);
    const host = await numbers(matrix);
    const row = matrix.slice(1);
    const column = matrix.slice(':', [2, 3]);
    const element = matrix.slice([1, 2], [1, 2]);
    const at = (i: number, j: number) => host[i * columns + j] as number;
    const wrapped = async (values: number[]) =>
      await numbers(ga.array(values, { dtype: 'float64' }).astype('int64').astype(dtype));
    expect(await numbers(ga.add(matrix, row))).toEqual(
      await wrapped(grid(rows, columns, (i, j) => at(i, j) + at(1, j))),
    );
    expect(await numbers(ga.add(matrix, column))).toEqual(
      await wrapped(grid(rows, columns, (i, j) => at(i, j) + at(i, 2))),
    );
    expect(await numbers(ga.add(row, column))).toEqual(
      await wrapped(grid(rows, columns, (i, j) => at(1, j) + at(i, 2))),
    );
    expect(await numbers(ga.add(matrix, element))).toEqual(
      await wrapped(grid(rows, columns, (i, j) => at(i, j) + at(1, 1))),
    );
  });

  it('tells an operation its index in arrays that are not dense', async () => {
    const { ga } = test;
    const kernel = ga.elementwiseKernel('float32 x, float32 y', 'float32 z', 'z = x + y + i * 2 + n');
    for (const [rows, columns] of [
      [3, 1500],
      [1, 2500],
      [5, 7],
    ] as const) {
      const wide = ga.arange(rows * columns * 2, { dtype: 'float32' }).reshape(rows, 2 * columns);
      const column = ga.arange(rows, { dtype: 'float32' }).reshape(rows, 1);
      const z = kernel(wide.slice(':', [0, 2 * columns, 2]), column);
      expect(await numbers(z)).toEqual(
        grid(rows, columns, (i, j) => i * 2 * columns + 2 * j + i + (i * columns + j) * 2 + rows * columns),
      );
    }
  });

  it('converts while it broadcasts, each operand in packs of its own', async () => {
    const { ga } = test;
    const bytes = ga.arange(48, { dtype: 'uint8' });
    const target = ga.zeros([6, 48], 'float64');
    target.assign(bytes);
    expect(await numbers(target)).toEqual(grid(6, 48, (_, j) => j));
    const mixed = ga.add(target.astype('float32'), bytes.reshape(48).astype('int16'));
    expect(await numbers(mixed)).toEqual(grid(6, 48, (_, j) => 2 * j));
  });

  it.each([
    ['whole packs', [4, 36], [8, 40]],
    ['an odd start', [3, 35], [8, 40]],
    ['an odd length', [4, 35], [8, 39]],
  ] as const)('writes and reads slices of %s', async (_, from, to) => {
    const { ga } = test;
    const x = ga.arange(20 * 44, { dtype: 'float32' }).reshape(20, 44);
    const y = ga.zeros([20, 44], 'float32');
    y.slice([2, 18], [...to]).assign(x.slice([0, 16], [...from]));
    const inside = (i: number, j: number) => i >= 2 && i < 18 && j >= to[0] && j < to[1];
    const moved = (i: number, j: number) => (i - 2) * 44 + (j - to[0] + from[0]);
    expect(await numbers(y)).toEqual(grid(20, 44, (i, j) => (inside(i, j) ? moved(i, j) : 0)));
  });

  it('walks rows backwards, and several outer axes', async () => {
    const { ga } = test;
    const x = ga.arange(5 * 6 * 8, { dtype: 'int32' }).reshape(5, 6, 8);
    const flipped = ga.add(x.slice('::-1'), x.slice([0, 1], [0, 1]));
    const [far, near] = [(k: number) => (4 - Math.floor(k / 48)) * 48 + (k % 48), (k: number) => k % 8];
    expect(await numbers(flipped)).toEqual(Array.from({ length: 240 }, (_, k) => far(k) + near(k)));
    const spread = ga.add(x.slice(':', [2, 3]), ga.arange(6, { dtype: 'int32' }).reshape(6, 1));
    const expected = Array.from(
      { length: 240 },
      (_, k) => Math.floor(k / 48) * 48 + 16 + (k % 8) + (Math.floor(k / 8) % 6),
    );
    expect(await numbers(spread)).toEqual(expected);
  });

  it('adds a row to a matrix in place, and a row of the matrix itself', async () => {
    const { ga } = test;
    const matrix = ga.arange(12 * 16, { dtype: 'int32' }).reshape(12, 16);
    ga.add(matrix, ga.arange(16, { dtype: 'int32' }), { out: matrix });
    expect(await numbers(matrix)).toEqual(grid(12, 16, (i, j) => 16 * i + 2 * j));
    ga.add(matrix, matrix.slice(1), { out: matrix });
    expect(await numbers(matrix)).toEqual(grid(12, 16, (i, j) => 16 * i + 2 * j + 16 + 2 * j));
  });

  const dtypes: readonly DType[] = ['uint8', 'int16', 'float32', 'int64'];
  it.each(dtypes)('copies transposed arrays of %s', async (dtype) => {
    const { ga } = test;
    // Whole tiles, whole packs, and what is neither.
    for (const [rows, columns] of [
      [128, 64],
      [200, 136],
      [72, 88],
      [67, 130],
    ] as const) {
      // prettier-ignore
      const x = ga.arange(rows * columns, { dtype: 'int64' }).astype(dtype).reshape(rows, columns);
      const host = await numbers(x);
      expect(await numbers(x.T.copy())).toEqual(grid(columns, rows, (i, j) => host[j * columns + i] as number));
    }
  });

  it('copies transposed views, in batches and to other views', async () => {
    const { ga } = test;
    const x = ga.arange(3 * 96 * 80, { dtype: 'float32' }).reshape(3, 96, 80);
    const swapped = await numbers(x.transpose(0, 2, 1).copy());
    expect(swapped).toEqual(
      swapped.map((_, k) => Math.floor(k / 7680) * 7680 + (k % 96) * 80 + (Math.floor(k / 96) % 80)),
    );
    for (const first of [0, 1, 4]) {
      const part = x.slice(1, [0, 72], [first, first + 68]);
      const target = ga.zeros([80, 80], 'float32');
      target.slice([first, first + 68], [8, 80]).assign(part.T);
      const inside = (i: number, j: number) => i >= first && i < first + 68 && j >= 8;
      const expected = grid(80, 80, (i, j) => (inside(i, j) ? 7680 + (j - 8) * 80 + i : 0));
      expect(await numbers(target)).toEqual(expected);
    }
  });
});
