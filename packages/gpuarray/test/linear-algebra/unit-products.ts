/** Launches of the kernels for matrix units by themselves, on operands laid out as they want them. */
import { dtypeInfo, numbersFromBfloat16, numbersFromFloat16, type Device, type DType, type Module } from '@heddle/core';
import { bfloat16FromNumber, float16FromNumber } from '@heddle/core/backend';
import { kernelHeader } from '../../src/kernel-kit/kernel-header';
import { matrixUnitShape, matrixUnitSource } from '../../src/algorithms/linear-algebra/matrix-unit-source';
import { pieceElements } from '../../src/algorithms/linear-algebra/matrix-unit-slices';
import { matrixUnitKernelName, type MatrixUnitVariant } from '../../src/algorithms/linear-algebra/matrix-unit-variant';
import { unitEmulation } from './matrix-unit-emulation';

export interface UnitProduct {
  readonly extents: readonly [number, number, number];
  readonly batches: number;
  /** Blocks of the grid that share the batches. */
  readonly layers: number;
  /** The same matrix B for every batch. */
  readonly repeatsB: boolean;
  /** Pieces before the first element of each operand. */
  readonly offsets: readonly [number, number];
  /** Elements before the first one of the result. */
  readonly offsetOut: number;
}

export async function compileUnits(device: Device, variant: MatrixUnitVariant): Promise<Module> {
  const source = matrixUnitSource(variant);
  return await device.compile(kernelHeader(source) + unitEmulation(variant) + source, { language: 'portable' });
}

/** What no operand may bring into a sum, and no launch may overwrite. */
const foreign = 1000;

/** @returns the first few elements that are wrong, those around the result among them */
export async function wrongElements(
  device: Device,
  module: Module,
  variant: MatrixUnitVariant,
  { extents, batches, layers, repeatsB, offsets, offsetOut }: UnitProduct,
): Promise<string[]> {
  const [m, k, n] = extents;
  const { dtype } = variant.arithmetic;
  const a = Array.from({ length: batches * m * k }, (_, i) => (i % 7) - 3);
  const b = Array.from({ length: (repeatsB ? 1 : batches) * k * n }, (_, i) => (i % 5) - 2);
  const sideA = lines(dtype, a, [m, k], variant.orderA, offsets[0]);
  const sideB = lines(dtype, b, [k, n], variant.orderB, offsets[1]);
  using bufferA = await upload(device, dtype, sideA.values);
  using bufferB = await upload(device, dtype, sideB.values);
  const size = batches * m * n;
  using out = await upload(device, dtype, new Array<number>(offsetOut + size + 16).fill(foreign));
  const { threads, sharedBytes } = matrixUnitShape(variant);
  const tiles = Math.ceil(m / variant.tile.rows) * Math.ceil(n / variant.tile.columns);
  module
    .kernel(matrixUnitKernelName)
    .launch(
      { grid: [tiles, 1, layers], block: threads, sharedBytes },
      ...[bufferA, sideA.offset, sideA.step, sideA.matrix],
      ...[bufferB, sideB.offset, sideB.step, repeatsB ? 0 : sideB.matrix],
      ...[out, offsetOut, m, n, k, batches],
    );
  const got = decode(dtype, await out.read(dtypeInfo(dtype).array as Uint16ArrayConstructor));
  const wrong: string[] = [];
  got.forEach((value, at) => {
    const place = at - offsetOut;
    const wanted = place < 0 || place >= size ? foreign : element(a, b, extents, repeatsB, place);
    if (value !== round(dtype, wanted) && wrong.length < 5) wrong.push(`${place}: ${value}, not ${wanted}`);
  });
  return wrong;
}

function element(
  a: readonly number[],
  b: readonly number[],
  [m, k, n]: readonly [number, number, number],
  repeatsB: boolean,
  place: number,
): number {
  const batch = Math.floor(place / (m * n));
  const [row, column] = [Math.floor((place % (m * n)) / n), place % n];
  let sum = 0;
  for (let q = 0; q < k; q++) {
    sum += (a[(batch * m + row) * k + q] ?? NaN) * (b[((repeatsB ? 0 : batch) * k + q) * n + column] ?? NaN);
  }
  return sum;
}

// Lines begin where units load them. The elements between them are not zero.
function lines(
  dtype: DType,
  values: readonly number[],
  [rows, columns]: readonly [number, number],
  order: 'rows' | 'columns',
  pieces: number,
) {
  const elements = pieceElements(dtype);
  const [count, length] = order === 'rows' ? [rows, columns] : [columns, rows];
  const step = Math.ceil(length / elements) * elements;
  const matrix = count * step;
  const laid = Array.from({ length: pieces * elements + (values.length / (rows * columns)) * matrix }, (_, at) => {
    const i = at - pieces * elements;
    if (i < 0) return foreign;
    const [line, place] = [Math.floor((i % matrix) / step), i % step];
    if (place >= length) return foreign;
    const [row, column] = order === 'rows' ? [line, place] : [place, line];
    return values[Math.floor(i / matrix) * rows * columns + row * columns + column] ?? NaN;
  });
  return { values: laid, step, matrix, offset: pieces * elements };
}

async function upload(device: Device, dtype: DType, values: readonly number[]) {
  const { array, byteLength } = dtypeInfo(dtype);
  const bits =
    dtype === 'float16'
      ? values.map(float16FromNumber)
      : dtype === 'bfloat16'
        ? values.map(bfloat16FromNumber)
        : values;
  const buffer = device.allocate(byteLength * values.length);
  await buffer.write((array as Uint16ArrayConstructor).from(bits));
  return buffer;
}

// Zeros are alike, whichever sign they have.
function decode(dtype: DType, words: ArrayLike<number>): number[] {
  const numbers =
    dtype === 'float16' ? numbersFromFloat16(words) : dtype === 'bfloat16' ? numbersFromBfloat16(words) : words;
  return Array.from(numbers, (value) => value + 0);
}

function round(dtype: DType, value: number): number {
  return dtype === 'bfloat16' ? (numbersFromBfloat16([bfloat16FromNumber(value)])[0] ?? NaN) : value;
}
