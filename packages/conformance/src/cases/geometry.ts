/** Grids and blocks: who runs, how often, and what is refused. */
import type { Extent, Kernel } from '@heddle/core';
import { casesOf, type CaseDefinition } from '../conformance-case';

/** Each thread writes what it knows about its place. */
const places = {
  portable: `
KERNEL void place(GLOBAL int* out, int width, int height, int depth) {
  int x = (int)GLOBAL_INDEX(0);
  int y = (int)GLOBAL_INDEX(1);
  int z = (int)GLOBAL_INDEX(2);
  if (x >= width || y >= height || z >= depth) return;
  int i = (z * height + y) * width + x;
  int thread = (int)((THREAD_INDEX(2) * BLOCK_SIZE(1) + THREAD_INDEX(1)) * BLOCK_SIZE(0) + THREAD_INDEX(0));
  int block = (int)((BLOCK_INDEX(2) * GRID_SIZE(1) + BLOCK_INDEX(1)) * GRID_SIZE(0) + BLOCK_INDEX(0));
  out[2 * i] += thread + 1;
  out[2 * i + 1] += block + 1;
}
`,
};

type Three = readonly [number, number, number];

interface Shape {
  readonly id: string;
  readonly title: string;
  readonly grid: Three;
  readonly block: Three;
  /** How much of the grid the kernel uses. Default: all. */
  readonly size?: Three;
}

const shapes: readonly Shape[] = [
  { id: 'one-thread', title: 'one block of one thread', grid: [1, 1, 1], block: [1, 1, 1] },
  { id: 'index-1d', title: 'every thread of a line knows its place', grid: [7, 1, 1], block: [32, 1, 1] },
  { id: 'index-2d', title: 'every thread of a plane knows its place', grid: [3, 5, 1], block: [8, 4, 1] },
  { id: 'index-3d', title: 'every thread of a volume knows its place', grid: [2, 3, 4], block: [4, 3, 2] },
  { id: 'odd-block', title: 'blocks of odd extents', grid: [3, 2, 2], block: [7, 5, 3] },
  { id: 'tall-block', title: 'blocks that extend along y and z only', grid: [2, 2, 2], block: [1, 16, 4] },
  {
    id: 'guarded',
    title: 'a size that is not a multiple of the block',
    grid: [4, 3, 2],
    block: [16, 4, 1],
    size: [61, 10, 2],
  },
];

const shapeCases: readonly CaseDefinition[] = shapes.map(({ id, title, grid, block, size }) => ({
  id,
  title,
  source: places,
  run: async ({ zeros, check }, module) => {
    const [width, height, depth] = size ?? [grid[0] * block[0], grid[1] * block[1], grid[2] * block[2]];
    const out = zeros('int32', 2 * width * height * depth);
    module.kernel('place').launch({ grid, block }, out, width, height, depth);
    const expected = new Int32Array(out.length);
    for (let z = 0, i = 0; z < depth; z++) {
      for (let y = 0; y < height; y++) {
        for (let x = 0; x < width; x++, i++) {
          const inBlock = [x % block[0], y % block[1], z % block[2]] as const;
          const [bx, by, bz] = [Math.floor(x / block[0]), Math.floor(y / block[1]), Math.floor(z / block[2])];
          expected[2 * i] = (inBlock[2] * block[1] + inBlock[1]) * block[0] + inBlock[0] + 1;
          expected[2 * i + 1] = (bz * grid[1] + by) * grid[0] + bx + 1;
        }
      }
    }
    check.arrayEqual(await out.read(), expected, 'places');
  },
}));

const touch = { portable: 'KERNEL void touch(GLOBAL int* out) { out[GLOBAL_INDEX(0)] += 1; }' };

const wrongExtents: readonly unknown[] = [
  0,
  -1,
  1.5,
  NaN,
  Infinity,
  '8',
  null,
  undefined,
  [],
  [1, 1, 1, 1],
  [1, 0],
  {},
];

