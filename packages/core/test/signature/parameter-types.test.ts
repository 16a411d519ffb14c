import { dataModelOf } from '../../src/signature';
import { kernelsOf, linux, parametersOf } from './summary';

describe('parameter types', () => {
  it.each([
    ['int n', 'n: int32'],
    ['int', 'int32'],
    ['unsigned', 'uint32'],
    ['unsigned long long int n', 'n: uint64'],
    ['long unsigned n', 'n: uint64'],
    ['long', 'int64'],
    ['short int s', 's: int16'],
    ['signed char c', 'c: int8'],
    ['char c', 'c: int8'],
    ['unsigned char c', 'c: uint8'],
    ['bool b', 'b: bool'],
    ['size_t n', 'n: uint64'],
    ['std::size_t n', 'n: uint64'],
    ['cuda::std::int32_t n', 'n: int32'],
    ['::uint8_t n', 'n: uint8'],
    ['uint64_t n', 'n: uint64'],
    ['const float a', 'a: float32'],
    ['float const a', 'a: float32'],
    ['double a = 3.0', 'a: float64'],
    ['half h', 'h: float16'],
    ['__half h', 'h: float16'],
    ['__nv_bfloat16 h', 'h: bfloat16'],
    ['cuDoubleComplex z', 'z: complex128'],
    ['complex<float> z', 'z: complex64'],
    ['thrust::complex<double> z', 'z: complex128'],
    ['pycuda::complex<float> z', 'z: complex64'],
    ['cuda::std::complex<float>* z', 'z: complex64*'],
    ['float* x', 'x: float32*'],
    ['float *x', 'x: float32*'],
    ['float*', 'float32*'],
    ['const float* __restrict__ x', 'x: const float32*'],
    ['float const *const __restrict__ x', 'x: const float32*'],
    ['float* const x', 'x: float32*'],
    ['volatile float* x', 'x: float32*'],
    ['const __grid_constant__ int n', 'n: int32'],
    ['float x[]', 'x: float32*'],
    ['const float x[16]', 'x: const float32*'],
    ['float x[][4]', 'x: float32*'],
    ['float (*x)[4]', 'x: float32*'],
    ['float** x', 'x: uint64*'],
    ['const float* const* x', 'x: const uint64*'],
    ['void* x', 'x: void*'],
    ['const void* x', 'x: const void*'],
    ['Unknown* x', 'x: void*'],
    ['Unknown x', 'x: bytes (?/?)'],
    ['std::vector<int>* x', 'x: void*'],
    ['cuda::std::span<const float, 3> s', 's: bytes (?/?)'],
    ['float (*f)(int, float)', 'f: bytes (8/8)'],
    ['float4 v', 'v: float32x4 (16/16)'],
    ['float3 v', 'v: float32x3 (12/4)'],
    ['const float2* v', 'v: const float32x2*'],
    ['double4* v', 'v: float64x4*'],
    ['uchar4 v', 'v: uint8x4 (4/4)'],
    ['longlong2 v', 'v: int64x2 (16/16)'],
    ['half2 v', 'v: float16x2 (4/4)'],
    ['dim3 d', 'd: uint32x3 (12/4)'],
    ['cudaTextureObject_t t', 't: texture'],
    ['cudaSurfaceObject_t t', 't: texture'],
    ['__int128 i', 'i: bytes (16/16)'],
    ['[[maybe_unused]] int n', 'n: int32'],
    ['int n __attribute__((unused))', 'n: int32'],
  ])('%s', (list, expected) => {
    expect(parametersOf(list)).toEqual([expected]);
  });

  it('keeps the type as the source spells it', () => {
    const kernels = parametersOf(
      'real a, const ns::real_t* b, unsigned  long *c',
      'typedef float real; namespace ns { using real_t = double; }',
    );
    expect(kernels).toEqual(['a: float32', 'b: const float64*', 'c: uint64*']);
  });

  it('long is four bytes on Windows, except in OpenCL', () => {
    const windows = dataModelOf('cuda', { platform: 'win32', arch: 'x64' });
    expect(parametersOf('long a, unsigned long* b, long2 c, long long d', '', { dataModel: windows })).toEqual([
      'a: int32',
      'b: uint32*',
      'c: int32x2 (8/8)',
      'd: int64',
    ]);
    const opencl = {
      language: 'opencl',
      dataModel: dataModelOf('opencl', { platform: 'win32', arch: 'x64' }),
    } as const;
    expect(kernelsOf('kernel void k(long a) {}', opencl).k).toEqual(['a: int64']);
  });

  it('char has no sign on ARM under Linux', () => {
    const arm = dataModelOf('cuda', { platform: 'linux', arch: 'arm64' });
    expect(parametersOf('char a, signed char b', '', { dataModel: arm })).toEqual(['a: uint8', 'b: int8']);
    expect(dataModelOf('cuda', { platform: 'darwin', arch: 'arm64' }).charIsSigned).toBe(true);
  });

  it('OpenCL vectors of three take the room of four', () => {
    expect(
      kernelsOf('kernel void k(float3 a, uchar16 b, half8 c, double2 d, float16 e) {}', {
        language: 'opencl',
        dataModel: undefined,
      }).k,
    ).toEqual([
      'a: float32x3 (16/16)',
      'b: uint8x16 (16/16)',
      'c: float16x8 (16/16)',
      'd: float64x2 (16/16)',
      'e: float32x16 (64/64)',
    ]);
  });
});

