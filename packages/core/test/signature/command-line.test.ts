/** What options say to compilers about macros, headers and folders. */
import { resolve } from 'node:path';
import { readCommandLine, type CommandLine, type OptionSyntax } from '../../src/signature/command-line';

const nothing: CommandLine = {
  macros: [],
  forcedIncludes: [],
  quoteFolders: [],
  folders: [],
  systemFolders: [],
  unreadable: undefined,
  layoutOption: undefined,
  charIsSigned: undefined,
};

/** Macros as `#define` writes them, `-X` for one that is taken back. */
function macros(options: readonly string[], syntax: OptionSyntax = 'gcc'): string[] {
  return readCommandLine(options, syntax).macros.map(({ name, definition }) =>
    definition === undefined ? `-${name}` : `${name}${definition}`,
  );
}

describe('macros of options', () => {
  it.each<[readonly string[], readonly string[]]>([
    [['-DA'], ['A 1']],
    [['-DA='], ['A ']],
    [
      ['-DA=2', '-UA', '-DA=3'],
      ['A 2', '-A', 'A 3'],
    ],
    [
      ['-D', 'A=2', '-U', 'A'],
      ['A 2', '-A'],
    ],
    [
      ['--define-macro=A=2', '--undefine-macro=A'],
      ['A 2', '-A'],
    ],
    [
      ['--define-macro', 'A=2', '-D A=3'],
      ['A 2', 'A 3'],
    ],
    [['-DF(a, b)=a+b'], ['F(a, b) a+b']],
    [['-DA=x=y'], ['A x=y']],
    [['-DA=1,B=2'], ['A 1,B=2']],
    [['-Wp,-DA=1,-DB'], ['A 1', 'B 1']],
    [
      ['-Xpreprocessor', '-DA', '-Xclang', '-D', '-Xclang', 'B'],
      ['A 1', 'B 1'],
    ],
    [['-O3', '-std=c++17', '--use_fast_math', '-arch', 'sm_90'], []],
  ])('%j', (options, found) => {
    expect(macros(options)).toEqual(found);
  });

  it.each<[readonly string[], readonly string[]]>([
    [
      ['-DA=1,B=2', '-UA,B'],
      ['A 1', 'B 2', '-A', '-B'],
    ],
    [
      ['-Xcompiler=-DA,-DB', '-Xcompiler', '-DC,-DD'],
      ['A 1', 'B 1', 'C 1', 'D 1'],
    ],
    [['--compiler-options', '-DA=2'], ['A 2']],
  ])('as nvcc reads %j', (options, found) => {
    expect(macros(options, 'nvcc')).toEqual(found);
  });

  it.each<[readonly string[], readonly string[]]>([
    [['-DA=1 -DB=2  -cl-mad-enable'], ['A 1', 'B 2']],
    [
      ['-D "A=a b"', '-D"B=2"'],
      ['A a b', 'B 2'],
    ],
    [['-DA="a -DB=2" -w'], ['A "a -DB=2"']],
    [['-DA=a b'], ['A a b']],
    [
      ['-D', 'A=1', '-U A'],
      ['A 1', '-A'],
    ],
  ])('as OpenCL reads %j', (options, found) => {
    expect(macros(options, 'opencl')).toEqual(found);
  });
});

describe('headers and folders of options', () => {
  it('are searched in the order of GCC: -I, then -isystem, then -idirafter, and -iquote for quoted names alone', () => {
    const options = ['-idirafter', '/after', '-isystem', '/system', '-I/a', '-I', '/b', '-iquote/q', '-I/system'];
    expect(readCommandLine(options)).toEqual({
      ...nothing,
      quoteFolders: ['/q'],
      folders: ['/a', '/b', '/system', '/after'],
      systemFolders: ['/system', '/after'],
    });
  });

  it('are relative to the working directory', () => {
    expect(readCommandLine(['-Iinc', '--include-path=x/y']).folders).toEqual([resolve('inc'), resolve('x/y')]);
  });

  it('that go before the source come in order, those read for their macros first', () => {
    const options = ['-include', 'a.h', '-imacros', 'm.h', '--pre-include=b.h', '-includec.h'];
    expect(readCommandLine(options).forcedIncludes).toEqual([
      { name: 'm.h', macrosOnly: true },
      { name: 'a.h', macrosOnly: false },
      { name: 'b.h', macrosOnly: false },
      { name: 'c.h', macrosOnly: false },
    ]);
  });

  it.each(['@options', '--options-file=x', '-undef', '-nostdinc', '-fplugin=x.so'])('%s says more', (option) => {
    expect(readCommandLine(['-DA', option]).unreadable).toBe(option);
  });
});

describe('options about types', () => {
  it.each([
    '-fpack-struct=1',
    '-fshort-enums',
    '-fno-short-enums',
    '-mms-bitfields',
    '-m32',
    '-mlong-double-64',
    '--target=arm-linux-gnueabi',
  ])('%s may change a layout', (option) => {
    expect(readCommandLine(['-DA', option]).layoutOption).toBe(option);
    expect(readCommandLine(['-Xcompiler', `-O2,${option}`], 'nvcc').layoutOption).toBe(option);
  });

  it.each(['-m64', '-march=native', '-fno-strict-aliasing', '-O3'])('%s changes none', (option) => {
    expect(readCommandLine([option])).toEqual(nothing);
  });

  it('say whether char has a sign, the last one last', () => {
    const isSigned = (...options: string[]) => readCommandLine(options).charIsSigned;
    expect([isSigned(), isSigned('-fsigned-char'), isSigned('-funsigned-char')]).toEqual([undefined, true, false]);
    expect([isSigned('-fno-signed-char'), isSigned('-fno-unsigned-char')]).toEqual([false, true]);
    expect(isSigned('-funsigned-char', '-fsigned-char')).toBe(true);
  });
});

describe('folders of the environment', () => {
  it('come after those of their kind', () => {
    const further = { includeDirs: ['/cpath'], systemIncludeDirs: ['/system'] };
    const options = ['-isystem', '/b', '-I/a', '-idirafter', '/c'];
    expect(readCommandLine(options, 'gcc', further).folders).toEqual(['/a', '/cpath', '/b', '/system', '/c']);
  });
});
