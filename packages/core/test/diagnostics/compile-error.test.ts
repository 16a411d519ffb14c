import { compileError, firstDiagnostic, numberedExcerpt, parseDiagnostics } from '@heddle/core/backend';

describe('parseDiagnostics', () => {
  it.each([
    ['g++', "kernel.cu:3:9: error: 'x' was not declared in this scope", 'kernel.cu', 3, 9],
    ['clang', 'src/a b.cu:12:1: fatal error: unknown type name', 'src/a b.cu', 12, 1],
    ['nvcc', 'kernel.cu(7): error: identifier "x" is undefined', 'kernel.cu', 7, undefined],
    ['nvrtc', 'kernel.cu(7): catastrophic error: cannot open source file "a.h"', 'kernel.cu', 7, undefined],
    ['ptxas', 'ptxas kernel.ptx, line 9; error   : Unknown symbol', 'kernel.ptx', 9, undefined],
    ['as', "kernel.cu: Assembler messages:\nkernel.cu:4: Error: no such instruction: `mad'", 'kernel.cu', 4, undefined],
    ['nvcc numbered', 'k.cu(2): error #20: identifier "y" is undefined', 'k.cu', 2, undefined],
  ])('reads what %s writes', (_, log, file, line, column) => {
    expect(firstDiagnostic(`noise\n${log}\nmore`)).toMatchObject({
      file,
      line,
      severity: 'error',
      ...(column && { column }),
    });
  });

  it('reads the two lines of gfortran', () => {
    const log = 'a.f90:4:7:\n\n    4 |   x = = 1\n      |       1\nError: Invalid character in name';
    expect(parseDiagnostics(log)).toEqual([
      { file: 'a.f90', line: 4, column: 7, severity: 'error', message: 'Invalid character in name' },
    ]);
  });

  it('prefers the first error to an earlier warning', () => {
    expect(firstDiagnostic('k.cu:1:1: warning: w\nk.cu:2:1: error: e')).toMatchObject({ line: 2, message: 'e' });
  });

  it('passes over what only follows from the next error', () => {
    const log = "k.cu:1:17: error: variable or field 'h' declared void\nk.cu:1:19: error: '__half' was not declared";
    expect(firstDiagnostic(log)).toMatchObject({ column: 19, message: "'__half' was not declared" });
    expect(firstDiagnostic('k.cu:1:17: error: variable or field ‘h’ declared void')).toMatchObject({ column: 17 });
  });

  it('survives a long line without a place', () => {
    expect(parseDiagnostics('('.repeat(1_000_000))).toEqual([]);
  });
});

describe('compileError', () => {
  const source = 'line one\nline two\n\tbad line\nline four\nline five\nline six';

  it("shows the user's lines around the error, with a mark under the column", () => {
    const error = compileError({
      backend: 'host',
      compiler: 'c++',
      source,
      fileName: 'k.cu',
      log: 'k.cu:3:2: error: no',
    });
    expect(error.code).toBe('COMPILE');
    expect(error.message).toContain('k.cu:3: no');
    expect(error.excerpt).toBe(
      '  1 | line one\n  2 | line two\n> 3 | \tbad line\n    | \t^\n  4 | line four\n  5 | line five',
    );
    expect(error.log).toContain('error: no');
  });

  it('shows the header where the error is there', () => {
    const error = compileError({
      backend: 'nvrtc',
      compiler: 'nvrtc',
      source,
      fileName: 'k.cu',
      texts: { 'a.h': 'bad header' },
      log: '/include/a.h(1): error: no',
    });
    expect(error.excerpt).toBe('> 1 | bad header');
  });

  it('shows no excerpt of a file it does not have, and keeps the message', () => {
    const error = compileError({
      backend: 'b',
      compiler: 'c',
      source,
      fileName: 'k.cu',
      log: '/usr/include/x.h:1:1: error: no',
    });
    expect(error.excerpt).toBeUndefined();
    expect(error.message).toContain('x.h:1: no');
  });

  it.each([
    ["k.cu:1:1: error: '__half' was not declared in this scope; did you mean '__tanf'?", 'cuda_fp16.h'],
    ["k.cu:1:1: error: '__nv_bfloat16' does not name a type", 'cuda_bf16.h'],
    ['k.cu(1): error: identifier "half2" is undefined', 'cuda_fp16.h'],
    ["k.cu:1:1: error: unknown type name '__half'", 'hip/hip_fp16.h'],
    ["k.cu:1:1: error: use of undeclared identifier 'cooperative_groups'", 'cooperative_groups.h'],
    ["k.cu:1:1: error: 'cuFloatComplex' has not been declared", 'cuComplex.h'],
  ])('names the header of what a compiler does not know: %s', (log, header) => {
    const error = compileError({ backend: 'b', compiler: 'c', source, fileName: 'k.cu', log });
    expect(error.hint).toContain(`<${header}>`);
  });

  it('names no header for other names, and keeps a hint that it was given', () => {
    const failed = { backend: 'b', compiler: 'c', source, fileName: 'k.cu' };
    expect(compileError({ ...failed, log: "k.cu:1:1: error: 'halves' was not declared" }).hint).toBeUndefined();
    const log = "k.cu:1:1: error: '__half' was not declared";
    expect(compileError({ ...failed, log, hint: 'ours' }).hint).toBe('ours');
  });

  it('takes the first line of a log that names no place', () => {
    expect(
      compileError({ backend: 'b', compiler: 'c', source, fileName: 'k', log: '\nlinker is missing\n' }).message,
    ).toContain('linker is missing');
  });
});

describe('numberedExcerpt', () => {
  it('gives nothing for a line that does not exist', () => {
    expect(numberedExcerpt('a', 2)).toBeUndefined();
    expect(numberedExcerpt('a', 0)).toBeUndefined();
  });

  it('pads numbers to one width', () => {
    const text = Array.from({ length: 12 }, (_, i) => `l${i + 1}`).join('\n');
    expect(numberedExcerpt(text, 10)).toBe('   8 | l8\n   9 | l9\n> 10 | l10\n  11 | l11\n  12 | l12');
  });
});
