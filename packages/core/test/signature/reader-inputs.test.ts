/** The reader sees the macros, folders and headers that the compiler is given. */
import { parseGlobals } from '../../src/signature';
import { readCommandLine } from '../../src/signature/command-line';
import { noReaderInputs, type ReaderInputs } from '../../src/signature/reader-inputs';
import { kernelsOf } from './summary';

const kernel = '__global__ void k(real x) {}';

/** Inputs with files by path. */
function inputs(files: Readonly<Record<string, string>>, given: Partial<ReaderInputs> = {}): ReaderInputs {
  return { ...noReaderInputs, folders: ['/inc'], ...given, files: { read: (path) => files[path] } };
}

function withOptions(options: readonly string[], files: Readonly<Record<string, string>> = {}): ReaderInputs {
  return { ...inputs(files), ...readCommandLine(options) };
}

describe('macros of options', () => {
  const choose = `
#ifdef WHOLE
typedef int real;
#else
typedef float real;
#endif
${kernel}`;

  it.each<[readonly string[], string]>([
    [[], 'float32'],
    [['-DWHOLE'], 'int32'],
    [['-DWHOLE', '-UWHOLE'], 'float32'],
    [['-UWHOLE', '-D', 'WHOLE'], 'int32'],
  ])('%j choose a branch', (options, dtype) => {
    expect(kernelsOf(choose, { inputs: withOptions(options) })).toEqual({ k: [`x: ${dtype}`] });
  });

  it('stand for types, with parameters too', () => {
    expect(kernelsOf(kernel, { inputs: withOptions(['-Dreal=double']) })).toEqual({ k: ['x: float64'] });
    const source = '__global__ void k(PICK(int, float) x) {}';
    expect(kernelsOf(source, { inputs: withOptions(['-DPICK(a, b)=b']) })).toEqual({ k: ['x: float32'] });
  });

  it('that `defines` set otherwise are unknown, since compilers differ in which comes first', () => {
    const both = (value: string, option: string) =>
      kernelsOf(choose, { defines: { WHOLE: value }, inputs: withOptions([option]) });
    expect(both('1', '-DWHOLE=1')).toEqual({ k: ['x: int32'] });
    expect(both('1', '-UWHOLE')).toEqual({ k: ['x: bytes (4/4)'] });
    expect(kernelsOf(kernel, { defines: { real: 'int' }, inputs: withOptions(['-Dreal=float']) })).toEqual({
      k: ['x: bytes (?/?)'],
    });
  });
});

