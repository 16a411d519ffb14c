/**
 * How attributes, `#pragma pack` and the values of enums lay out structs.
 *
 * Sizes, alignments and offsets are those that GCC 12 and nvcc 13 report for x86-64 Linux by `sizeof`, `alignof` and
 * `offsetof`.
 */
import { parseKernels } from '../../src/signature';
import { layoutOf, linux, parametersOf } from './summary';

describe('a layout that all compilers agree on', () => {
  it.each([
    ['struct S{char c;int f __attribute__((packed));char d;};', '6 1 f@1 d@5'],
    ['struct S{char c;int f __attribute__((aligned(8))), d;};', '16 8 f@8 d@12'],
    ['struct S{char c;int f, d __attribute__((aligned(8)));};', '16 8 f@4 d@8'],
    ['struct S{char c;__attribute__((aligned(8))) int f, d;};', '24 8 f@8 d@16'],
    ['struct S{char c;int __attribute__((aligned(8))) f, d;};', '24 8 f@8 d@16'],
    ['typedef int __attribute__((aligned(16))) big; struct S{char c;big f;char d;};', '32 16 f@16 d@20'],
    [
      'typedef int __attribute__((aligned(16))) big; struct __attribute__((packed)) S{char c;big f;char d;};',
      '6 1 f@1 d@5',
    ],
    [
      'typedef int __attribute__((aligned(16))) big; _Pragma("pack(push,1)") struct S{char c;big f;char d;}; _Pragma("pack(pop)") ',
      '6 1 f@1 d@5',
    ],
    [
      'typedef int __attribute__((aligned(16))) big; struct S{char c;big f __attribute__((packed));char d;};',
      '6 1 f@1 d@5',
    ],
    [
      'struct __attribute__((aligned(16))) I{int a;}; struct __attribute__((packed)) S{char c;I f;char d;};',
      '18 1 f@1 d@17',
    ],
    [
      'struct __attribute__((aligned(16))) I{int a;}; _Pragma("pack(push,2)") struct S{char c;I f;char d;}; _Pragma("pack(pop)") ',
      '20 2 f@2 d@18',
    ],
    [
      'struct I{int a __attribute__((aligned(16)));}; _Pragma("pack(push,2)") struct S{char c;I f;char d;}; _Pragma("pack(pop)") ',
      '20 2 f@2 d@18',
    ],
    [
      'struct I{int a __attribute__((aligned(16)));}; struct __attribute__((packed)) S{char c;I f;char d;};',
      '18 1 f@1 d@17',
    ],
    ['struct __attribute__((packed)) S{char c;int f __attribute__((aligned(2)));char d;};', '8 2 f@2 d@6'],
    ['struct __attribute__((packed)) S{char c;int f __attribute__((aligned(8)));char d;};', '16 8 f@8 d@12'],
    ['struct __attribute__((packed)) S{char c;alignas(8) int f;char d;};', '16 8 f@8 d@12'],
    [
      '_Pragma("pack(push,1)") struct __attribute__((aligned(8))) S{char c;int f;char d;}; _Pragma("pack(pop)") ',
      '8 8 f@1 d@5',
    ],
    [
      '_Pragma("pack(push,1)") struct S{char c;int f __attribute__((packed));char d;}; _Pragma("pack(pop)") ',
      '6 1 f@1 d@5',
    ],
    ['struct S{char c;int f __attribute__((packed,aligned(2)));char d;};', '8 2 f@2 d@6'],
    ['struct S{char c;int f __attribute__((packed)) __attribute__((aligned(16)));char d;};', '32 16 f@16 d@20'],
    ['struct I{char a; int b;}; struct S{char c;I f __attribute__((packed));char d;};', '10 1 f@1 d@9'],
    ['typedef struct {char c;int f;char d;} S __attribute__((aligned(32)));', '12 32 f@4 d@8'],
    ['struct S{char c;int f[2] __attribute__((aligned(16)));char d;};', '32 16 f@16 d@24'],
    ['struct S{char c;int* __attribute__((aligned(16))) f;char d;};', '32 16 f@16 d@24'],
    ['struct S{char c;int* f __attribute__((aligned(16)));char d;};', '32 16 f@16 d@24'],
    ['struct S{char c;[[gnu::aligned(16)]] int f, d;};', '48 16 f@16 d@32'],
    ['struct S{char c;int f [[gnu::aligned(16)]], d;};', '32 16 f@16 d@20'],
    ['struct S{char c;int f[2] [[gnu::aligned(16)]];char d;};', '32 16 f@16 d@24'],
    ['struct S{char c;struct {int a;} __attribute__((packed)) f;char d;};', '6 1 f@1 d@5'],
    ['struct S{char c;struct {int a;} f __attribute__((packed));char d;};', '6 1 f@1 d@5'],
    ['struct S{char c;__attribute__((aligned(16))) struct {int a;} f;char d;};', '32 16 f@16 d@20'],
    ['__attribute__((aligned(16))) struct S{char c;int f;char d;};', '12 4 f@4 d@8'],
    ['struct S{char c;int f;char d;} __attribute__((packed));', '6 1 f@1 d@5'],
    ['struct S{char c;int f;char d;} s __attribute__((packed));', '12 4 f@4 d@8'],
    ['using big [[gnu::aligned(16)]] = int; struct S{char c;big f;char d;};', '32 16 f@16 d@20'],
    ['enum E{A,B=0x100000000}; struct S{char c;E f;char d;};', '24 8 f@8 d@16'],
    ['enum E{A,B=0x80000000}; struct S{char c;E f;char d;};', '12 4 f@4 d@8'],
    ['enum E{A=-1,B=0x80000000}; struct S{char c;E f;char d;};', '24 8 f@8 d@16'],
    ['struct S{char c;double f __attribute__((aligned(2)));char d;};', '24 8 f@8 d@16'],
    ['struct S{char c;alignas(double) char f;char d;};', '16 8 f@8 d@9'],
    ['struct S{char c;__align__(16) int f;char d;};', '32 16 f@16 d@20'],
    ['struct __align__(16) S{char c;int f;char d;};', '16 16 f@4 d@8'],
    ['_Pragma("pack(2)") struct __align__(16) S{char c;int f;char d;};', '16 16 f@2 d@6'],
    ['struct S{char c; int f __attribute__((packed)), d;};', '12 4 f@1 d@8'],
    ['struct S{char c; __attribute__((packed)) int f, d;};', '9 1 f@1 d@5'],
    ['union __attribute__((packed)) S{char c;int f;char d;};', '4 1 f@0 d@0'],
    ['_Pragma("pack(push,2)") union S{char c;double f;char d;}; _Pragma("pack(pop)") ', '8 2 f@0 d@0'],
    [
      '_Pragma("pack(push,a,2)") _Pragma("pack(push,1)") _Pragma("pack(pop,a)") struct S{char c;int f;char d;};',
      '12 4 f@4 d@8',
    ],
    [
      '_Pragma("pack(2)") _Pragma("pack(push)") _Pragma("pack(1)") _Pragma("pack(pop)") struct S{char c;int f;char d;};',
      '8 2 f@2 d@6',
    ],
    ['_Pragma("pack(2)") _Pragma("pack(pop)") struct S{char c;int f;char d;};', '8 2 f@2 d@6'],
    [
      '_Pragma("pack(push,1)") struct O{struct {char x; int y;} i;char c;}; _Pragma("pack(pop)") struct S{char c;O f;char d;};',
      '8 1 f@1 d@7',
    ],
    ['struct S{char c;struct {int a;} __attribute__((aligned(16))) f;char d;};', '48 16 f@16 d@32'],
    ['struct S{char c;int f [[maybe_unused]];[[deprecated]] char d;};', '12 4 f@4 d@8'],
    ['struct __attribute__((packed, aligned(4))) S{char c;int f __attribute__((aligned(2)));char d;};', '8 4 f@2 d@6'],
    [
      'struct __attribute__((packed, aligned(16))) S{char c;int f __attribute__((aligned(8)));char d;};',
      '16 16 f@8 d@12',
    ],
    ['struct __attribute__((aligned(8))) S{char c;alignas(16) int f;char d;};', '32 16 f@16 d@20'],
    ['struct __attribute__((packed, aligned(4))) S{char c;int f;char d;};', '8 4 f@1 d@5'],
    ['struct __attribute__((packed, aligned(4))) S{char c;double f;char d;};', '12 4 f@1 d@9'],
    [
      'typedef int __attribute__((aligned(16))) big; struct __attribute__((packed, aligned(4))) S{char c;big f;char d;};',
      '8 4 f@1 d@5',
    ],
    [
      'struct I{int a __attribute__((aligned(16)));}; struct __attribute__((packed, aligned(4))) S{char c;I f;char d;};',
      '20 4 f@1 d@17',
    ],
    [
      '_Pragma("pack(push,2)") struct __attribute__((packed)) S{char c;int f;char d;}; _Pragma("pack(pop)")',
      '6 1 f@1 d@5',
    ],
    [
      '_Pragma("pack(push,4)") struct S{char c;int f __attribute__((packed,aligned(2)));char d;}; _Pragma("pack(pop)")',
      '8 2 f@2 d@6',
    ],
    [
      'struct __attribute__((packed, aligned(4))) S{char c;int f __attribute__((packed,aligned(2)));char d;};',
      '8 4 f@2 d@6',
    ],
    ['struct __attribute__((packed)) S{char c;int f __attribute__((packed,aligned(2)));char d;};', '8 2 f@2 d@6'],
    ['struct S{char c;int f __attribute__((packed,aligned(2)));double d;};', '16 8 f@2 d@8'],
    ['union __attribute__((packed)) S{char c;alignas(8) int f;char d;};', '8 8 f@0 d@0'],
    ['union S{char c;double f __attribute__((packed));char d;};', '8 1 f@0 d@0'],
    ['struct __attribute__((packed)) I{char a; int b;}; struct S{char c;I f;double d;};', '16 8 f@1 d@8'],
    [
      'struct __attribute__((packed)) I{char a; int b;}; struct S{char c;I f __attribute__((aligned(4)));char d;};',
      '12 4 f@4 d@9',
    ],
    ['struct S{char c;int f[3] __attribute__((packed));double d;};', '24 8 f@1 d@16'],
    ['struct S{char c;double f __attribute__((packed, aligned(4)));double d;};', '24 8 f@4 d@16'],
    ['_Pragma("pack(push,16)") struct S{char c;alignas(16) int f;char d;}; _Pragma("pack(pop)")', '32 16 f@16 d@20'],
    ['_Pragma("pack(push,4)") struct S{char c;alignas(4) int f;char d;}; _Pragma("pack(pop)")', '12 4 f@4 d@8'],
  ])('%s', (definition, expected) => {
    expect(layoutOf(definition)).toBe(expected);
    for (const packingLimitsAlignas of [true, false]) {
      expect(layoutOf(definition, { ...linux, packingLimitsAlignas })).toBe(expected);
    }
  });
});

