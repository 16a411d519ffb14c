/**
 * NVRTC handles some attributes in its own way. Sizes, alignments and offsets are those that GCC 12 and nvcc 13 agree on;
 * what NVRTC 13 makes of the same was read on an H100.
 */
import { layoutOf, linux } from './summary';

describe('where NVRTC 13 agrees with GCC and nvcc', () => {
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
      'typedef int __attribute__((aligned(16))) big; _Pragma("pack(push,1)") struct S{char c;big f;char d;}; _Pragma("pack(pop)")',
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
      'struct __attribute__((aligned(16))) I{int a;}; _Pragma("pack(push,2)") struct S{char c;I f;char d;}; _Pragma("pack(pop)")',
      '20 2 f@2 d@18',
    ],
    [
      'struct I{int a __attribute__((aligned(16)));}; _Pragma("pack(push,2)") struct S{char c;I f;char d;}; _Pragma("pack(pop)")',
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
      '_Pragma("pack(push,1)") struct __attribute__((aligned(8))) S{char c;int f;char d;}; _Pragma("pack(pop)")',
      '8 8 f@1 d@5',
    ],
    [
      '_Pragma("pack(push,1)") struct S{char c;int f __attribute__((packed));char d;}; _Pragma("pack(pop)")',
      '6 1 f@1 d@5',
    ],
    ['struct S{char c;int f __attribute__((packed,aligned(2)));char d;};', '8 2 f@2 d@6'],
    ['struct S{char c;int f __attribute__((packed)) __attribute__((aligned(16)));char d;};', '32 16 f@16 d@20'],
    ['struct I{char a; int b;}; struct S{char c;I f __attribute__((packed));char d;};', '10 1 f@1 d@9'],
    ['typedef struct {char c;int f;char d;} S __attribute__((aligned(32)));', '12 32 f@4 d@8'],
    ['struct S{char c;int f[2] __attribute__((aligned(16)));char d;};', '32 16 f@16 d@24'],
    ['struct S{char c;int* __attribute__((aligned(16))) f;char d;};', '32 16 f@16 d@24'],
    ['struct S{char c;int* f __attribute__((aligned(16)));char d;};', '32 16 f@16 d@24'],
    ['struct S{char c;struct {int a;} f __attribute__((packed));char d;};', '6 1 f@1 d@5'],
    ['struct S{char c;__attribute__((aligned(16))) struct {int a;} f;char d;};', '32 16 f@16 d@20'],
    ['__attribute__((aligned(16))) struct S{char c;int f;char d;};', '12 4 f@4 d@8'],
    ['struct S{char c;int f;char d;} s __attribute__((packed));', '12 4 f@4 d@8'],
    ['enum E{A,B=0x100000000}; struct S{char c;E f;char d;};', '24 8 f@8 d@16'],
    ['enum E{A,B=0x80000000}; struct S{char c;E f;char d;};', '12 4 f@4 d@8'],
    ['enum E{A=-1,B=0x80000000}; struct S{char c;E f;char d;};', '24 8 f@8 d@16'],
    ['struct S{char c;alignas(double) char f;char d;};', '16 8 f@8 d@9'],
    ['struct S{char c;__align__(16) int f;char d;};', '32 16 f@16 d@20'],
    ['struct __align__(16) S{char c;int f;char d;};', '16 16 f@4 d@8'],
    ['_Pragma("pack(2)") struct __align__(16) S{char c;int f;char d;};', '16 16 f@2 d@6'],
    ['struct S{char c; int f __attribute__((packed)), d;};', '12 4 f@1 d@8'],
    ['struct S{char c; __attribute__((packed)) int f, d;};', '9 1 f@1 d@5'],
    ['union __attribute__((packed)) S{char c;int f;char d;};', '4 1 f@0 d@0'],
    ['_Pragma("pack(push,2)") union S{char c;double f;char d;}; _Pragma("pack(pop)")', '8 2 f@0 d@0'],
    [
      '_Pragma("pack(push,a,2)") _Pragma("pack(push,1)") _Pragma("pack(pop,a)") struct S{char c;int f;char d;};',
      '12 4 f@4 d@8',
    ],
    [
      '_Pragma("pack(2)") _Pragma("pack(push)") _Pragma("pack(1)") _Pragma("pack(pop)") struct S{char c;int f;char d;};',
      '8 2 f@2 d@6',
    ],
    [
      '_Pragma("pack(push,1)") struct O{struct {char x; int y;} i;char c;}; _Pragma("pack(pop)") struct S{char c;O f;char d;};',
      '8 1 f@1 d@7',
    ],
    ['struct S{char c;int f [[maybe_unused]];[[deprecated]] char d;};', '12 4 f@4 d@8'],
    ['struct __attribute__((packed, aligned(4))) S{char c;int f __attribute__((aligned(2)));char d;};', '8 4 f@2 d@6'],
    [
      'struct __attribute__((packed, aligned(16))) S{char c;int f __attribute__((aligned(8)));char d;};',
      '16 16 f@8 d@12',
    ],
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
    [
      'typedef struct __attribute__((aligned(16))) {long a[4];} L; struct S{char c;alignas(16) L f;char d;};',
      '64 16 f@16 d@48',
    ],
    ['typedef int big __attribute__((aligned(16))); struct S{char c;big f;char d;};', '32 16 f@16 d@20'],
  ])('a layout is known: %s', (definition, expected) => {
    expect(layoutOf(definition, { ...linux, gnuAttributes: false })).toBe(expected);
  });
});

