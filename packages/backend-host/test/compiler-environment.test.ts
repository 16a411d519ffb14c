/** Environment variables of the machine's compilers are part of the cache key. */
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, relative } from 'node:path';
import { ArtifactCache, openCompiler, type CompileOptions, type DeviceCompiler } from '@heddle/core';
import { hostCompilerVariables } from '@heddle/core/backend';
import { backend } from '@heddle/backend-host';
import { resetVariables, setVariable } from '../../../tools/backend-tests/src/environment-variable';

const kernel = '#include <woven.h>\nextern "C" __global__ void k(int* o) { *o = WOVEN; }';
const plain = '#include <woven.h>\nextern "C" int f() { return WOVEN; }';
const plainC = '#include <woven.h>\nint f(void) { return WOVEN; }';
const fortran = '#include <woven.h>\ninteger function f()\n f = WOVEN\nend function\n';

let folder: string;
let compiler: DeviceCompiler;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'heddle-environment-'));
  compiler = await openCompiler(backend, { cache: new ArtifactCache({ folder: join(folder, 'cache') }) });
});

afterEach(() => {
  resetVariables();
  compiler.dispose();
  rmSync(folder, { recursive: true, force: true });
});

function write(name: string, text: string, mode = 0o600): string {
  const path = join(folder, name);
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, text);
  chmodSync(path, mode);
  return path;
}

/** The bytes of a source compiled twice: the second time they must come from the cache, the first time as `cached` says. */
async function bytesOf(source: string, cached: boolean, options: CompileOptions = {}): Promise<string> {
  const first = await compiler.compile(source, options);
  expect(first.cached).toBe(cached);
  const second = await compiler.compile(source, options);
  expect(second.cached).toBe(true);
  expect(second.artifact.digest).toBe(first.artifact.digest);
  return Buffer.from(first.artifact.bytes).toString('latin1');
}

/** Runs what changes the output, and expects that it does. */
async function expectChange(source: string, options: CompileOptions, change: () => void): Promise<void> {
  const before = await bytesOf(source, false, options);
  change();
  expectOther(await bytesOf(source, false, options), before);
}

/** Without printing them: they are binaries. */
function expectOther(bytes: string, before: string): void {
  expect(bytes === before ? 'the same' : 'another').toBe('another');
}

function expectSame(bytes: string, before: string): void {
  expect(bytes === before ? 'the same' : 'another').toBe('the same');
}

describe('a header found through a variable is tracked', () => {
  it.each<[variable: string, what: string, source: string, options: CompileOptions]>([
    ['CPATH', 'a kernel', kernel, {}],
    ['CPLUS_INCLUDE_PATH', 'a kernel', kernel, {}],
    ['CPATH', 'plain C++', plain, { language: 'c++' }],
    ['CPLUS_INCLUDE_PATH', 'plain C++', plain, { language: 'c++' }],
    ['CPATH', 'plain C', plainC, { language: 'c' }],
    ['C_INCLUDE_PATH', 'plain C', plainC, { language: 'c' }],
    ['CPATH', 'Fortran', fortran, { language: 'fortran' }],
    ['C_INCLUDE_PATH', 'Fortran', fortran, { language: 'fortran' }],
  ])('%s, in %s', async (variable, _, source, options) => {
    write('late/woven.h', '#define WOVEN 7171\n');
    setVariable(variable, [join(folder, 'early'), join(folder, 'late')].join(':'));
    await expectChange(source, options, () => write('late/woven.h', '#define WOVEN 7272\n'));
    // One that turns up in an earlier folder of the list, and one in a folder of -I, which is searched before all.
    const before = await bytesOf(source, true, options);
    write('early/woven.h', '#define WOVEN 7373\n');
    expectOther(await bytesOf(source, false, options), before);
    mkdirSync(join(folder, 'option'));
    const withOption = { ...options, options: [`-I${join(folder, 'option')}`] };
    await expectChange(source, withOption, () => write('option/woven.h', '#define WOVEN 7474\n'));
  });

  it('in a folder that is relative to the working folder, which is not where a compiler runs', async () => {
    write('near/woven.h', '#define WOVEN 7171\n');
    setVariable('CPATH', relative(process.cwd(), join(folder, 'near')));
    await expectChange(kernel, {}, () => write('near/woven.h', '#define WOVEN 7272\n'));
  });

  it('and another folder is another artifact, the first one again the first', async () => {
    write('one/woven.h', '#define WOVEN 7171\n');
    write('two/woven.h', '#define WOVEN 7272\n');
    setVariable('CPATH', join(folder, 'one'));
    const one = await bytesOf(kernel, false);
    setVariable('CPATH', join(folder, 'two'));
    expectOther(await bytesOf(kernel, false), one);
    setVariable('CPATH', join(folder, 'one'));
    expectSame(await bytesOf(kernel, true), one);
  });

  it('and a variable of another language changes nothing', async () => {
    const source = 'extern "C" __global__ void k(int* o) { *o = 1; }';
    const bytes = await bytesOf(source, false);
    setVariable('C_INCLUDE_PATH', folder);
    expectSame(await bytesOf(source, true), bytes);
  });
});

