/** What tsc knows of arrays and kernels. Checked with the project; nothing here runs. */
import type { Arrays, GpuArray } from '@heddle/gpuarray';

declare const ga: Arrays;
declare const f32: GpuArray<'float32'>;
declare const f64: GpuArray<'float64'>;
declare const i32: GpuArray<'int32'>;
declare const u8: GpuArray<'uint8'>;

/** Compiles only where both are the same type. */
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
const holds = <T extends true>(): T => true as T;

// Promotion.
const sum = f32.add(f64);
holds<Same<typeof sum, GpuArray<'float64'>>>();
const scaled = f32.multiply(0.5);
holds<Same<typeof scaled, GpuArray<'float32'>>>();
const quotient = i32.divide(u8);
holds<Same<typeof quotient, GpuArray<'float64'>>>();
const compared = i32.less(3);
holds<Same<typeof compared, GpuArray<'bool'>>>();
const root = ga.sqrt(u8);
holds<Same<typeof root, GpuArray<'float16'>>>();
const phase = ga.atan2(u8, ga.array(Int8Array.of(1)));
holds<Same<typeof phase, GpuArray<'float16'>>>();
const longest = ga.hypot(f32, i32);
holds<Same<typeof longest, GpuArray<'float64'>>>();
const created = ga.array(Float32Array.of(1));
holds<Same<typeof created, GpuArray<'float32'>>>();
const total = u8.sum();
holds<Same<typeof total, GpuArray<'uint64'>>>();

// CuPy's parameters: dtypes, letters, outputs.
const kernel = ga.elementwiseKernel('T x, raw T y, int32 n', 'T z', 'z = x * y[i] + n');
const z = kernel(f32, f32, 3);
holds<Same<typeof z, GpuArray<'float32'>>>();
// @ts-expect-error -- y must be what x is
kernel(f32, f64, 3);
// @ts-expect-error -- n is a number
kernel(f32, f32, f32);
// @ts-expect-error -- n is missing
kernel(f32, f32);
// @ts-expect-error -- raw parameters take arrays
kernel(f32, 2, 3);
const pair = ga.elementwiseKernel('T x, U y', 'T a, U b', 'a = x; b = y')(f32, i32);
holds<Same<typeof pair, [GpuArray<'float32'>, GpuArray<'int32'>]>>();
const misspelt = ga.elementwiseKernel('flot x', 'T y', 'y = x');
// @ts-expect-error -- 'flot' is not a dtype, and the message says so
misspelt(f32);

// PyCUDA's arguments.
const combination = ga.elementwiseKernel('float a, float *x, const double *y', 'x[i] = a * y[i]');
combination(2, f32, f64);
// @ts-expect-error -- y is a pointer to doubles
combination(2, f32, f32);
// @ts-expect-error -- a is a number
combination(f32, f32, f64);

// Strings made at run time.
declare const text: string;
ga.elementwiseKernel(text, text, text)(f32, 1, i32);

// Arguments with the qualifiers of other dialects.
const qualified = ga.elementwiseKernel('__global const uint8_t *x, cfloat_t k, float *y', 'y[i] = x[i] * k.re');
qualified(u8, { re: 1, im: 0 }, f32);
// @ts-expect-error -- x is a pointer to bytes
qualified(f32, 1, f32);

