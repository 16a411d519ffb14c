/** Checked by `tsc` alone: each `@ts-expect-error` is a mistake that must not compile. */
import type { DeviceArgument, TextureArgument } from '../../src/arguments';
import type { DType } from '../../src/dtype';
import type {
  KernelArguments,
  KernelName,
  KernelNamed,
  KernelTable,
  LooseArgument,
  TypedDeviceArgument,
} from '../../src/signature';

interface TestBuffer<D extends DType | undefined> extends DeviceArgument {
  readonly dtype: D;
}
interface TestModule<Table extends KernelTable<string>> {
  kernel<const Name extends KernelName<Table>>(
    name: Name,
  ): { launch(...args: KernelArguments<KernelNamed<Table, Name>>): void };
}
declare function compile<const Source extends string>(source: Source): TestModule<KernelTable<Source>>;

type Equal<A, B> = (<X>() => X extends A ? 1 : 2) extends <X>() => X extends B ? 1 : 2 ? true : false;
const check = <Condition extends true>(..._: Condition[]) => undefined;

declare const float32: TestBuffer<'float32'>;
declare const float64: TestBuffer<'float64'>;
declare const uint8: TestBuffer<'uint8'>;
declare const uint32: TestBuffer<'uint32'>;
declare const int32: TestBuffer<'int32'>;
declare const complex64: TestBuffer<'complex64'>;
declare const raw: TestBuffer<undefined>;
declare const foreign: DeviceArgument;
declare const texture: TextureArgument;
declare const text: string;

const cuda = compile(`
  // __global__ void commented_out(int a); /*
  __device__ float half_of(float q) { return q / 2; } // */
  extern "C" __global__ void saxpy(float a, const float* x, float* y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) y[i] = a * x[i] + y[i];
  }
  extern "C" __global__ void __launch_bounds__(256, 2) histogram(const unsigned char *__restrict__ in,
      unsigned int *bins /* 256 of them */, size_t n) { }
  __global__ void kinds(bool flag, float4 v, const float2* z, cudaTextureObject_t image, double *const q, int m[16], float** table) {}
  __global__ void nothing(void) {}
  template<typename T, int N = 4> __global__ void scale(T factor, T* x, int n) {}
  template<class A, class B>
  __global__ void convert(const A* from, B* to) {}
  struct P { int a; };
  __global__ void loose(struct P p, REAL r, P* q, std::array<float, 3> s) {}
  __global__ void known(struct P p, REAL r, P* q, float) {}
  __global__ void wrong(float& x) {}
`);

const saxpy = cuda.kernel('saxpy');
saxpy.launch(2, float32, float32, 1024);
saxpy.launch(2, raw, foreign, 1024);
saxpy.launch(2, null, null, 0);
// @ts-expect-error x is float*
saxpy.launch(2, float64, float32, 1024);
// @ts-expect-error n is missing
saxpy.launch(2, float32, float32);
// @ts-expect-error one too many
saxpy.launch(2, float32, float32, 1024, 1);
// @ts-expect-error a is a number
saxpy.launch('2', float32, float32, 1024);
// @ts-expect-error int takes no bigint
saxpy.launch(2, float32, float32, 1024n);
// @ts-expect-error no such kernel
cuda.kernel('sxapy');
// @ts-expect-error commented out
cuda.kernel('commented_out');
// @ts-expect-error not a kernel
cuda.kernel('half_of');

cuda.kernel('histogram').launch(uint8, uint32, 1024n);
cuda.kernel('histogram').launch(uint8, uint32, 1024);
// @ts-expect-error bins is unsigned int*
cuda.kernel('histogram').launch(uint8, int32, 1024);

cuda.kernel('kinds').launch(true, [1, 2, 3, 4], complex64, texture, float64, int32, raw);
cuda.kernel('kinds').launch(1, new Float32Array(4), float32, 7n, float64, int32, null);
// @ts-expect-error a vector takes an array
cuda.kernel('kinds').launch(true, 1, complex64, texture, float64, int32, raw);
// @ts-expect-error an array parameter is a pointer
cuda.kernel('kinds').launch(true, [1, 2, 3, 4], complex64, texture, float64, 3, raw);
// @ts-expect-error a table of pointers is not a float buffer
cuda.kernel('kinds').launch(true, [1, 2, 3, 4], complex64, texture, float64, int32, float32);

cuda.kernel('nothing').launch();
// @ts-expect-error it takes none
cuda.kernel('nothing').launch(1);

