/** The kernels for matrix units, on the host, with stand-ins for the units themselves. */
import type { Device } from '@heddle/core';
import fc from 'fast-check';
import { matrixArithmetic } from '../../src/algorithms/linear-algebra/matrix-arithmetic';
import type { UnitKind } from '../../src/algorithms/linear-algebra/matrix-unit-variant';
import { testBackends } from '../support/on-devices';
import { openTestDevice } from '../support/open-test-device';
import { compileUnits, wrongElements } from './unit-products';

type Order = 'rows' | 'columns';
type Case = readonly ['float16' | 'bfloat16', Order, Order, number, readonly [number, number, number]];

// Tiles that end inside the matrix and beyond it, whole slices and parts of one, more slices than there are places for,
// results whose rows are aligned or not.
const halfCases: readonly Case[] = [
  ['float16', 'rows', 'rows', 128, [136, 40, 72]],
  ['float16', 'columns', 'columns', 128, [72, 328, 24]],
  ['bfloat16', 'rows', 'columns', 256, [70, 72, 41]],
  ['bfloat16', 'columns', 'rows', 256, [128, 64, 256]],
];

const cases = (['warp', 'warpgroup'] as const).flatMap((kind) =>
  halfCases.map((one): [UnitKind, ...Case] => [kind, ...one]),
);

// All orders: each has loads of its own.
const float64Variants: readonly (readonly [Order, Order, number, number])[] = [
  ['rows', 'rows', 32, 32],
  ['columns', 'rows', 128, 64],
  ['rows', 'columns', 64, 64],
  ['columns', 'columns', 32, 32],
];

// Up to three tiles either way, and more slices than there are places for.
const products = fc.record({
  extents: fc.tuple(
    fc.integer({ min: 1, max: 150 }),
    fc.oneof(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 80, max: 100 })),
    fc.integer({ min: 1, max: 150 }),
  ),
  batches: fc.integer({ min: 1, max: 3 }),
  layers: fc.integer({ min: 1, max: 3 }),
  repeatsB: fc.boolean(),
  offsets: fc.tuple(fc.nat(3), fc.nat(3)),
  offsetOut: fc.nat(3),
});

// Their text is CUDA C++.
const backend = testBackends.find((name) => name !== 'opencl');

(backend === undefined ? describe.skip : describe)('the kernels for matrix units', () => {
  let device: Device;
  beforeAll(async () => {
    device = await openTestDevice(backend ?? 'host');
  });
  afterAll(async () => {
    await device.dispose();
  });

  it.each(cases)(
    'of a %s: %s, A by %s, B by %s, tiles of %p columns, %p',
    async (kind, dtype, orderA, orderB, columns, extents) => {
      const tile = { rows: 128, columns };
      const variant = { kind, arithmetic: matrixArithmetic(dtype), orderA, orderB, tile };
      const module = await compileUnits(device, variant);
      const single = { extents, batches: 1, layers: 1, repeatsB: false, offsets: [0, 0], offsetOut: 0 } as const;
      expect(await wrongElements(device, module, variant, single)).toEqual([]);
    },
  );

  it.each(float64Variants)('of float64: A by %s, B by %s, tiles of %p by %p', async (orderA, orderB, rows, columns) => {
    const operands = { arithmetic: matrixArithmetic('float64'), orderA, orderB };
    const variant = { kind: 'warp-float64', tile: { rows, columns }, ...operands } as const;
    const module = await compileUnits(device, variant);
    await fc.assert(
      fc.asyncProperty(products, async (product) => {
        expect(await wrongElements(device, module, variant, product)).toEqual([]);
      }),
      { numRuns: 12 },
    );
  });
});