export const geometryCases = casesOf('geometry', [
  ...shapeCases,
  {
    id: 'sizes',
    title: 'kernels see the extents of block and grid',
    source: {
      portable: `
KERNEL void sizes(GLOBAL int* out) {
  if (GLOBAL_INDEX(0) != 0 || GLOBAL_INDEX(1) != 0 || GLOBAL_INDEX(2) != 0) return;
  for (int axis = 0; axis < 3; axis++) {
    out[axis] = (int)BLOCK_SIZE(axis);
    out[3 + axis] = (int)GRID_SIZE(axis);
    out[6 + axis] = (int)GLOBAL_SIZE(axis);
  }
}
`,
    },
    run: async ({ zeros, check }, module) => {
      const out = zeros('int32', 9);
      module.kernel('sizes').launch({ grid: [5, 4, 3], block: [8, 2, 1] }, out);
      check.arrayEqual(await out.read(), [8, 2, 1, 5, 4, 3, 40, 8, 3]);
    },
  },
  {
    id: 'missing-axes',
    title: 'axes that are left out are one',
    source: touch,
    run: async ({ zeros, check }, module) => {
      const out = zeros('int32', 4);
      for (const extent of [4, [4], [4, 1], [4, 1, 1]] as Extent[]) {
        module.kernel('touch').launch({ grid: extent, block: 1 }, out);
        module.kernel('touch').launch({ grid: 1, block: extent }, out);
      }
      check.arrayEqual(await out.read(), [8, 8, 8, 8]);
    },
  },
  {
    id: 'largest-block',
    title: 'a block of as many threads as the device allows runs',
    source: touch,
    run: async ({ device, zeros, check }, module) => {
      const kernel = module.kernel('touch') as Kernel;
      const { limits } = device.properties;
      const threads = Math.min(
        limits.threadsPerBlock,
        limits.block[0],
        kernel.attributes.maxThreadsPerBlock ?? Infinity,
      );
      const out = zeros('int32', 2 * threads);
      kernel.launch({ grid: 2, block: threads }, out);
      check.arrayEqual(await out.read(), new Int32Array(2 * threads).fill(1));
    },
  },
  {
    id: 'large-grid',
    title: 'a grid of 200,000 blocks runs each of them once',
    source: touch,
    unless: (device) => (device.properties.limits.grid[0] < 200_000 ? 'the device has a smaller grid' : undefined),
    run: async ({ zeros, check }, module) => {
      const out = zeros('int32', 200_000);
      module.kernel('touch').launch({ grid: 200_000, block: 1 }, out);
      check.arrayEqual(await out.read(), new Int32Array(200_000).fill(1));
    },
  },
  {
    id: 'large-grid-y',
    title: 'a grid extends as far along y as the device says, or 65,535 blocks',
    source: {
      portable:
        'KERNEL void mark(GLOBAL int* out) { if (THREAD_INDEX(0) == 0) out[BLOCK_INDEX(1)] = (int)BLOCK_INDEX(1); }',
    },
    run: async ({ device, zeros, check }, module) => {
      const height = Math.min(65_535, device.properties.limits.grid[1]);
      const out = zeros('int32', height);
      module.kernel('mark').launch({ grid: [1, height], block: 1 }, out);
      check.arrayEqual(
        await out.read(),
        Int32Array.from({ length: height }, (_, i) => i),
      );
    },
  },
  {
    id: 'every-thread-once',
    title: 'every thread runs exactly once',
    requires: ['atomics-int32'],
    source: {
      portable: `
KERNEL void tally(GLOBAL int* out, int n) {
  ATOMIC_ADD_INT(out + (int)(GLOBAL_INDEX(0) % (UINT64)n), 1);
}
`,
    },
    run: async ({ zeros, check }, module) => {
      const out = zeros('int32', 17);
      module.kernel('tally').launch({ grid: 17 * 11, block: 64 }, out, 17);
      check.arrayEqual(await out.read(), new Array<number>(17).fill(11 * 64));
    },
  },
  {
    id: 'refused-grid',
    title: 'a grid extent that is not a positive integer is refused',
    source: touch,
    run: async ({ zeros, check }, module) => {
      const out = zeros('int32', 64);
      for (const grid of wrongExtents) {
        check.throws('ARGUMENT', () => module.kernel('touch').launch({ grid: grid as Extent, block: 1 }, out));
        check.throws('ARGUMENT', () => module.kernel('touch').bind({ grid: grid as Extent, block: 1 }));
      }
      check.arrayEqual(await out.read(), new Int32Array(64));
    },
  },
  {
    id: 'refused-block',
    title: 'a block extent that is not a positive integer is refused',
    source: touch,
    run: async ({ zeros, check }, module) => {
      const out = zeros('int32', 64);
      for (const block of wrongExtents) {
        check.throws('ARGUMENT', () => module.kernel('touch').launch({ grid: 1, block: block as Extent }, out));
      }
      for (const options of [undefined, null, 5, {}, { grid: 1 }, { block: 1 }]) {
        check.throws('ARGUMENT', () => module.kernel('touch').launch(options as never, out));
      }
      check.arrayEqual(await out.read(), new Int32Array(64));
    },
  },
  {
    id: 'oversized-block',
    title: 'a block beyond the limits is refused, with what was asked and what there is',
    source: touch,
    run: async ({ device, zeros, check }, module) => {
      const out = zeros('int32', 1);
      const { limits } = device.properties;
      const kernel = module.kernel('touch') as Kernel;
      const max = Math.min(limits.threadsPerBlock, kernel.attributes.maxThreadsPerBlock ?? Infinity);
      const flat: Extent = limits.block[0] > max ? max + 1 : [Math.ceil((max + 1) / 2), 2];
      const requested = typeof flat === 'number' ? flat : flat[0] * 2;
      check.throws('RESOURCE', () => kernel.launch({ grid: 1, block: flat }, out), { requested, max });
      for (const axis of [0, 1, 2] as const) {
        const block: [number, number, number] = [1, 1, 1];
        block[axis] = limits.block[axis] + 1;
        const error = check.throws('RESOURCE', () => kernel.launch({ grid: 1, block }, out));
        check.ok(error.requested !== undefined && error.max !== undefined, `no limit in: ${error.message}`);
      }
      check.arrayEqual(await out.read(), [0]);
    },
  },
  {
    id: 'oversized-grid',
    title: 'a grid beyond the limits is refused, with what was asked and what there is',
    source: touch,
    run: async ({ device, zeros, check }, module) => {
      const out = zeros('int32', 1);
      for (const axis of [0, 1, 2] as const) {
        const max = device.properties.limits.grid[axis];
        const grid: [number, number, number] = [1, 1, 1];
        grid[axis] = max + 1;
        if (!Number.isSafeInteger(grid[axis])) continue;
        check.throws('RESOURCE', () => module.kernel('touch').launch({ grid, block: 1 }, out), {
          requested: max + 1,
          max,
        });
      }
      check.arrayEqual(await out.read(), [0]);
    },
  },
  {
    id: 'shared-bytes-refused',
    title: 'a number of bytes of shared memory that is none is refused, and too many are',
    source: touch,
    run: async ({ device, zeros, check }, module) => {
      const out = zeros('int32', 1);
      const launch = (sharedBytes: unknown): void =>
        module.kernel('touch').launch({ grid: 1, block: 1, sharedBytes: sharedBytes as number }, out);
      for (const wrong of [-1, 0.5, NaN, '16']) check.throws('ARGUMENT', () => launch(wrong));
      const max = device.properties.limits.sharedBytesOptIn;
      check.throws('RESOURCE', () => launch(max + 1), { requested: max + 1, max });
      check.arrayEqual(await out.read(), [0]);
    },
  },
]);
