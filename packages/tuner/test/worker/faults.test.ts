/** 200 configurations, of which 35 fail in four ways, in a run whose own process is killed twice. */
import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readTuningFile } from '@heddle/tuner';
import { builtProgram } from '../../../../tools/sources/test/built-sources';
import { configurationCount, faultOf, faults } from './programs/faulty-kernel';

const program = builtProgram(join(__dirname, 'programs/faulty-run.ts'));
const folder = mkdtempSync(join(tmpdir(), 'heddle-tuner-'));
const cache = join(folder, 'fill.json');
const log = join(folder, 'log');
const children: ChildProcess[] = [];

afterAll(() => {
  for (const child of children) child.kill('SIGKILL');
  rmSync(folder, { recursive: true });
});

function start(): ChildProcess {
  const child = spawn(process.execPath, [program, cache, log], {
    env: { ...process.env, NODE_OPTIONS: '' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  return child;
}

interface Logged {
  readonly key: string;
  readonly origin: string;
  readonly failure?: { readonly kind: string; readonly message: string };
}

function logged(): Logged[] {
  const text = existsSync(log) ? readFileSync(log, 'utf8') : '';
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Logged);
}

const measured = (): number => logged().filter(({ origin }) => origin === 'measured').length;

async function killAfter(count: number): Promise<void> {
  const child = start();
  const ended = new Promise((resolve) => child.once('close', resolve));
  while (measured() < count && child.exitCode === null) await new Promise((resolve) => setTimeout(resolve, 20));
  expect(child.exitCode).toBeNull();
  child.kill('SIGKILL');
  await ended;
}

const segments = (): string[] =>
  existsSync('/dev/shm') ? readdirSync('/dev/shm').filter((name) => name.startsWith('heddle-tuner')) : [];

it('accounts for every configuration once, whatever fails and whichever process is killed', async () => {
  const sharedBefore = segments();
  await killAfter(60);
  expect(existsSync(cache)).toBe(false);
  expect(readTuningFile(`${cache}.journal`).records.length).toBeGreaterThanOrEqual(60);
  await killAfter(130);

  const last = start();
  let output = '';
  last.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  expect(await new Promise((resolve) => last.once('close', resolve))).toBe(0);

  const keys = logged()
    .filter(({ origin }) => origin === 'measured')
    .map(({ key }) => key);
  expect(new Set(keys).size).toBe(keys.length);

  const { records, closed } = readTuningFile(cache);
  expect(closed).toBe(true);
  expect(new Set(records.map(({ key }) => key)).size).toBe(configurationCount);
  const kinds = { crash: 'crash', endless: 'timeout', wrong: 'wrong', broken: 'compile', none: undefined } as const;
  for (const { configuration, failure, times } of records) {
    const fault = faultOf(Number(configuration.variant));
    expect({ variant: configuration.variant, kind: failure?.kind }).toEqual({
      variant: configuration.variant,
      kind: kinds[fault],
    });
    expect(times).toHaveLength(fault === 'none' ? 3 : 0);
  }
  expect((JSON.parse(output) as { failures: unknown }).failures).toEqual({
    crash: faults.crash,
    timeout: faults.endless,
    wrong: faults.wrong,
    compile: faults.broken,
  });
  expect(existsSync(`${cache}.journal`)).toBe(false);
  expect(existsSync(`${cache}.lock`)).toBe(false);
  // What a killed run shared with its workers went with it.
  expect(segments()).toEqual(sharedBefore);
}, 600_000);
