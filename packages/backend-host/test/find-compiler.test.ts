import { chmodSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findCompiler, isGcc } from '../src/compile/find-compiler';

describe('findCompiler', () => {
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'heddle-test-'));
  });

  afterEach(() => {
    rmSync(folder, { recursive: true });
  });

  const program = (name: string, text = '#!/bin/sh\n'): string => {
    const path = join(folder, name);
    writeFileSync(path, text);
    chmodSync(path, 0o755);
    return path;
  };

  it('takes the first of the usual names on the PATH', () => {
    program('clang++');
    const gcc = program('g++');
    expect(findCompiler('c++', { PATH: folder })?.path).toBe(gcc);
  });

  it('takes what the variable names: a program or a path', () => {
    program('g++');
    const own = program('my-compiler');
    expect(findCompiler('c++', { PATH: folder, HEDDLE_CXX: 'my-compiler' })?.path).toBe(own);
    expect(findCompiler('c++', { PATH: '', HEDDLE_CXX: own })?.path).toBe(own);
  });

  it('finds none where the named one is missing, rather than another', () => {
    program('g++');
    expect(findCompiler('c++', { PATH: folder, HEDDLE_CXX: 'absent' })).toBeUndefined();
    expect(findCompiler('fortran', { PATH: folder })).toBeUndefined();
  });

  it('passes over files that cannot be executed, and relative folders of the PATH', () => {
    writeFileSync(join(folder, 'g++'), '');
    expect(findCompiler('c++', { PATH: `${folder}:.` })).toBeUndefined();
  });

  it('sees that the program behind a link was replaced', () => {
    program('real-1');
    program('real-2', '#!/bin/sh\n# another\n');
    symlinkSync(join(folder, 'real-1'), join(folder, 'c++'));
    const before = findCompiler('c++', { PATH: folder })?.fingerprint;
    rmSync(join(folder, 'c++'));
    symlinkSync(join(folder, 'real-2'), join(folder, 'c++'));
    expect(findCompiler('c++', { PATH: folder })?.fingerprint).not.toBe(before);
  });

  it('knows GCC by the name of its program, or asks what has another name', () => {
    const version = (text: string): string => `#!/bin/sh\n[ "$1" = --version ] && echo "${text}"\n`;
    const gcc = version('g++ (Debian 12.2.0) 12.2.0\nCopyright (C) 2022 Free Software Foundation, Inc.');
    const cases = [
      ['x86_64-linux-gnu-g++-12', '#!/bin/sh\nexit 1\n', true],
      ['clang++-15', gcc, false],
      ['my-compiler', gcc, true],
      ['c++', version('Apple clang version 15.0.0'), false],
      ['silent', '#!/bin/sh\n', false],
    ] as const;
    for (const [name, text, expected] of cases) {
      const found = findCompiler('c++', { PATH: '', HEDDLE_CXX: program(name, text) });
      expect([name, found && isGcc(found)]).toEqual([name, expected]);
    }
    // ccache goes by the name that it is called by.
    program('ccache', `#!/bin/sh\ncase "$0" in */g++) echo "Free Software Foundation";; esac\n`);
    symlinkSync(join(folder, 'ccache'), join(folder, 'g++'));
    const behind = findCompiler('c++', { PATH: folder, HEDDLE_CXX: 'g++' });
    expect(behind && isGcc(behind)).toBe(true);
  });
});