describe('where NVRTC 13 does not agree with GCC and nvcc', () => {
  it.each([
    ['typedef int __attribute__((aligned(2))) low; struct S{char c;low f;char d;};', '8 2 f@2 d@6'],
    ['struct S{char c;[[gnu::aligned(16)]] int f, d;};', '48 16 f@16 d@32'],
    ['struct S{char c;int f [[gnu::aligned(16)]], d;};', '32 16 f@16 d@20'],
    ['struct S{char c;int f[2] [[gnu::aligned(16)]];char d;};', '32 16 f@16 d@24'],
    ['struct S{char c;int f;char d;} __attribute__((packed));', '6 1 f@1 d@5'],
    ['using big [[gnu::aligned(16)]] = int; struct S{char c;big f;char d;};', '32 16 f@16 d@20'],
    ['struct S{char c;double f __attribute__((aligned(2)));char d;};', '24 8 f@8 d@16'],
    ['struct S{char c;struct {int a;} __attribute__((aligned(16))) f;char d;};', '48 16 f@16 d@32'],
    ['struct __attribute__((aligned(8))) S{char c;alignas(16) int f;char d;};', '32 16 f@16 d@20'],
    [
      'typedef struct __attribute__((aligned(16))) {long a[4];} L; struct S{char c;__attribute__((aligned(8))) L f;char d;};',
      '64 16 f@16 d@48',
    ],
    [
      'typedef struct __attribute__((aligned(16))) {long a[4];} L; struct S{char c;L f __attribute__((aligned(8)));char d;};',
      '64 16 f@16 d@48',
    ],
    ['struct S{char c;double f __attribute__((aligned(4)));char d;};', '24 8 f@8 d@16'],
    ['struct S{char c;__attribute__((aligned(4))) double f;char d;};', '24 8 f@8 d@16'],
    ['struct S{char c;int f __attribute__((aligned(1)));char d;};', '12 4 f@4 d@8'],
    ['struct S{char c;long long f __attribute__((aligned(2)));char d;};', '24 8 f@8 d@16'],
    ['typedef int low __attribute__((aligned(1))); struct S{char c;low f;char d;};', '6 1 f@1 d@5'],
    ['typedef int __attribute__((aligned(1))) low; struct S{char c;low f;char d;};', '6 1 f@1 d@5'],
    ['typedef long long low __attribute__((aligned(2))); struct S{char c;low f;char d;};', '12 2 f@2 d@10'],
    ['typedef int low __attribute__((aligned(1))); struct S{bool c[2];low f;float d[2];};', '16 4 f@2 d@8'],
    ['struct I{char a;int b;}; typedef I J __attribute__((aligned(1))); struct S{char c;J f;char d;};', '10 1 f@1 d@9'],
    ['struct I{char a;int b;}; struct S{char c;I f __attribute__((aligned(2)));char d;};', '16 4 f@4 d@12'],
  ])('it has no layout: %s', (definition, expected) => {
    expect(layoutOf(definition)).toBe(expected);
    expect(layoutOf(definition, { ...linux, gnuAttributes: false })).toBeUndefined();
  });
});