describe('a packed member that asks for an alignment', () => {
  it.each([
    [
      '_Pragma("pack(push,1)") struct S{char c;int f __attribute__((aligned(2)));char d;}; _Pragma("pack(pop)") ',
      '6 1 f@1 d@5',
      '12 4 f@4 d@8',
    ],
    [
      '_Pragma("pack(push,4)") struct S{char c;int f __attribute__((aligned(16)));char d;}; _Pragma("pack(pop)") ',
      '12 4 f@4 d@8',
      '32 16 f@16 d@20',
    ],
    [
      '_Pragma("pack(push,2)") struct S{char c;alignas(8) int f;char d;}; _Pragma("pack(pop)") ',
      '8 2 f@2 d@6',
      '16 8 f@8 d@12',
    ],
    [
      'struct __attribute__((packed, aligned(4))) S{int f __attribute__((aligned(16)));int d;};',
      '16 16 f@0 d@4',
      '8 4 f@0 d@4',
    ],
    [
      'struct __attribute__((packed, aligned(4))) S{char c;int f __attribute__((aligned(16)));int d;};',
      '32 16 f@16 d@20',
      '24 4 f@16 d@20',
    ],
    [
      'struct __attribute__((packed, aligned(4))) S{char c;int f __attribute__((aligned(8)));char d;};',
      '16 8 f@8 d@12',
      '16 4 f@8 d@12',
    ],
    [
      'struct __attribute__((packed, aligned(8))) S{char c;alignas(16) int f;char d;};',
      '32 16 f@16 d@20',
      '24 8 f@16 d@20',
    ],
    [
      'struct __attribute__((packed)) __attribute__((aligned(8))) S{char c;alignas(16) int f;char d;};',
      '32 16 f@16 d@20',
      '24 8 f@16 d@20',
    ],
    [
      'struct __attribute__((packed)) __align__(8) S{char c;__align__(16) int f;char d;};',
      '32 16 f@16 d@20',
      '24 8 f@16 d@20',
    ],
    [
      '_Pragma("pack(push,2)") struct __attribute__((aligned(4))) S{char c;alignas(16) int f;char d;}; _Pragma("pack(pop)")',
      '8 4 f@2 d@6',
      '32 16 f@16 d@20',
    ],
    [
      '_Pragma("pack(push,2)") struct __attribute__((packed)) S{char c;alignas(8) int f;char d;}; _Pragma("pack(pop)")',
      '8 2 f@2 d@6',
      '16 8 f@8 d@12',
    ],
    [
      '_Pragma("pack(push,2)") struct S{char c;int f __attribute__((packed,aligned(8)));char d;}; _Pragma("pack(pop)")',
      '8 2 f@2 d@6',
      '16 8 f@8 d@12',
    ],
    [
      '_Pragma("pack(push,1)") struct S{char c;int f __attribute__((packed,aligned(2)));char d;}; _Pragma("pack(pop)")',
      '6 1 f@1 d@5',
      '8 2 f@2 d@6',
    ],
    [
      'struct __attribute__((packed, aligned(4))) S{char c;int f __attribute__((packed,aligned(8)));char d;};',
      '16 8 f@8 d@12',
      '16 4 f@8 d@12',
    ],
    ['union __attribute__((packed, aligned(4))) S{char c;alignas(8) int f;char d;};', '8 8 f@0 d@0', '4 4 f@0 d@0'],
    [
      '_Pragma("pack(push,8)") struct S{char c;alignas(16) int f;char d;}; _Pragma("pack(pop)")',
      '16 8 f@8 d@12',
      '32 16 f@16 d@20',
    ],
    [
      '_Pragma("pack(push,4)") struct S{char c;alignas(4) double f;char d;}; _Pragma("pack(pop)")',
      '16 4 f@4 d@12',
      '24 8 f@8 d@16',
    ],
  ])('has the layout of its compiler: %s', (definition, ofGcc, ofNvcc) => {
    expect(layoutOf(definition, { ...linux, packingLimitsAlignas: true })).toBe(ofGcc);
    expect(layoutOf(definition, { ...linux, packingLimitsAlignas: false })).toBe(ofNvcc);
    expect(layoutOf(definition)).toBeUndefined();
  });
});