// Templates: plain type arguments are put in.
cuda.kernel('scale<float>').launch(2, float32, 16);
cuda.kernel('scale<double, 8>').launch(2, float64, 16);
cuda.kernel('convert<float, unsigned char>').launch(float32, uint8);
// @ts-expect-error the element type follows the argument
cuda.kernel('scale<double>').launch(2, float32, 16);
// @ts-expect-error the second type is unsigned char
cuda.kernel('convert<float, unsigned char>').launch(float32, float32);
// @ts-expect-error a template needs its arguments
cuda.kernel('scale');
// Types of the source's own are not looked into.
cuda.kernel('scale<ns::real>').launch(new Uint8Array(4), float32, 16);
cuda.kernel('scale<pair<int, int>>').launch({}, float32, 16);

// What the type level cannot read is loose, not an error.
cuda.kernel('loose').launch({ a: 1 }, 1, float64, [1, 2, 3], 'nothing counts the arguments'.length);
cuda.kernel('known').launch({ a: 1 }, 1, float64, 2);
// @ts-expect-error the last one is a float
cuda.kernel('known').launch({ a: 1 }, 1, float64, [1]);
// @ts-expect-error no value has the type of a reference
cuda.kernel('wrong').launch(1);

const opencl = compile(`
  __kernel __attribute__((reqd_work_group_size(16, 16, 1))) void blur(__global const float4* in, __constant float *weights,
    __local float *tile, const long n, image2d_t picture, sampler_t s) {}
`);
opencl.kernel('blur').launch(float32, float32, 4096, 5n, 1n, texture);
// @ts-expect-error local memory takes a byte count
opencl.kernel('blur').launch(float32, float32, float32, 5n, 1n, texture);
const openclShort = compile('kernel void copy(global const uchar* a, global uchar* b) {}');
openclShort.kernel('copy').launch(uint8, uint8);
// @ts-expect-error uchar*
openclShort.kernel('copy').launch(uint8, float32);

const portable =
  compile(`KERNEL void sum(GLOBAL const float* x, CONSTANT float* w, INT64 n, LOCAL_ARG float* scratch) {}
  KERNEL void shared(GLOBAL float* x, int n DYNAMIC_SHARED_PARAMETER(float, tile)) { DYNAMIC_SHARED(float, tile); }`);
portable.kernel('sum').launch(float32, float32, 5, 256);
portable.kernel('shared').launch(float32, 5);
// @ts-expect-error it takes two
portable.kernel('shared').launch(float32, 5, 1024);

// Sources that may hide kernels accept any name, and still check the ones they show.
const open = compile(`
  #define NAME generated
  namespace ns { __global__ void inner(float* x) {} }
  __global__ void NAME(int a) {}
  __global__ void seen(float* x) {}
`);
open.kernel('generated').launch(1, 2, 3);
open.kernel('ns::inner').launch(float64);
open.kernel('seen').launch(float32);
// @ts-expect-error seen takes a float*
open.kernel('seen').launch(float64);

// Declared differently in two branches: loose.
const branches = compile(`
  #if WIDE
  __global__ void f(double* x) {}
  #else
  __global__ void f(float* x) {}
  #endif
  __global__ void g(int);
  __global__ void g(int n) {}
`);
branches.kernel('f').launch(float32);
branches.kernel('f').launch(float64);
branches.kernel('g').launch(1);
// @ts-expect-error g takes one int, declared or defined
branches.kernel('g').launch(float32);

// Nothing is known of text made at run time, or asked for as such.
compile(text).kernel('anything').launch(1, float32, {}, null);
compile<string>('__global__ void k(int a) {}').kernel('anything').launch(float32);
cuda.kernel<never>(text as never);
// Plain functions of C are left to the run time.
compile('void f(float* x) {}').kernel('f').launch(float64);

check<
  Equal<
    KernelArguments<KernelNamed<KernelTable<'__global__ void k(int a, const double *x) {}'>, 'k'>>,
    [number, TypedDeviceArgument<'float64'> | null]
  >
>();
check<Equal<KernelArguments<KernelNamed<KernelTable<string>, 'k'>>, LooseArgument[]>>();

// A thousand comments and a very long list of parameters degrade, too.
type Repeat<
  Text extends string,
  N extends number,
  Done extends string = '',
  Count extends 0[] = [],
> = Count['length'] extends N ? Done : Repeat<Text, N, `${Done}${Text}`, [...Count, 0]>;
type Commented = `${Repeat<'/* c */\n', 990>}__global__ void k(int a) {}`;
check<Equal<KernelArguments<KernelNamed<KernelTable<Commented>, 'k'>>, LooseArgument[]>>();
type Wide = `__global__ void k(${Repeat<'int a, ', 300>}int b) {}`;
check<Equal<KernelArguments<KernelNamed<KernelTable<Wide>, 'k'>>, LooseArgument[]>>();
type Spacious = `__global__ void k(int${Repeat<' ', 950>}a) {}`;
check<Equal<KernelArguments<KernelNamed<KernelTable<Spacious>, 'k'>>, [number]>>();

export { saxpy };