describe('a header is tracked in whichever folder the compiler takes it from', () => {
  beforeEach(() => {
    write('option/woven.h', '#define WOVEN 7171\n');
    write('listed/woven.h', '#define WOVEN 7272\n');
  });

  it('if a folder of includeDirs comes before one of options', async () => {
    const options = { options: [`-I${join(folder, 'option')}`], includeDirs: [join(folder, 'listed')] };
    await expectChange(kernel, options, () => write('listed/woven.h', '#define WOVEN 7373\n'));
  });

  it('if a folder of options comes before one of includeDirs', async () => {
    const quoting = kernel.replace('<woven.h>', '"woven.h"');
    const options = { options: [`-iquote${join(folder, 'option')}`], includeDirs: [join(folder, 'listed')] };
    await expectChange(quoting, options, () => write('option/woven.h', '#define WOVEN 7373\n'));
  });
});

describe('a library is tracked', () => {
  const source = 'extern "C" int woven(); extern "C" int f() { return woven(); }';

  function archive(value: number, where = 'lib'): void {
    const object = join(folder, 'woven.o');
    const text = write('woven.c', `int woven(void) { return ${value}; }\n`);
    mkdirSync(join(folder, where), { recursive: true });
    rmSync(join(folder, where, 'libwoven.a'), { force: true });
    execFileSync('gcc', ['-c', '-fPIC', '-O1', text, '-o', object]);
    execFileSync('ar', ['rcs', join(folder, where, 'libwoven.a'), object]);
  }

  it('in a folder of LIBRARY_PATH', async () => {
    archive(7171);
    setVariable('LIBRARY_PATH', join(folder, 'lib'));
    await expectChange(source, { language: 'c++', options: ['-Wl,-u,woven', '-lwoven'] }, () => {
      archive(7272);
    });
  });

  it('in a folder of -L', async () => {
    archive(7171);
    const options = ['-Wl,-u,woven', `-L${join(folder, 'lib')}`, '-l', ':libwoven.a'];
    await expectChange(source, { language: 'c++', options }, () => {
      archive(7272);
    });
  });
});

describe('a part of the compiler is in the key', () => {
  // An immediate of the assembler's that only its command line defines.
  const source = 'extern "C" int f() { int v; asm("movl $WOVEN, %0" : "=r"(v)); return v; }';
  const assembler = (value: number): string =>
    write('bin/as', `#!/bin/sh\nexec /usr/bin/as --defsym WOVEN=${value} "$@"\n`, 0o700);

  it.each([
    ['COMPILER_PATH', ''],
    ['GCC_EXEC_PREFIX', '/'],
    ['PATH', `:${process.env['PATH'] ?? ''}`],
  ])('by %s', async (variable, end) => {
    assembler(7171);
    // GCC_EXEC_PREFIX takes the place of all folders that GCC was built with.
    symlinkSync('/usr/lib/gcc/x86_64-linux-gnu', join(folder, 'bin/x86_64-linux-gnu'));
    setVariable(variable, `${join(folder, 'bin')}${end}`);
    await expectChange(source, { language: 'c++' }, () => assembler(727272));
  });
});

describe('text that changes the output is in the key', () => {
  it('SOURCE_DATE_EPOCH, which is the date', async () => {
    setVariable('SOURCE_DATE_EPOCH', '1000000000');
    const source = 'extern "C" const char* f() { return __DATE__; }';
    expect(await bytesOf(source, false, { language: 'c++' })).toContain('Sep  9 2001');
    setVariable('SOURCE_DATE_EPOCH', '1500000000');
    expect(await bytesOf(source, false, { language: 'c++' })).toContain('Jul 14 2017');
  });

  it('LD_RUN_PATH, which is in the library', async () => {
    const source = 'extern "C" int f() { return 1; }';
    const bytes = await bytesOf(source, false, { language: 'c++' });
    setVariable('LD_RUN_PATH', '/run/path/of/heddle');
    expect(bytes).not.toContain('/run/path/of/heddle');
    expect(await bytesOf(source, false, { language: 'c++' })).toContain('/run/path/of/heddle');
  });
});

const removed = hostCompilerVariables.filter(({ role }) => role === 'removed').map(({ name }) => name);

it.each(removed)('%s has no effect', async (name) => {
  const source = 'extern "C" int f() { return 1; }';
  const bytes = await bytesOf(source, false, { language: 'c++' });
  const file = join(folder, 'written');
  setVariable(name, file);
  expectSame(await bytesOf(source, true, { language: 'c++' }), bytes);
  const { artifact } = await compiler.compile(source, { language: 'c++', cache: false });
  expectSame(Buffer.from(artifact.bytes).toString('latin1'), bytes);
  expect({ file: existsSync(file), log: artifact.log }).toEqual({ file: false, log: '' });
});

it('removes what writes files: without Heddle, DEPENDENCIES_OUTPUT does', () => {
  const file = join(folder, 'written');
  const source = write('woven.c', 'int f(void) { return 1; }\n');
  execFileSync('gcc', ['-c', source, '-o', join(folder, 'woven.o')], {
    env: { ...process.env, DEPENDENCIES_OUTPUT: file },
  });
  expect(existsSync(file)).toBe(true);
  expect(basename(file)).toBe('written');
});
