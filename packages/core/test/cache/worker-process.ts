import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { buildSync } from 'esbuild';
import { temporaryFolder } from './temporary-folder';

/** A running cache-worker. */
export interface Worker {
  readonly process: ChildProcess;
  /** The next fact it reports. Rejects when it ends before that. */
  next(): Promise<Record<string, unknown>>;
  /** Ends when the process has ended. */
  readonly ended: Promise<void>;
}

/** Makes the worker plain JavaScript once, so that hundreds of processes start without a loader. */
export function buildWorker(): string {
  const outfile = join(temporaryFolder(), 'cache-worker.mjs');
  buildSync({
    entryPoints: [join(__dirname, 'fixtures', 'cache-worker.ts')],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
  });
  return outfile;
}

export function startWorker(script: string, task: string, folder: string, bound = 1_000_000_000): Worker {
  const child = spawn(process.execPath, [script, task, folder, String(bound)], { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    process: child,
    async next() {
      const { value, done } = await lines.next();
      if (done) throw new Error(`the worker ended (${child.exitCode ?? child.signalCode}) without a word`);
      return JSON.parse(value) as Record<string, unknown>;
    },
    ended: new Promise((resolve) => child.once('close', () => resolve())),
  };
}
