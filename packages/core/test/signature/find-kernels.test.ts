import { parseKernels } from '../../src/signature';
import { kernelsOf } from './summary';

describe('finding CUDA kernels', () => {
  it.each([
    ['plainly', '__global__ void k(int n) {}'],
    ['with C linkage', 'extern "C" __global__ void k(int n) {}'],
    ['in a block of C linkage', 'extern "C" { __global__ void k(int n) {} }'],
    ['with the mark after the type', 'void __global__ k(int n) {}'],
    ['static and inline', 'static inline __global__ void k(int n) {}'],
    ['launch bounds before the type', '__global__ __launch_bounds__(256, 2) void k(int n) {}'],
    ['launch bounds after the type', '__global__ void __launch_bounds__(MAX_THREADS(8), (2)) k(int n) {}'],
    ['attributes of both spellings', '__global__ [[maybe_unused]] void __attribute__((used, aligned(4))) k(int n) {}'],
    ['attributes after the list', '__global__ void k(int n) __attribute__((noinline)) {}'],
    ['an unknown macro with arguments', '__global__ void BOUNDS(256) k(int n) {}'],
    ['comments everywhere', '/* a */__global__/*\n*/void// b\nk(/* int m, */int n // ) {\n) {}'],
    ['a continued line', '__global__ void \\\n k(int \\\r\n n) {}'],
    [
      'a comment continued by a backslash',
      '// __global__ void no(int a) {} \\\n __global__ void no(int b) {}\n__global__ void k(int n) {}',
    ],
    ['a byte order mark and DOS line ends', '\ufeff__global__ void k(\r\n int n)\r\n{}\r\n'],
    ['a declaration and its definition', '__global__ void k(int); __global__ void k(int n) { }'],
    ['a declaration alone', '__global__ void k(int n);'],
    [
      'braces in strings and characters',
      `__device__ const char* s = "} {"; __device__ char c = '}', q = '\\''; __global__ void k(int n) {}`,
    ],
    [
      'raw strings',
      '__device__ const char* s = R"x(" ) __global__ void no(int a) {} )" )x"; __global__ void k(int n) {}',
    ],
    [
      'a body with strings and blocks',
      '__device__ void f() { if (1) { printf("}}}"); } } __global__ void k(int n) { { } }',
    ],
    ['a variable with braces before it', 'int table[] = { 1, 2, { 3 } }; int m{4}; __global__ void k(int n) {}'],
    ['an operator before it', 'struct S {}; bool operator==(S a, S b) { return true; } __global__ void k(int n) {}'],
    ['a default argument before it', 'void f(int a = 3) { } __global__ void k(int n) {}'],
    ['a lambda before it', 'auto f = [](int a) { return a; }; __global__ void k(int n) {}'],
    ['a macro that opens a namespace', 'BEGIN_THINGS { __global__ void k(int n) {} }'],
    ['digit separators', "const int m = 1'000'000; __global__ void k(int n) {}"],
    ['a stray brace', '} __global__ void k(int n) {}'],
    ['an unfinished declaration before it', 'int f(int; __global__ void k(int n) {}'],
  ])('%s', (_, source) => {
    expect(kernelsOf(source)).toEqual({ k: ['n: int32'] });
  });

  it('finds none in comments, strings and removed text', () => {
    const source = `
      // __global__ void a(int n) {}
      /* __global__ void b(int n) {} */
      const char* text = "__global__ void c(int n) {}";
      #if 0
      __global__ void d(int n) {} " ' unbalanced {
      #endif
      __device__ void e(int n) {}
      my__global__ void f(int n) {}`;
    expect(kernelsOf(source)).toEqual({});
  });

  it('names kernels with their namespaces', () => {
    const source = `
      namespace a { __global__ void one() {} namespace b { __global__ void two() {} } }
      namespace a::b { __global__ void three() {} }
      namespace { __global__ void four() {} }
      inline namespace v1 { __global__ void five() {} }
      namespace a { inline namespace v2 { __global__ void six() {} } }
      __global__ void seven(void) {}`;
    expect(Object.keys(kernelsOf(source))).toEqual([
      'a::one',
      'a::b::two',
      'a::b::three',
      'four',
      'v1::five',
      'a::v2::six',
      'seven',
    ]);
  });

  it('knows the line of each name', () => {
    const source = '\n__global__ void\nfirst(\nint n) {}\n/*\n\n*/ __global__ void second() {}';
    expect(parseKernels(source, { language: 'cuda' }).map(({ name, line }) => [name, line])).toEqual([
      ['first', 3],
      ['second', 7],
    ]);
  });

  it('keeps overloads apart', () => {
    const source = '__global__ void k(int* x) {} __global__ void k(float* x) {} __global__ void k(float* x, int n) {}';
    expect(parseKernels(source, { language: 'cuda' })).toHaveLength(3);
  });

  it('takes a reference as the address of what it refers to', () => {
    const source = '__global__ void k(int n, const float& x, double& y) {}';
    expect(kernelsOf(source)).toEqual({ k: ['n: int32', 'x: const float32*', 'y: float64*'] });
  });

  it('refuses what is not a text', () => {
    expect(() => parseKernels(undefined as never, { language: 'cuda' })).toThrow(
      expect.objectContaining({ code: 'ARGUMENT' }),
    );
  });
});

