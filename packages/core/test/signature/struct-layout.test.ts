/** Sizes and offsets are those of nvcc 13 for x86-64 Linux. */
import { linux, parametersOf } from './summary';

function structOf(definition: string, name = 'S'): string | undefined {
  return parametersOf(`${name} p`, definition)?.[0];
}

describe('alignas in a packed struct', () => {
  const source = `#pragma pack(push, 1)
struct S { int a __attribute__((aligned(16))); int b[2]; };
#pragma pack(pop)`;
  const structFor = (packingLimitsAlignas?: boolean) => {
    const model = packingLimitsAlignas === undefined ? linux : { ...linux, packingLimitsAlignas };
    return parametersOf('S p', source, { dataModel: model })?.[0];
  };

  it('has no layout if compilers differ', () => {
    expect(structFor()).toBe('p: bytes (?/?)');
  });

  it("has its compiler's layout if that is known", () => {
    expect(structFor(true)).toBe('p: struct (12/1) {a@0: int32, b@4[2]: int32}');
    expect(structFor(false)).toBe('p: struct (16/16) {a@0: int32, b@4[2]: int32}');
  });

  it('has a layout if all compilers agree', () => {
    const agreed = '#pragma pack(4)\nstruct S { char a; alignas(4) int b; };';
    expect(parametersOf('S p', agreed)).toEqual(['p: struct (8/4) {a@0: int8, b@4: int32}']);
  });
});