describe('no layout is guessed', () => {
  const plain = 'struct S { char c; int f; char d; };';

  it.each([
    ['an attribute that is not known', 'struct S { char c; int f __attribute__((unheard_of)); char d; };'],
    ['an attribute of the struct that is not known', 'struct __attribute__((ms_struct)) S { char c; int f; char d; };'],
    ['a vector of the compiler', 'struct S { char c; int f __attribute__((vector_size(16))); char d; };'],
    ['a vector before the names', 'struct S { char c; int __attribute__((vector_size(16))) f; char d; };'],
    ['a mode', 'struct S { char c; int f __attribute__((mode(DI))); char d; };'],
    ['an address that need not be unique', 'struct E {}; struct S { [[no_unique_address]] E c; int f; char d; };'],
    ['the largest alignment', 'struct S { char c; int f __attribute__((aligned)); char d; };'],
    ['an alignment that is not known', 'struct S { char c; int f __attribute__((aligned(WIDE))); char d; };'],
    ['a packed enum', 'enum __attribute__((packed)) E { A, B }; struct S { char c; E f; char d; };'],
    ['an enum of unsigned values', 'enum E { A, B = ~0ull }; struct S { char c; E f; char d; };'],
    ['an enum of an unknown value', 'enum E { A, B = WIDE }; struct S { char c; E f; char d; };'],
    ['an attribute after the type', 'struct S { char c; int [[gnu::aligned(16)]] f; char d; };'],
    ['alignas after the type', 'struct S { char c; int alignas(16) f; char d; };'],
    ['a packing that a macro says', `#define BYTES 2\n#pragma pack(BYTES)\n${plain}`],
    ['a packing of three bytes', `#pragma pack(3)\n${plain}`],
    ['a packing without parentheses', `#pragma pack 2\n${plain}`],
    ['a packing by an operator with a macro', `#define TEXT "pack(1)"\n_Pragma(TEXT(1))\n${plain}`],
    ['a pop that sets a packing', `#pragma pack(push, 1)\n#pragma pack(pop, 2)\n${plain}`],
    ["another compiler's directive", `#pragma options align=packed\n${plain}`],
    ['another order of bytes', `#pragma scalar_storage_order big-endian\n${plain}`],
    [
      'attributes for all that follows',
      `#pragma clang attribute push(__attribute__((packed)), apply_to = record)\n${plain}`,
    ],
    ['a packing within the struct', 'struct S { char c;\n#pragma pack(1)\nint f; char d; };'],
    ['a typedef that aligns a pointer', 'typedef int* T __attribute__((aligned(32))); struct S { char c; T f; };'],
    ['a typedef that aligns a vector', 'typedef float4 T __attribute__((aligned(8))); struct S { char c; T f; };'],
    ['a typedef that packs', 'typedef int T __attribute__((packed)); struct S { char c; T f; };'],
  ])('%s', (_, definition) => {
    expect(layoutOf(definition)).toBeUndefined();
  });

  it('under an option that may change it', () => {
    expect(layoutOf(plain, { ...linux, layoutOption: '-fpack-struct' })).toBeUndefined();
    const inKernel = (type: string) =>
      parametersOf(`${type} x`, 'enum E { A };', { dataModel: { ...linux, layoutOption: '-fshort-enums' } })?.[0];
    expect(['E', 'wchar_t', 'long double', 'long'].map(inKernel)).toEqual([
      'x: bytes (?/?)',
      'x: bytes (?/?)',
      'x: bytes (?/?)',
      'x: int64',
    ]);
  });

  it.each([
    ['struct S { int f __attribute__((unheard_of)); };', "depends on the attribute 'unheard_of'"],
    [
      'struct I { int __attribute__((unheard_of)) a[2]; }; struct S { I f[2]; };',
      "depends on the attribute 'unheard_of'",
    ],
    ['struct __attribute__((ms_struct)) S { int f; };', "depends on the attribute 'ms_struct'"],
    ['enum __attribute__((mode(QI))) S { A };', "depends on the attribute 'mode'"],
    [`#pragma pack(3)\n${plain}`, 'depends on a directive about packing'],
    ['#pragma pack(1)\nstruct S { char c; alignas(8) int f; };', 'depends on how its compiler packs members'],
    [
      '#pragma pack(1)\nstruct I { char c; alignas(8) int f; };\nstruct S { int a[sizeof(I) > 8 ? 1 : 2]; };',
      'depends on the extent of an array',
    ],
  ])('and gives the reason: %s', (definition, why) => {
    const [kernel] = parseKernels(`${definition}\n__global__ void k(S s) {}`, { language: 'cuda', dataModel: linux });
    expect(kernel?.parameters[0]?.unknown).toContain(why);
  });

  it('but what is after a directive in a struct, under that directive', () => {
    const before = 'struct B { char a;\n#pragma pack(push, 1)\nint b; };';
    expect(layoutOf(`${before}\n${plain}`)).toBe('6 1 f@1 d@5');
    expect(layoutOf(`${before}\n#pragma pack(pop)\n${plain}`)).toBe('12 4 f@4 d@8');
  });

  it('of a struct, while a pointer to it is a pointer', () => {
    const attribute = '__attribute__((unheard_of))';
    expect(parametersOf(`S* ${attribute} x`, plain)).toEqual(['x: void*']);
    expect(parametersOf(`${attribute} float* x`)).toEqual(['x: void*']);
    expect(parametersOf(`float ${attribute} x`)).toEqual(['x: bytes (?/?)']);
    expect(parametersOf(`float* x ${attribute}`)).toEqual(['x: float32*']);
  });
});

describe('a parameter with a typedef that aligns', () => {
  const definitions = `typedef int __attribute__((aligned(16))) big;
typedef double low __attribute__((aligned(4)));
typedef struct { int a; } I;
typedef I J __attribute__((aligned(32)));`;

  it('has the alignment of its own if it is a number, as in the PTX of nvcc', () => {
    const [kernel] = parseKernels(`${definitions}\n__global__ void k(big b, low l, J j) {}`, {
      language: 'cuda',
      dataModel: linux,
    });
    expect(kernel?.parameters.map(({ byteLength, alignment }) => [byteLength, alignment])).toEqual([
      [4, 4],
      [8, 8],
      [4, 32],
    ]);
  });
});