describe('finding kernels of other languages', () => {
  it('OpenCL C, both spellings, attributes and address spaces', () => {
    const source = `
      __kernel __attribute__((reqd_work_group_size(16, 16, 1))) void blur(__global const float4* restrict in,
        __constant float *weights, __local float3 *tile, const ulong n, read_only image2d_t picture, const sampler_t s) {}
      kernel void copy(global const uchar* a, global uchar* b, long n, float3 v, private int i) {}
      void not_a_kernel(global float* x) {}`;
    expect(kernelsOf(source, { language: 'opencl', dataModel: undefined })).toEqual({
      blur: [
        'in: const float32x4*',
        'weights: const float32*',
        'tile: local',
        'n: uint64',
        'picture: image',
        's: sampler',
      ],
      copy: ['a: const uint8*', 'b: uint8*', 'n: int64', 'v: float32x3 (16/16)', 'i: int32'],
    });
  });

  it('the portable dialect', () => {
    const source = `
      KERNEL void sum(GLOBAL const float* x, CONSTANT float* w, INT64 n, UINT64 m, GLOBAL HALF* h, LOCAL_ARG float* scratch) {}
      DEVICE float twice(float x) { return 2 * x; }
      KERNEL void tiled(GLOBAL float* x, int n DYNAMIC_SHARED_PARAMETER(float, tile)) { DYNAMIC_SHARED(float, tile); }`;
    expect(kernelsOf(source, { language: 'portable', dataModel: undefined })).toEqual({
      sum: ['x: const float32*', 'w: const float32*', 'n: int64', 'm: uint64', 'h: float16*', 'scratch: local'],
      tiled: ['x: float32*', 'n: int32'],
    });
    const [sum, tiled] = parseKernels(source, { language: 'portable' });
    expect(sum?.dynamicShared).toBeUndefined();
    expect(tiled?.dynamicShared).toBe(true);
  });

  it('HIP, whose double4 is aligned to 32 bytes', () => {
    const source = '__global__ void k(double4 a, float3 b, hipTextureObject_t t, hipFloatComplex z) {}';
    expect(kernelsOf(source, { language: 'hip', dataModel: undefined })).toEqual({
      k: ['a: float64x4 (32/32)', 'b: float32x3 (12/4)', 't: texture', 'z: complex64'],
    });
  });

  it('C: every function that others can call and that returns nothing or a number', () => {
    const source = `
      static int hidden(int a) { return a; }
      double sum(const double *x, int n) { return 0; }
      void scale(double *restrict x, size_t n, float _Complex z, long double w) { }
      const char *name(void) { return ""; }
      int declared(int a);
      struct point { int x, y; };
      void move(struct point p, unsigned char bytes[4]) {}`;
    expect(kernelsOf(source, { language: 'c' })).toEqual({
      sum: ['x: const float64*', 'n: int32'],
      scale: ['x: float64*', 'n: uint64', 'z: complex64', 'w: bytes (16/16)'],
      move: ['p: struct (8/4) {x@0: int32, y@4: int32}', 'bytes: uint8*'],
    });
    const kernels = parseKernels(source, { language: 'c' });
    expect(kernels.map(({ returns }) => returns)).toEqual(['float64', undefined, undefined]);
  });

  it('C++: functions of C linkage, and others by name; references are pointers', () => {
    const source = `
      extern "C" void one(float* x, const int& n) {}
      extern "C" { float two(int n) { return 0; } }
      void three(int n) {}
      namespace ns { template <class T> T four(T* x) { return *x; } }
      void five(std::complex<double> z) {}`;
    expect(Object.keys(kernelsOf(source, { language: 'c++' }))).toEqual(['one', 'two']);
    expect(kernelsOf(source, { language: 'c++' }).one).toEqual(['x: float32*', 'n: const int32*']);
    expect(Object.keys(kernelsOf(source, { language: 'c++', names: ['three', 'five'] }))).toEqual([
      'one',
      'two',
      'three',
      'five',
    ]);
    expect(
      parseKernels('extern "C" void f(std::complex<float> z) {}', { language: 'c++' })[0]?.parameters[0],
    ).toMatchObject({
      dtype: 'complex64',
      alignment: 4,
    });
  });
});
