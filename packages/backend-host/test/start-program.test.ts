import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCompiler, startByNode, type RunCompilerOptions, type StartProgram } from '@heddle/core/backend';
import { loadRuntime } from '../src/runtime/build-runtime';
import { programStarter } from '../src/runtime/start-program';

let starters: Record<string, StartProgram>;
let folder: string;

beforeAll(async () => {
  starters = { runtime: programStarter(await loadRuntime()), node: startByNode };
});
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'heddle-test-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** A compiler of these tests: a shell's script, with an argument that a shell would take apart. */
const run = (starter: string, script: string, options: RunCompilerOptions = {}) => {
  const start = starters[starter];
  if (!start) throw new Error(`no starter ${starter}`);
  return runCompiler('/bin/sh', ['-c', script, 'sh', '$(id); x'], { ...options, start });
};

const openFiles = () => readdirSync('/proc/self/fd').length;
const isLinux = existsSync('/proc/self/fd');

// A program is the same, however it is started.
describe.each(['runtime', 'node'])('a compiler that %s starts', (starter) => {
  it('gets its arguments, input, folder and variables, and leaves what it said', async () => {
    const script = 'cat; echo "$1 $X $LC_ALL $TMPDIR"; pwd; echo said >&2; exit 3';
    const outcome = await run(starter, script, { input: 'a source\n', folder, environment: { X: '$HOME \u00e4' } });
    expect(outcome).toMatchObject({
      succeeded: false,
      code: 3,
      signal: null,
      stdout: `a source\n$(id); x $HOME \u00e4 C ${folder}\n${folder}\n`,
      stderr: 'said\n',
    });
  });

  it('has no input when it is given none, and this process\u2019s folder', async () => {
    const { stdout } = await run(starter, 'cat; pwd -P');
    expect(stdout).toBe(`${process.cwd()}\n`);
  });

  it('may say much, and may leave much unread', async () => {
    const many = 'i=0; while [ $i -lt 3000 ]; do echo 0123456789012345678901234567890123456789; i=$((i+1)); done';
    const outcome = await run(starter, `${many}; exec >&2; ${many}`, {
      input: 'x'.repeat(5_000_000),
      longestOutput: 200_000,
    });
    expect([outcome.code, outcome.stdout.length, outcome.stderr.length]).toEqual([0, 123_000, 123_000]);
  });

  it('tells how it ended: by any signal, as in a process of its own', async () => {
    // Node ignores SIGPIPE, a compiler does not.
    for (const signal of ['TERM', 'PIPE', 'SEGV']) {
      const outcome = await run(starter, `kill -${signal} $$`);
      expect(outcome).toMatchObject({ succeeded: false, code: null, signal: `SIG${signal}` });
    }
  });

  it('is waited for when it has closed its outputs', async () => {
    const outcome = await run(starter, 'exec >/dev/null 2>&1; sleep 0.2; exit 5');
    expect(outcome).toMatchObject({ code: 5, log: '' });
  });

  it('is a typed error if there is none, or no folder, or a NUL', async () => {
    const start = starters[starter];
    if (!start) throw new Error(`no starter ${starter}`);
    const gone = runCompiler(join(folder, 'no-such'), [], { backend: 'host', start });
    await expect(gone).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      backend: 'host',
      message: expect.stringMatching(/no-such cannot be started: .*(ENOENT|No such file)/) as string,
    });
    await expect(run(starter, 'true', { folder: join(folder, 'gone') })).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    await expect(run(starter, 'echo \0 > x')).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  });

  it('ends with what it has started when it is aborted', async () => {
    const controller = new AbortController();
    const outcome = run(starter, 'sleep 100 & echo $! > part; wait', { folder, signal: controller.signal });
    const part = join(folder, 'part');
    while (!existsSync(part) || readFileSync(part, 'utf8') === '')
      await new Promise((resolve) => setTimeout(resolve, 5));
    controller.abort(new Error('enough'));
    await expect(outcome).rejects.toMatchObject({ code: 'ABORTED', cause: new Error('enough') });
    const number = Number(readFileSync(part, 'utf8'));
    expect(number).toBeGreaterThan(1);
    const runs = () =>
      existsSync(`/proc/${number}/stat`) && !/\) [ZX]/.test(readFileSync(`/proc/${number}/stat`, 'utf8'));
    while (isLinux && runs()) await new Promise((resolve) => setTimeout(resolve, 5));
  });

  (isLinux ? it : it.skip)('leaves no open file', async () => {
    await run(starter, 'true');
    const before = openFiles();
    await Promise.all(Array.from({ length: 60 }, (_, i) => run(starter, `exit ${i}`, i % 2 ? { input: 'x' } : {})));
    await run(starter, 'exit 1').catch(() => undefined);
    expect(openFiles()).toBe(before);
  });
});

(isLinux ? it : it.skip)('the runtime starts programs itself on this system', async () => {
  const { programStart } = await loadRuntime();
  expect(programStart(null, 0, 0, null, 0, null)).toBe(1);
});