describe('by-value structs', () => {
  it.each([
    ['padding', 'struct S { char a; double b; short c; };', 'struct (24/8) {a@0: int8, b@8: float64, c@16: int16}'],
    [
      'several names of one type',
      'struct S { float x, *p, m[2][3]; };',
      'struct (40/8) {x@0: float32, p@8: float32*, m@16[2][3]: float32}',
    ],
    [
      'vectors',
      'struct S { char3 a; float3 b; float4 c; double3 d; uchar2 e; };',
      'struct (64/16) {a@0: int8x3 (3/1), b@4: float32x3 (12/4), c@16: float32x4 (16/16), d@32: float64x3 (24/8), e@56: uint8x2 (2/2)}',
    ],
    [
      'complex numbers',
      'struct S { char a; cuFloatComplex b; char c; thrust::complex<double> d; };',
      'struct (48/16) {a@0: int8, b@8: complex64, c@16: int8, d@32: complex128}',
    ],
    [
      'nested structs',
      'struct I { char c; short s; }; struct S { I i[2]; struct { float u; } v; };',
      'struct (12/4) {i@0[2]: struct (4/2) {c@0: int8, s@2: int16}, v@8: struct (4/4) {u@0: float32}}',
    ],
    ['no members', 'struct S {};', 'struct (1/1) {}'],
    ['packed', 'struct __attribute__((packed)) S { char a; double b; };', 'struct (9/1) {a@0: int8, b@1: float64}'],
    [
      'packed after the brace',
      'struct S { char a; double b; } __attribute__((packed));',
      'struct (9/1) {a@0: int8, b@1: float64}',
    ],
    [
      'pragma pack',
      '#pragma pack(push, 2)\nstruct S { char a; double b; };\n#pragma pack(pop)\n',
      'struct (10/2) {a@0: int8, b@2: float64}',
    ],
    [
      'pragma pack ended before',
      '#pragma pack(push, 1)\n#pragma pack(pop)\nstruct S { char a; double b; };',
      'struct (16/8) {a@0: int8, b@8: float64}',
    ],
    ['__align__', 'struct __align__(16) S { float a; };', 'struct (16/16) {a@0: float32}'],
    [
      'alignas of struct and member',
      'struct alignas(32) S { char a; alignas(8) char b; };',
      'struct (32/32) {a@0: int8, b@8: int8}',
    ],
    ['alignas of a type', 'struct alignas(double) S { char a; };', 'struct (8/8) {a@0: int8}'],
    [
      'constants as extents',
      '#define W 4\nconstexpr int N = W * 2 + 1; enum { M = 3 }; struct S { float a[N]; char b[M << 1], c[sizeof(double) / 4]; };',
      'struct (44/4) {a@0[9]: float32, b@36[6]: int8, c@42[2]: int8}',
    ],
    [
      'constants within',
      'struct S { static constexpr int N = 4; enum { M = 2 }; using T = short; T a[N][M]; static int counter; };',
      'struct (16/2) {a@0[4][2]: int16}',
    ],
    [
      'functions within',
      'struct S { S() : a(1) {} S(const S&) = default; ~S() = default; int f(int x) const { return x; } operator int() const { return 0; } bool operator==(const S& o) const { return true; } template<class T> T g(); friend void h(S); private: int a = 3; const float b{2.5f}; };',
      'struct (8/4) {a@0: int32, b@4: float32}',
    ],
    ['function pointers', 'struct S { float (*f)(int); void* p; };', 'struct (16/8) {f@0: bytes (8/8), p@8: void*}'],
    ['pointers to itself', 'struct S { S* next; int value; };', 'struct (16/8) {next@0: void*, value@8: int32}'],
    [
      'templates',
      'template<class T, int N = 2> struct P { T a, b[N]; }; typedef P<short> S;',
      'struct (6/2) {a@0: int16, b@2[2]: int16}',
    ],
    [
      'templates of templates',
      'template<class T> struct P { T a; }; template<class T> struct Q { P<P<T>> p; T* q; }; using S = Q<char>;',
      'struct (16/8) {p@0: struct (1/1) {a@0: struct (1/1) {a@0: int8}}, q@8: int8*}',
    ],
    [
      'specialisations',
      'template<class T> struct P { T a; }; template<> struct P<float> { double b; }; typedef float real; typedef P<real> S;',
      'struct (8/8) {b@0: float64}',
    ],
    [
      'members of templates',
      'template<class T> struct P { typedef T* type; }; struct S { typename P<float>::type a; P<int>::type b; };',
      'struct (16/8) {a@0: float32*, b@8: int32*}',
    ],
    ['defined later under its typedef', 'typedef struct S S; struct S { int a; };', 'struct (4/4) {a@0: int32}'],
  ])('%s', (_, definition, expected) => {
    expect(structOf(definition)).toBe(`p: ${expected}`);
  });

  it.each([
    ['unions', 'union S { int a; double b; };', 'bytes (8/8)'],
    ['unnamed unions within', 'struct S { int tag; union { int a; double b; }; };', 'bytes (16/8)'],
    ['base classes', 'struct B { int a; }; struct S : B { int b; };', 'bytes (?/?)'],
    ['virtual functions', 'struct S { virtual void f(); int a; };', 'bytes (?/?)'],
    ['bit-fields', 'struct S { int a : 3; int b : 5; };', 'bytes (?/?)'],
    ['members of unknown type', 'struct S { Unknown a; };', 'bytes (?/?)'],
    ['unknown extents', 'struct S { int a[UNKNOWN]; };', 'bytes (?/?)'],
    ['references', 'struct S { int& a; };', 'bytes (?/?)'],
    ['declared only', 'struct S;', 'bytes (?/?)'],
    ['containing itself', 'struct S { S again; };', 'bytes (?/?)'],
    ['containing each other', 'struct T; struct S { T t; }; struct T { S s; };', 'bytes (?/?)'],
    [
      'partial specialisations',
      'template<class T> struct P { T a; }; template<class T> struct P<T*> { int b; }; typedef P<int> S;',
      'bytes (?/?)',
    ],
    ['an alignment that is unknown', 'struct alignas(UNKNOWN) S { int a; };', 'bytes (?/?)'],
  ])('%s are passed as bytes', (_, definition, expected) => {
    expect(structOf(definition)).toBe(`p: ${expected}`);
  });

  it('a struct of megabytes is not taken apart', () => {
    expect(structOf('struct S { int a[1000000]; };')).toBe('p: bytes (4000000/4)');
  });
});
