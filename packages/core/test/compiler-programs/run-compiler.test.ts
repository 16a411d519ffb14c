import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCompiler, withTemporaryFolder, writeHeaders } from '../../src/backend';
import { builtEntry } from '../../../../tools/sources/test/built-sources';

/** A compiler of these tests: node, with a program of its own. */
const run = (program: string, options: Parameters<typeof runCompiler>[2] = {}) =>
  runCompiler(process.execPath, ['--eval', program], options);

// Starts another process that would go on for ever, says its number, and waits for it: as g++ does with cc1plus.
const driver = `
  const part = require('node:child_process').spawn(process.execPath, ['--eval', 'setInterval(() => 0, 1000)']);
  require('node:fs').writeFileSync('part', String(part.pid));
  part.on('exit', () => process.exit(0));`;

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'heddle-test-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 10));
}

// A zombie, which waits for the process that inherited it, has ended.
function runs(pid: number): boolean {
  try {
    return !/^State:\s+[ZX]/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}

async function partOf(driven: string): Promise<number> {
  const path = join(driven, 'part');
  await until(() => existsSync(path) && readFileSync(path, 'utf8') !== '');
  return Number(readFileSync(path, 'utf8'));
}

describe('a compiler that is a program', () => {
  it('gets its input, and leaves what it said and how it ended', async () => {
    const outcome = await run(
      `process.stdin.on('data', (text) => { process.stdout.write('got ' + text); console.error('said'); process.exitCode = 3; })`,
      { input: 'a source' },
    );
    expect(outcome).toEqual({
      succeeded: false,
      code: 3,
      signal: null,
      stdout: 'got a source',
      stderr: 'said\n',
      log: 'got a sourcesaid\n',
    });
    await expect(run('0')).resolves.toMatchObject({ succeeded: true, code: 0, log: '' });
  });

  it('is run without a shell, in its folder, with the variables it is given', async () => {
    const args = [
      '--eval',
      'console.log(process.argv[1], process.cwd(), process.env.X, process.env.LC_ALL)',
      '$(id); x',
    ];
    const { stdout } = await runCompiler(process.execPath, args, { folder, environment: { X: '$HOME' } });
    expect(stdout).toBe(`$(id); x ${folder} $HOME C\n`);
  });

  it('may say more than is kept', async () => {
    const say = `process.stdout.write('o'.repeat(3000)); process.stderr.write('e'.repeat(2000))`;
    const { stdout, stderr } = await run(say, { longestOutput: 2000 });
    expect(stdout).toBe(`${'o'.repeat(2000)}\n(3000 bytes in all)`);
    expect(stderr).toBe('e'.repeat(2000));
  });

  it('may write a character in pieces', async () => {
    const pieces = `
      const bytes = Buffer.from('größe 🧵\\n'.repeat(50));
      (async () => {
        for (const byte of bytes) await new Promise((done) => process.stdout.write(Buffer.of(byte), done));
        for (const byte of bytes) await new Promise((done) => process.stderr.write(Buffer.of(byte), done));
      })();`;
    const { stdout, stderr } = await run(pieces);
    expect([stdout, stderr]).toEqual(['größe 🧵\n'.repeat(50), 'größe 🧵\n'.repeat(50)]);
  });

  it.each([1998, 1999, 2000, 2001])('keeps no part of a character, of %i bytes', async (before) => {
    const { stdout } = await run(`process.stdout.write('o'.repeat(${before}) + '🧵'.repeat(9))`, {
      longestOutput: 2004,
    });
    expect(stdout).not.toContain('\ufffd');
    expect(stdout).toBe(`${'o'.repeat(before)}${before <= 2000 ? '🧵' : ''}\n(${before + 36} bytes in all)`);
  });

  it('is told by the signal that ended it', async () => {
    const outcome = await run(`process.kill(process.pid, 'SIGTERM'); setInterval(() => 0, 1000)`);
    expect(outcome).toMatchObject({ succeeded: false, code: null, signal: 'SIGTERM', log: '\nended by SIGTERM' });
  });

  it('that is not there is a typed error', async () => {
    await expect(runCompiler(join(folder, 'no-such'), [], { backend: 'host' })).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      backend: 'host',
      message: expect.stringContaining('no-such cannot be started'),
    });
    await expect(runCompiler(process.execPath, [], { folder: join(folder, 'gone') })).rejects.toMatchObject({
      code: 'UNAVAILABLE',
    });
  });

  it('may end without having read its input', async () => {
    const outcome = await run('process.exit(4)', { input: 'x'.repeat(10_000_000) });
    expect(outcome.code).toBe(4);
  });
});

// What a process has started is found by /proc.
(existsSync('/proc/self/status') ? describe : describe.skip)('what a compiler has started', () => {
  it('ends with it when the compilation is aborted', async () => {
    const controller = new AbortController();
    const outcome = run(driver, { folder, signal: controller.signal });
    const part = await partOf(folder);
    expect(runs(part)).toBe(true);
    controller.abort(new Error('enough'));
    await expect(outcome).rejects.toMatchObject({ code: 'ABORTED', cause: new Error('enough') });
    await until(() => !runs(part));
  });

  it('ends when the program exits, and leaves no folder', async () => {
    // More would wait for their turn.
    const count = Math.min(2, availableParallelism());
    writeFileSync(
      join(folder, 'program.mjs'),
      `import { runCompiler, withTemporaryFolder } from ${JSON.stringify(builtEntry('core', 'backend'))};
       for (let i = 0; i < ${count}; i++) {
         void withTemporaryFolder(async (folder) => {
           console.log(folder);
           await runCompiler(process.execPath, ['--eval', ${JSON.stringify(driver)}], { folder });
         });
       }
       process.stdin.on('data', () => process.exit(7));`,
    );
    const child = spawn(process.execPath, ['program.mjs'], {
      cwd: folder,
      env: { ...process.env, TMPDIR: folder },
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    let [said, ended] = ['', false];
    child.stdout.on('data', (text: Buffer) => (said += text.toString()));
    child.on('exit', () => (ended = true));
    await until(() => ended || said.split('\n').length === count + 1);
    expect(ended).toBe(false);
    const parts = await Promise.all(said.trim().split('\n').map(partOf));
    expect(parts.map(runs)).toEqual(parts.map(() => true));
    const exit = new Promise((resolve) => child.on('exit', resolve));
    child.stdin.write('exit');
    expect(await exit).toBe(7);
    await until(() => !parts.some(runs));
    expect(readdirSync(folder)).toEqual(['program.mjs']);
  });
});

describe('the folder of a compilation', () => {
  it('is gone when it ends, by an error too', async () => {
    const folders: string[] = [];
    const body = async (given: string) => {
      folders.push(given);
      await writeHeaders(given, { 'a/b.h': 'int x;' });
      return readFileSync(join(given, 'a/b.h'), 'utf8');
    };
    expect(await withTemporaryFolder(body)).toBe('int x;');
    const failing = withTemporaryFolder(async (given) => {
      await body(given);
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(folders.filter((each) => existsSync(each))).toEqual([]);
  });

  it.each(['../x.h', '/x.h', '..', '.', 'a/../../x.h'])('takes no header outside: %s', async (name) => {
    const writing = withTemporaryFolder((given) => writeHeaders(given, { [name]: '' }));
    await expect(writing).rejects.toMatchObject({ code: 'ARGUMENT' });
  });
});
