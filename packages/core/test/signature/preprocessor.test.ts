import { kernelsOf } from './summary';

const kernel = '__global__ void k(real x) {}';

describe('macros', () => {
  it.each([
    ['types', `#define real float\n${kernel}`],
    ['chains of macros', `#define real inner\n#define inner unsigned_thing\n#define unsigned_thing float\n${kernel}`],
    ['whole declarations', '#define KERNEL extern "C" __global__ void\nKERNEL k(float x) {}'],
    ['names of kernels', '#define NAME k\n__global__ void NAME(float x) {}'],
    ['macros in terms of themselves', '#define float float\n#define x x\n__global__ void k(float x) {}'],
    ['continued definitions', `#define real \\\n  float // the type\n${kernel}`],
    ['undefined ones', `#define float double\n#undef float\n#define real float\n${kernel}`],
  ])('%s', (_, source) => {
    expect(kernelsOf(source)).toEqual({ k: ['x: float32'] });
  });

  it('defined by the caller', () => {
    expect(kernelsOf(kernel, { defines: { real: 'unsigned char' } })).toEqual({ k: ['x: uint8'] });
  });
});

describe('conditions', () => {
  const choose = (condition: string, options = {}) =>
    kernelsOf(
      `#define FOUR 4\n${condition}\n__global__ void yes() {}\n#else\n__global__ void no() {}\n#endif`,
      options,
    );

  it.each([
    '#if 1',
    '#if FOUR == 4 && !defined(NOTHING)',
    '#if (FOUR << 2) / 3 > 4 || UNKNOWN_FUNCTION(3)',
    '#if FOUR ? 2 - 1 : 0',
    '#ifdef FOUR',
    '#ifndef NOTHING',
    '#if defined FOUR',
    '#if 0\n__global__ void never() {}\n#elif FOUR',
    '#if 0x10u == 16 && 0b11 == 3 && 010 == 8',
    '#ifdef __CUDACC__',
    '#ifndef __OPENCL_VERSION__',
    '#if __cplusplus >= 201103L',
    '#define SUM(a, b) a + b\n#if SUM(FOUR, 1) * 2 == 6',
    '#define AT_LEAST(n) (FOUR >= (n))\n#if AT_LEAST(4) && !AT_LEAST(5)',
    // What only the compiler knows: the first branch is read.
    '#if __CUDA_ARCH__ >= 900',
    '#if __has_include(<cuda_fp16.h>)',
  ])('%s holds', (condition) => {
    expect(Object.keys(choose(condition))).toEqual(['yes']);
  });

  it.each([
    '#if 0',
    '#ifdef NOTHING',
    '#ifndef FOUR',
    '#if NOTHING',
    '#if FOUR < 4',
    '#if 0 && __CUDA_ARCH__',
    '#ifdef __HIPCC__',
  ])('%s does not', (condition) => {
    expect(Object.keys(choose(condition))).toEqual(['no']);
  });

  it('turn on macros of the caller', () => {
    expect(Object.keys(choose('#ifdef DOUBLE', { defines: { DOUBLE: '' } }))).toEqual(['yes']);
    expect(Object.keys(choose('#if WIDTH > 8', { defines: { WIDTH: '16' } }))).toEqual(['yes']);
  });

  it('nest, with unbalanced text in what is left out', () => {
    const source = `
      #if 0
        { ( " #endif
        #if 1
        #else
        /* #endif */
        #endif
        __global__ void no() {
      #else
        #ifdef A
        #elif 1
          __global__ void yes() {}
        #else
          __global__ void neither() {}
        #endif
      #endif
      __global__ void last() {}`;
    expect(Object.keys(kernelsOf(source))).toEqual(['yes', 'last']);
  });

  it('without an end or a beginning do no harm', () => {
    expect(Object.keys(kernelsOf('#endif\n#else\n__global__ void k() {}\n#if 1\n__global__ void l() {}'))).toEqual([
      'k',
      'l',
    ]);
  });
});

describe('headers given as text', () => {
  const headers = {
    'types.h': '#pragma once\n#include <inner.h>\ntypedef inner_t real;',
    'inner.h': '#ifndef INNER\n#define INNER\n#include "types.h"\ntypedef double inner_t;\n#endif',
    'kernels.h': '__global__ void from_header(int n) {}',
    'loop.h': '#include "loop.h"\n#include "loop.h"\n',
  };

  it('are read where they are included', () => {
    expect(kernelsOf(`#include "types.h"\n#include <types.h>\n${kernel}`, { headers })).toEqual({ k: ['x: float64'] });
  });

  it('may declare kernels', () => {
    expect(kernelsOf('#include "kernels.h"', { headers })).toEqual({ from_header: ['n: int32'] });
  });

  it('that are missing or without end are passed over', () => {
    expect(kernelsOf(`#include <missing.h>\n#include "loop.h"\n#include NAME\n${kernel}`, { headers })).toEqual({
      k: ['x: bytes (?/?)'],
    });
  });
});
