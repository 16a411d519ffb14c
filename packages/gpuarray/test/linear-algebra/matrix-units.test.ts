/** The kernels for matrix units, on the host, with stand-ins for the units themselves. */
import {
  bfloat16FromNumber,
  float16FromNumber,
  numbersFromBfloat16,
  numbersFromFloat16,
  type Device,
} from '@heddle/core';
import { kernelHeader } from '../../src/kernels/kernel-header';
import { matrixArithmetic } from '../../src/linear-algebra/matrix-arithmetic';
import { matrixUnitShape, matrixUnitSource } from '../../src/linear-algebra/matrix-unit-source';
import { matrixUnitRows } from '../../src/linear-algebra/matrix-unit-tiles';
import { matrixUnitKernelName, type UnitKind } from '../../src/linear-algebra/matrix-unit-variant';
import { testBackends } from '../support/on-devices';
import { unitEmulation } from './matrix-unit-emulation';
import { openTestDevice } from '../support/open-test-device';

type Case = readonly ['float16' | 'bfloat16', 'rows' | 'columns', 'rows' | 'columns', 128 | 256, number[]];

// Tiles that end inside the matrix and beyond it, whole slices and parts of one, more slices than there are places for,
// results whose rows are aligned or not.
const cases: readonly Case[] = [
  ['float16', 'rows', 'rows', 128, [136, 40, 72]],
  ['float16', 'columns', 'columns', 128, [72, 328, 24]],
  ['bfloat16', 'rows', 'columns', 256, [70, 72, 41]],
  ['bfloat16', 'columns', 'rows', 256, [128, 64, 256]],
];

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

  it.each((['warp', 'warpgroup'] as const).flatMap((kind) => cases.map((one): [UnitKind, ...Case] => [kind, ...one])))(
    'of a %s: %s, A by %s, B by %s, tiles of %p columns, %p',
    async (kind, dtype, orderA, orderB, columns, extents) => {
      const [m = 0, k = 0, n = 0] = extents;
      const variant = { kind, arithmetic: matrixArithmetic(dtype), orderA, orderB, columns };
      const source = `${kernelHeader()}${unitEmulation(variant)}${matrixUnitSource(variant)}`;
      const module = await device.compile(source, { language: 'portable' });
      const a = Array.from({ length: m * k }, (_, i) => (i % 7) - 3);
      const b = Array.from({ length: k * n }, (_, i) => (i % 5) - 2);
      // Lines begin at multiples of eight elements, and what is between them is no zero.
      const lines = (values: number[], rows: number, width: number, order: 'rows' | 'columns') => {
        const [count, length] = order === 'rows' ? [rows, width] : [width, rows];
        const step = Math.ceil(length / 8) * 8;
        const laid = Array.from({ length: count * step }, (_, i) => {
          const [line, at] = [Math.floor(i / step), i % step];
          if (at >= length) return 1000;
          return values[order === 'rows' ? line * width + at : at * width + line] ?? 0;
        });
        return { step, bits: Uint16Array.from(laid, dtype === 'float16' ? float16FromNumber : bfloat16FromNumber) };
      };
      const [linesA, linesB] = [lines(a, m, k, orderA), lines(b, k, n, orderB)];
      using bufferA = device.allocate(linesA.bits.byteLength);
      using bufferB = device.allocate(linesB.bits.byteLength);
      await bufferA.write(linesA.bits);
      await bufferB.write(linesB.bits);
      using out = device.allocate(2 * m * n);
      const tiles = Math.ceil(m / matrixUnitRows) * Math.ceil(n / columns);
      const { threads, sharedBytes } = matrixUnitShape(variant);
      module
        .kernel(matrixUnitKernelName)
        .launch(
          { grid: [tiles, 1, 1], block: threads, sharedBytes },
          ...[bufferA, 0, linesA.step, 0],
          ...[bufferB, 0, linesB.step, 0],
          ...[out, 0, m, n, k, 1],
        );
      const words = await out.read(Uint16Array);
      const got = [...(dtype === 'float16' ? numbersFromFloat16(words) : numbersFromBfloat16(words))];
      const round = (value: number): number =>
        dtype === 'float16' ? value : (numbersFromBfloat16([bfloat16FromNumber(value)])[0] ?? NaN);
      const wanted = got.map((_, at) => {
        const [row, column] = [Math.floor(at / n), at % n];
        let sum = 0;
        for (let q = 0; q < k; q++) sum += (a[row * k + q] ?? 0) * (b[q * n + column] ?? 0);
        return round(sum);
      });
      expect(got.map((value) => value + 0)).toEqual(wanted.map((value) => value + 0));
    },
  );
});
