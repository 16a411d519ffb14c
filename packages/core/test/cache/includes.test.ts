import { mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { artifactKey, type ArtifactRequest } from '../../src/cache';
import { temporaryFolder } from './temporary-folder';

const base = { compiler: 'c++', fingerprint: '14.2', architecture: 'x86-64' };

/** A folder with files, and the key of a request that looks there. */
function project(files: Record<string, string>) {
  const folder = temporaryFolder();
  const write = (name: string, text: string): void => {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  };
  for (const [name, text] of Object.entries(files)) write(name, text);
  const ask = (source: string, request: Partial<ArtifactRequest> = {}) =>
    artifactKey({ ...base, source, includeDirs: [folder], ...request });
  const key = async (source: string, request?: Partial<ArtifactRequest>): Promise<string> => {
    const asked = await ask(source, request);
    if (asked.key === undefined) throw new Error(`no key: ${asked.uncacheable}`);
    return asked.key;
  };
  return { folder, write, ask, key };
}

describe('a key follows the included files', () => {
  it.each([
    ['in quotes', '#include "a.h"'],
    ['in angle brackets', '#include <a.h>'],
    ['with blanks and comments', ' # /* one */ include /* two\n lines */ "a.h" // end'],
    ['over two lines', '#inc\\\nlude "a.h"'],
    ['as a digraph', '%:include "a.h"'],
    ['after a string with a quote in it', 'const char* s = "/* \\" //";\n#include "a.h"'],
    ['after a character that is a quote', "char c = '\"'; char d = '\\'';\n#include \"a.h\""],
    ['after a number with separators', "int n = 1'000'000; // don't\n#include \"a.h\""],
    ['after a raw string', 'auto s = R"x(\n/* " )" )x";\n#include "a.h"'],
    ['after an apostrophe in skipped text', '#if 0\nit\'s skipped\n#endif\n#include "a.h"'],
    ['in a branch that may not be taken', '#ifdef NEVER\n#include "a.h"\n#endif'],
    ['by #include_next', '#include_next <a.h>'],
    ['by #import', '#import "a.h"'],
    ['by #embed', 'char data[] = {\n#embed "a.h"\n};'],
    ['as a header unit', 'import "a.h";'],
    ['by its mere presence', '#if __has_include("a.h")\n#endif'],
  ])('%s', async (_, source) => {
    const { write, key } = project({ 'a.h': 'int a = 1;' });
    const before = await key(source);
    expect(await key(source)).toBe(before);
    write('a.h', 'int a = 2;');
    expect(await key(source)).not.toBe(before);
  });

  it.each([
    ['a line comment', '// \\\n#include "a.h"'],
    ['a block comment', '/*\n#include "a.h"\n*/'],
    ['a raw string', 'auto s = R"(\n#include "a.h"\n)";'],
  ])('but not one in %s', async (_, source) => {
    const { write, key } = project({ 'a.h': 'int a = 1;' });
    const before = await key(source);
    write('a.h', 'int a = 2;');
    expect(await key(source)).toBe(before);
  });

  it('transitively, each beside its includer, in a circle too', async () => {
    const { write, key } = project({
      'a.h': '#include "deep/b.h"',
      'deep/b.h': '#include "c.h"\n#include "../a.h"',
      'deep/c.h': 'int c = 1;',
    });
    const before = await key('#include "a.h"');
    write('deep/c.h', 'int c = 2;');
    expect(await key('#include "a.h"')).not.toBe(before);
  });

  it('sees an edit that keeps size and time', async () => {
    const { folder, write, key } = project({ 'a.h': 'int a = 1;' });
    const past = new Date(Date.now() - 3_600_000);
    utimesSync(join(folder, 'a.h'), past, past);
    const before = await key('#include "a.h"');
    write('a.h', 'int a = 2;');
    utimesSync(join(folder, 'a.h'), past, past);
    expect(await key('#include "a.h"')).not.toBe(before);
  });

  it('sees a header that turns up earlier in the search path, one that turns up at all, and one that goes', async () => {
    const { folder, write, key } = project({ 'late/a.h': 'int a;' });
    const includeDirs = [join(folder, 'early'), join(folder, 'late')];
    const source = '#include <a.h>\n#include <later.h>';
    const first = await key(source, { includeDirs });
    write('early/a.h', 'int a;');
    const second = await key(source, { includeDirs });
    write('late/later.h', 'int a;');
    const third = await key(source, { includeDirs });
    rmSync(join(folder, 'early/a.h'));
    const fourth = await key(source, { includeDirs });
    expect(new Set([first, second, third, fourth]).size).toBe(4);
  });

  it('searches the folder of the source for quotes alone', async () => {
    const { folder, write, key } = project({ 'beside/a.h': 'int a = 1;' });
    const request = { sourceFolder: join(folder, 'beside'), includeDirs: [] };
    const [quoted, angled] = [await key('#include "a.h"', request), await key('#include <a.h>', request)];
    write('beside/a.h', 'int a = 2;');
    expect(await key('#include "a.h"', request)).not.toBe(quoted);
    expect(await key('#include <a.h>', request)).toBe(angled);
  });

  it('follows headers from memory to files', async () => {
    const { write, key } = project({ 'a.h': 'int a = 1;' });
    const headers = { 'memory.h': '#include <a.h>' };
    const before = await key('#include "memory.h"', { headers });
    write('a.h', 'int a = 2;');
    expect(await key('#include "memory.h"', { headers })).not.toBe(before);
  });

  it.each([
    ['-I', (folder: string) => [`-I${folder}`]],
    ['-I and its folder apart', (folder: string) => ['-I', folder]],
    ['-I and its folder in one entry', (folder: string) => [`-I ${folder}`]],
    ['--include-path=', (folder: string) => [`--include-path=${folder}`]],
    ['-isystem', (folder: string) => ['-isystem', folder]],
    ['-Xcompiler=', (folder: string) => [`-Xcompiler=-O2,-I${folder}`]],
  ])('follows the folders of the option %s', async (_, options) => {
    const { folder, write, key } = project({ 'a.h': 'int a = 1;' });
    const request = { includeDirs: [], options: options(folder) };
    const before = await key('#include <a.h>', request);
    write('a.h', 'int a = 2;');
    expect(await key('#include <a.h>', request)).not.toBe(before);
  });

  it('follows forced includes and files that options name', async () => {
    const { folder, write, key } = project({ 'a.h': 'int a = 1;', 'b.o': '1', 'c.txt': '1' });
    const options = ['-include', 'a.h', join(folder, 'b.o'), `-fprofile-use=${join(folder, 'c.txt')}`];
    const keys = [await key('', { options })];
    for (const name of ['a.h', 'b.o', 'c.txt']) {
      write(name, 'changed');
      keys.push(await key('', { options }));
    }
    expect(new Set(keys).size).toBe(4);
  });

  it('follows include lines and modules of Fortran', async () => {
    const { write, key } = project({ 'a.inc': 'x = 1', 'physics.mod': '1' });
    const source = "program p\n  use, non_intrinsic :: Physics\n  include 'a.inc'\nend";
    const keys = [await key(source, { language: 'fortran' })];
    for (const name of ['a.inc', 'physics.mod']) {
      write(name, 'changed');
      keys.push(await key(source, { language: 'fortran' }));
    }
    expect(new Set(keys).size).toBe(3);
  });

  it('knows after the compilation whether a file changed meanwhile', async () => {
    const { write, ask } = project({ 'a.h': 'int a = 1;' });
    const asked = await ask('#include "a.h"');
    if (asked.key === undefined) throw new Error(asked.uncacheable);
    expect(await asked.unchanged?.()).toBe(true);
    write('a.h', 'int a = 2;');
    expect(await asked.unchanged?.()).toBe(false);
  });
});

describe('a source whose includes cannot be known has no key', () => {
  it.each([
    ['#define FILE "a.h"\n#include FILE', 'include FILE'],
    ['#if __has_include(FILE)\n#endif', 'include FILE'],
    ['#include "a.h"', 'a.h: '],
    ['??=include "a.h"', 'trigraphs'],
    ['asm(".incbin \\"a.bin\\"");', '.incbin'],
    ['import physics;', 'module'],
  ])('%j', async (source, reason) => {
    const { ask } = project({ 'a.h': '#include MACRO' });
    expect(await ask(source)).toEqual({ key: undefined, uncacheable: expect.stringContaining(reason) });
  });

  it('nor do options that come from a file', async () => {
    const { ask } = project({});
    expect(await ask('', { options: ['@options.txt'] })).toMatchObject({ key: undefined });
  });
});