describe('names declared in the source', () => {
  it('typedefs and aliases of every form', () => {
    const before = `
      typedef float real, *real_pointer;
      typedef unsigned int word_t;
      typedef const float constant_float;
      typedef float vec3[3];
      using index = long long;
      using view = const real*;
      template <class T> using pointer_to = T*;
      typedef struct point point;
      struct point { real x, y; };
      typedef struct { int a; } unnamed, *unnamed_pointer;`;
    expect(
      parametersOf(
        'real a, real_pointer b, word_t* c, constant_float* d, vec3 e, index f, view g, pointer_to<double> h, point i, unnamed j, unnamed_pointer l',
        before,
      ),
    ).toEqual([
      'a: float32',
      'b: float32*',
      'c: uint32*',
      'd: const float32*',
      'e: float32*',
      'f: int64',
      'g: const float32*',
      'h: float64*',
      'i: struct (8/4) {x@0: float32, y@4: float32}',
      'j: struct (4/4) {a@0: int32}',
      'l: void*',
    ]);
  });

  // With a folder of the vendor's headers among includeDirs, the reader sees what its numbers are made of.
  it("numbers of a vendor's own headers stay numbers", () => {
    const before = `
      struct alignas(2) __half { unsigned short x; };
      typedef __half half;
      struct __nv_bfloat16 { unsigned short x; };
      struct alignas(8) float2 { float x; float y; };
      typedef float2 cuFloatComplex;
      typedef cuFloatComplex cuComplex;`;
    expect(parametersOf('half a, __nv_bfloat16 b, float2 c, cuFloatComplex d, cuComplex e', before)).toEqual([
      'a: float16',
      'b: bfloat16',
      'c: float32x2 (8/8)',
      'd: complex64',
      'e: complex64',
    ]);
  });

  it('other types of such names are what the source says', () => {
    const before = 'typedef unsigned short half; struct float2 { double x; double y; }; typedef float cuComplex;';
    expect(parametersOf('half a, float2 b, cuComplex c', before)).toEqual([
      'a: uint16',
      'b: struct (16/8) {x@0: float64, y@8: float64}',
      'c: float32',
    ]);
  });

  it('enums, plain, scoped and of a given type', () => {
    const before = 'enum Mode { A, B }; enum class Kind : unsigned char { X }; typedef enum { Q } tag;';
    expect(parametersOf('Mode a, enum Mode b, Kind c, Kind* d, tag e', before)).toEqual([
      'a: int32',
      'b: int32',
      'c: uint8',
      'd: uint8*',
      'e: int32',
    ]);
  });

  it('namespaces, using directives and declarations', () => {
    const before = `
      namespace a { struct S { int x; }; namespace b { typedef short small; } }
      namespace c { using a::S; using namespace a::b; typedef small smaller; }
      using namespace a;`;
    expect(parametersOf('S p, b::small q, ::a::S r, c::S s, c::smaller t, ::S u', before)).toEqual([
      'p: struct (4/4) {x@0: int32}',
      'q: int16',
      'r: struct (4/4) {x@0: int32}',
      's: struct (4/4) {x@0: int32}',
      't: int16',
      'u: struct (4/4) {x@0: int32}',
    ]);
  });

  it("a name of the kernel's namespace hides an outer one", () => {
    const source = 'typedef float real; namespace ns { typedef double real; __global__ void k(real x, ::real y) {} }';
    expect(kernelsOf(source, { dataModel: linux })).toEqual({ 'ns::k': ['x: float64', 'y: float32'] });
  });
});
