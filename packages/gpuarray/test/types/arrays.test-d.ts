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
// @ts-expect-error -- 'flot' is no dtype, and the message says so
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
