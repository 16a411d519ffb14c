/** The scans whose plans are compared: dtypes, lengths, and shapes along either axis. */
import type { Device, DType } from '@heddle/core';
import { emptyArray, RandomGenerator, ScanKernel, type GpuArray } from '../src/index';
import { cumulativeCall } from '../src/algorithms/scan/cumulative';
import type { ScanCall } from '../src/algorithms/scan/run-scan';
import { elementType } from '../src/kernel-kit/element-type';

export interface ScanCase {
  readonly what: string;
  readonly call: ScanCall;
  /** What is read and written. */
  readonly bytes: number;
  readonly result: GpuArray;
}

const dtypes: readonly (readonly [from: DType, to: DType])[] = [
  ['uint8', 'uint8'],
  ['int32', 'int32'],
  ['float32', 'float32'],
  ['int32', 'int64'],
  ['float64', 'float64'],
  ['complex128', 'complex128'],
];
const log2Lengths = [16, 18, 20, 21, 22, 23, 24, 26, 27];

/** Shapes have this many rows, as powers of two, and 2^24 elements if so many are measured. */
const log2Rows = [4, 6, 8, 10, 12, 14, 16, 20];
const otherShapes = [
  [1000, 1000],
  [100, 50_000],
  [50_000, 100],
] as const;

/** All cases of at most 2^log2 elements. Each ends before the next one begins. */
export function* scanCases(device: Device, log2: number): Generator<ScanCase> {
  const lengths = log2Lengths.filter((one) => one <= log2).map((one) => 2 ** one);
  const all = Math.min(24, log2);
  const shapes = [
    ...log2Rows.filter((rows) => rows <= all - 4).map((rows) => [2 ** rows, 2 ** (all - rows)]),
    ...otherShapes.filter(([rows, columns]) => rows * columns <= 2 ** log2),
  ];
  for (const [from, to] of dtypes) {
    using x = integers(device, from, 2 ** log2);
    using y: GpuArray = emptyArray<DType>(device, to, [2 ** log2]);
    for (const length of lengths) yield* cumulative(x, y, [length], 0);
    for (const shape of shapes) for (const axis of [0, 1]) yield* cumulative(x, y, shape, axis);
    if (from !== to || from === 'complex128') continue;
    for (const length of lengths) yield* segmented(x, y, length);
    for (const length of lengths) yield* selected(x, y, length);
  }
}

/** Small ones, whose sums are exact in every dtype. */
function integers(device: Device, dtype: DType, size: number): GpuArray {
  const random = new RandomGenerator(device, 1);
  if (dtype === 'uint8') return random.integers([size], 0, 256, dtype);
  const whole = random.integers([size], -11, 12, 'int32');
  if (dtype === 'int32') return whole;
  const converted: GpuArray = whole.astype<DType>(dtype);
  whole.dispose();
  return converted;
}

function* cumulative(x: GpuArray, y: GpuArray, shape: readonly number[], axis: number): Generator<ScanCase> {
  const size = shape.reduce((product, extent) => product * extent, 1);
  using source = x.slice(`:${size}`).reshape(...shape);
  using result = y.slice(`:${size}`).reshape(...shape);
  const call = cumulativeCall('cumsum', source, result, axis);
  if (call === undefined) throw new Error('dense arrays have rows along each axis');
  const to = x.dtype === y.dtype ? '' : ` to ${y.dtype}`;
  const where = shape.length === 1 ? power(size) : `${shape.join('x')} axis ${axis}`;
  yield { what: `${x.dtype}${to} ${where}`, call, bytes: source.byteLength + result.byteLength, result };
}

function* segmented(x: GpuArray, y: GpuArray, size: number): Generator<ScanCase> {
  const type = elementType(x.dtype).storage;
  const { spec } = new ScanKernel({
    name: 'segmented',
    dtype: x.dtype,
    arguments: `const ${type} *x, ${type} *y`,
    input: 'x[i]',
    scan: 'acrossSegmentBoundary ? b : a + b',
    isSegmentStart: 'i % 1000 == 0',
    output: 'y[i] = item',
  });
  using source = x.slice(`:${size}`);
  using result = y.slice(`:${size}`);
  const call = callOf('segmented', spec, [source, result], size);
  yield { what: `${x.dtype} ${power(size)} segments`, call, bytes: 2 * source.byteLength, result };
}

/** About half of the elements. */
function* selected(x: GpuArray, y: GpuArray, size: number): Generator<ScanCase> {
  const type = elementType(x.dtype).storage;
  const least = x.dtype === 'uint8' ? '128' : '0';
  const { spec } = new ScanKernel({
    name: 'selected',
    dtype: 'int32',
    arguments: `const ${type} *x, ${type} *y, long long *count`,
    input: `x[i] >= ${least} ? 1 : 0`,
    scan: 'a + b',
    neutral: '0',
    output: 'if (item != prevItem) y[item - 1] = x[i]; if (i == N - 1) count[0] = item',
  });
  const condition = `heddle_here >= ${least}`;
  const selection = { array: 'x', type, condition, taken: 'y', left: undefined, count: 'count' };
  using source = x.slice(`:${size}`);
  using result = y.slice(`:${size}`);
  using count = emptyArray(x.device, 'int64', []);
  const call = callOf('selected', { ...spec, selection, sparse: true }, [source, result, count], size);
  // The half that is taken is written.
  yield { what: `${x.dtype} ${power(size)} selection`, call, bytes: 1.5 * source.byteLength, result };
}

function callOf(operation: string, spec: ScanCall['spec'], extras: readonly unknown[], length: number): ScanCall {
  return { operation, key: JSON.stringify(spec), spec, extras, length, rows: 1, wide: false };
}

const power = (size: number): string => `2^${Math.log2(size)}`;