describe('headers on disk', () => {
  it('in a folder that is for quoted names and one of the system, which compilers search differently', () => {
    const files = { '/first/t.h': 'typedef int real;', '/second/t.h': 'typedef float real;' };
    const read = (options: readonly string[], name: string) =>
      kernelsOf(`#include ${name}\n${kernel}`, { inputs: withOptions(options, files) }).k;
    const options = ['-I/first', '-iquote', '/second'];
    expect(read(options, '"t.h"')).toEqual(['x: float32']);
    expect(read([...options, '-isystem', '/second'], '"t.h"')).toEqual(['x: bytes (?/?)']);
    expect(read([...options, '-isystem', '/second'], '<t.h>')).toEqual(['x: int32']);
    expect(read([...options, '-idirafter', '/first'], '"t.h"')).toEqual(['x: float32']);
  });

  it('hold typedefs, macros, constants and enumerators', () => {
    const files = {
      '/inc/types.h': '#pragma once\n#include "sub/inner.h"\ntypedef inner real;',
      '/inc/sub/inner.h':
        '#ifndef I\n#define I\n#include "near.h"\ntypedef near inner;\nenum { SIZE = 3 };\nconstexpr int MORE = SIZE + 1;\n#endif',
      '/inc/sub/near.h': 'typedef double near;',
    };
    const source = `#include "types.h"\n#include <types.h>\nstruct S { real a[SIZE]; int b[MORE]; };\n__global__ void k(S s) {}`;
    expect(kernelsOf(source, { inputs: inputs(files) })).toEqual({
      k: ['s: struct (40/8) {a@0[3]: float64, b@24[4]: int32}'],
    });
  });

  it('decide the order of fields', () => {
    const source = `#include "config.h"
struct P {
#ifdef WHOLE
  int y, x;
#else
  int x, y;
#endif
};
__global__ void k(P p) {}`;
    expect(kernelsOf(source, { inputs: inputs({ '/inc/config.h': '#define WHOLE 1' }) })).toEqual({
      k: ['p: struct (8/4) {y@0: int32, x@4: int32}'],
    });
  });

  const types = (type: string): string => `typedef ${type} real;`;

  it('are searched for beside the includer, then in the folders in order', () => {
    const files = {
      '/a/outer.h': '#include "real.h"',
      '/a/real.h': types('float'),
      '/b/real.h': types('double'),
      '/q/real.h': types('char'),
    };
    const read = (include: string, given: Partial<ReaderInputs>) =>
      kernelsOf(`#include ${include}\n${kernel}`, { inputs: inputs(files, given) });
    expect(read('<real.h>', { folders: ['/b', '/a'] })).toEqual({ k: ['x: float64'] });
    expect(read('"outer.h"', { folders: ['/b', '/a'] })).toEqual({ k: ['x: float32'] });
    expect(read('"real.h"', { folders: ['/b'], quoteFolders: ['/q'] })).toEqual({ k: ['x: int8'] });
    expect(read('<real.h>', { folders: ['/b'], quoteFolders: ['/q'] })).toEqual({ k: ['x: float64'] });
    expect(read('"/a/real.h"', { folders: [] })).toEqual({ k: ['x: float32'] });
  });

  it('come after headers from memory', () => {
    const files = { '/inc/real.h': types('double') };
    const headers = { 'real.h': types('float') };
    expect(kernelsOf(`#include <real.h>\n${kernel}`, { headers, inputs: inputs(files) })).toEqual({
      k: ['x: float32'],
    });
  });

  it('include the next one of their name', () => {
    const files = {
      '/a/real.h': '#define BASE float\n#include_next <real.h>',
      '/b/real.h': 'typedef BASE real;',
    };
    expect(kernelsOf(`#include <real.h>\n${kernel}`, { inputs: inputs(files, { folders: ['/a', '/b'] }) })).toEqual({
      k: ['x: float32'],
    });
  });

  it('are named by macros, asked for, and imported once', () => {
    const files = {
      '/inc/config/real.h': '#ifdef SEEN\ntypedef int other;\n#else\n#define SEEN\ntypedef float real;\n#endif',
    };
    const source = `#define TEXT(x) #x
#define FILE_OF(x) TEXT(config/x.h)
#if __has_include(<config/real.h>)
#import FILE_OF(real)
#import <config/real.h>
#endif
${kernel}
__global__ void l(other x) {}`;
    expect(kernelsOf(source, { inputs: inputs(files) })).toEqual({ k: ['x: float32'], l: ['x: bytes (?/?)'] });
  });

  it('go before the source where options say so', () => {
    const files = {
      '/inc/first.h': '#define BASE float\ntypedef int dropped;',
      '/inc/second.h': 'typedef BASE real;',
    };
    const given = withOptions(['-include', 'second.h', '-imacros', 'first.h', '-I/inc'], files);
    const source = `${kernel}\n__global__ void l(dropped x) {}`;
    expect(kernelsOf(source, { inputs: given })).toEqual({ k: ['x: float32'], l: ['x: bytes (?/?)'] });
  });

  it('in the working directory count for compilers that look there, unless there is another of the name', () => {
    const files = { '/here/real.h': types('float'), '/inc/real.h': types('double') };
    const read = (given: Partial<ReaderInputs>) =>
      kernelsOf(`#include "real.h"\n${kernel}`, { inputs: inputs(files, given) });
    expect(read({ workingFolder: '/here', folders: [] })).toEqual({ k: ['x: float32'] });
    expect(read({ workingFolder: undefined })).toEqual({ k: ['x: float64'] });
    expect(read({ workingFolder: '/here' })).toEqual({ k: ['x: bytes (?/?)'] });
  });

  it('without an end, or without themselves, do no harm', () => {
    const files = { '/inc/loop.h': '#include "loop.h"\n#include "loop.h"\n' };
    expect(kernelsOf(`#include "loop.h"\n${kernel}`, { inputs: inputs(files) })).toEqual({ k: ['x: bytes (?/?)'] });
  });
});

it('variables are found by the same macros', () => {
  const source = '#ifdef TABLE\n__constant__ float table[3];\n#endif\n__device__ int seen;';
  expect(parseGlobals(source, { language: 'cuda', inputs: withOptions(['-DTABLE']) })).toEqual(['table', 'seen']);
  expect(parseGlobals(source, { language: 'cuda', inputs: noReaderInputs })).toEqual(['seen']);
  // A compiler that is asked for a variable that is not there refuses the source.
  const unknown = '#if __CUDA_ARCH__ >= 900\n__device__ int a;\n#endif\n__device__ int b;';
  expect(parseGlobals(unknown, { language: 'cuda' })).toEqual(['b']);
});