// Reductions, in both forms.
const norm = ga.reductionKernel({ in: 'T x', out: 'T y', map: 'x * x', reduce: 'a + b', postMap: 'y = sqrt(a)' });
const length = norm(f32, { axis: 0, keepdims: true });
holds<Same<typeof length, GpuArray<'float32'>>>();
// @ts-expect-error -- one argument is missing
norm();
// @ts-expect-error -- a range needs C arguments
norm(f32, { range: { stop: 3 } });
const extremes = ga.reductionKernel({ in: 'T x', out: 'T least, int32 place', map: 'x', reduce: 'a' }).all(f64);
holds<Same<typeof extremes, [GpuArray<'float64'>, GpuArray<'int32'>]>>();
const weighted = ga.reductionKernel({ in: 'T x, T w, float32 k', out: 'T y', map: 'x * w * k', reduce: 'a + b' });
weighted(f64, f64, 2);
// @ts-expect-error -- w must be what x is
weighted(f64, f32, 2);
const misspeltReduction = ga.reductionKernel({ in: 'flot x', out: 'T y', map: 'x', reduce: 'a' });
// @ts-expect-error -- 'flot' is not a dtype
misspeltReduction(f32);
const dot = ga.reductionKernel({
  dtypeOut: 'float64',
  arguments: 'const float *x, const double *y',
  mapExpr: 'x[i] * y[i]',
  reduceExpr: 'a + b',
  neutral: 0,
});
const product = dot(f32, f64, { range: { stop: 4 } });
holds<Same<typeof product, GpuArray<'float64'>>>();
// @ts-expect-error -- y is a pointer to doubles
dot(f32, f32);
// @ts-expect-error -- axes need parameters by name
dot(f32, f64, { axis: 0 });

// Scans.
const scanned = ga.scanKernel({
  dtype: 'int32',
  arguments: 'const int *x, int *y, int k',
  input: 'k * x[i]',
  scan: 'a + b',
  output: 'y[i] = item',
});
scanned(i32, i32, 3, { size: 2 });
// @ts-expect-error -- k is missing
scanned(i32, i32);
// @ts-expect-error -- y is a pointer to ints
scanned(i32, f32, 3);
ga.scanKernel({ dtype: text, arguments: text, input: text, scan: text, output: text })(i32, 4);
ga.reductionKernel({ in: text, out: text, map: text, reduce: text })(i32, { axis: 1 });

// A dtype by its name, or among options; without one, the default.
const named = ga.zeros(3, 'float32');
holds<Same<typeof named, GpuArray<'float32'>>>();
const optioned = ga.zeros(3, { dtype: 'int16' });
holds<Same<typeof optioned, GpuArray<'int16'>>>();
const defaulted = ga.zeros(3);
holds<Same<typeof defaulted, GpuArray<'float64'>>>();
const spaced = ga.linspace(0, 1, 5, { endpoint: false });
holds<Same<typeof spaced, GpuArray<'float64'>>>();
const spacedAs = ga.linspace(0, 1, 5, 'float32');
holds<Same<typeof spacedAs, GpuArray<'float32'>>>();
const alike = ga.zerosLike(i32, { shape: 3 });
holds<Same<typeof alike, GpuArray<'int32'>>>();
const unlike = ga.zerosLike(i32, { dtype: 'float32' });
holds<Same<typeof unlike, GpuArray<'float32'>>>();
const unlikeByName = ga.onesLike(i32, 'float32');
holds<Same<typeof unlikeByName, GpuArray<'float32'>>>();
const drawn = ga.random(1).uniform(3, { low: -1 });
holds<Same<typeof drawn, GpuArray<'float32'>>>();
const drawnAs = ga.random(1).uniform(3, 'float64');
holds<Same<typeof drawnAs, GpuArray<'float64'>>>();
const uploadedAs = ga.array([1, 2], 'float16');
holds<Same<typeof uploadedAs, GpuArray<'float16'>>>();
// @ts-expect-error -- no dtype
ga.zeros(3, 'float23');
// @ts-expect-error -- no option
ga.random(1).uniform(3, { dtyp: 'float64' });

// Products and expressions go on to typed kernels.
const matrixProduct = f32.matmul(f32);
holds<Same<typeof matrixProduct, GpuArray<'float32'>>>();
const mixedProduct = ga.matmul(f32, i32);
holds<Same<typeof mixedProduct, GpuArray<'float64'>>>();
const fused = ga.evaluate<'float32'>`2 * ${f32}`;
kernel(fused, matrixProduct, 3);
// @ts-expect-error -- y must be what x is
kernel(f32, mixedProduct, 3);
const untold = ga.evaluate`2 * ${f32}`;
holds<Same<typeof untold, GpuArray>>();
