/** Processes that compile ahead of the one that measures. */
import { readFileSync, writeFileSync } from 'node:fs';
import { CompilePool } from '../../src/worker/compile-pool';
import type { TrialSource } from '../../src/worker/protocol';
import { temporaryFolder } from '../testing/temporary-folder';

const folder = temporaryFolder();

const source = (text: string): TrialSource => ({
  text,
  language: undefined,
  fileName: undefined,
  names: [],
  defines: {},
  options: [],
  includeDirs: [],
  headers: {},
});

function pool(backend: string, compileMilliseconds = 60_000): CompilePool {
  return new CompilePool({
    size: 1,
    address: { backend, device: undefined },
    compileMilliseconds,
    setupMilliseconds: 60_000,
  });
}

it('opens a device when there is something to compile, and not before', async () => {
  const nowhere = pool('no-such-backend');
  try {
    nowhere.start();
    await expect(nowhere.compile(source('__global__ void f() {}'))).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  } finally {
    await nowhere.close();
  }
}, 60_000);

it('tells how a compilation ended', async () => {
  const host = pool('host');
  try {
    expect(await host.compile(source('__global__ void f(int* x) { x[0] = 1; }'))).toMatchObject({ failure: undefined });
    const refused = await host.compile(source('__global__ void f(int* x) { oops; }'));
    expect(refused?.failure).toMatchObject({ kind: 'compile', message: expect.stringContaining('oops') });
  } finally {
    await host.close();
  }
}, 60_000);

it('lets what may never be needed wait for all else, and be given up', async () => {
  const host = pool('host');
  const kernel = (name: string): TrialSource => source(`__global__ void ${name}(int* x) { x[0] = 1; }`);
  const ended: string[] = [];
  const compile = async (name: string, giveUp?: AbortController): Promise<boolean> => {
    const compiled = await host.compile(kernel(name), giveUp?.signal);
    ended.push(name);
    return compiled !== undefined;
  };
  try {
    const unwanted = new AbortController();
    const compiling = [
      compile('first'),
      compile('perhaps', new AbortController()),
      compile('never', unwanted),
      compile('second'),
    ];
    unwanted.abort();
    expect(await Promise.all(compiling)).toEqual([true, true, false, true]);
    expect(ended).toEqual(['never', 'first', 'second', 'perhaps']);
  } finally {
    await host.close();
  }
}, 60_000);

it('ends a compilation that takes too long, the compiler that it started too', async () => {
  const pidFile = folder.path('pid');
  const endless = folder.path('cc');
  // Tells its version as the compiler does, and never ends when it is to compile.
  writeFileSync(
    endless,
    `#!/bin/sh\ncase "$*" in *version*) exec cc "$@";; esac\necho $$ >> '${pidFile}'\nexec sleep 600\n`,
    { mode: 0o755 },
  );
  const before = process.env.HEDDLE_CC;
  process.env.HEDDLE_CC = endless;
  const host = pool('host', 4000);
  try {
    const compiled = await host.compile({
      ...source(`void f(int* x) { x[0] = ${process.pid}; }`),
      language: 'c',
    });
    expect(compiled?.failure).toMatchObject({ kind: 'timeout', message: expect.stringContaining('after 4 s') });
    const pids = readFileSync(pidFile, 'utf8').trim().split('\n').map(Number);
    expect(pids.length).toBeGreaterThan(0);
    // A process that was killed has a number until its parent, the system's first, has taken note.
    while (pids.some(isAlive)) await new Promise((resolve) => setTimeout(resolve, 20));
  } finally {
    if (before === undefined) delete process.env.HEDDLE_CC;
    else process.env.HEDDLE_CC = before;
    await host.close();
  }
}, 60_000);

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
    throw error;
  }
}
