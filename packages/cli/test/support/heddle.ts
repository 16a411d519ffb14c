/** Runs the program as its users do: as a process of its own, from the sources. */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

export interface ProgramEnd {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

const repository = resolve(__dirname, '../../../..');
const program = join(repository, 'packages/cli/src/heddle.ts');

/** Starts `heddle` with these arguments. `environment` adds to that of the tests; undefined removes. */
export function startHeddle(args: readonly string[], environment: NodeJS.ProcessEnv = {}) {
  return spawn(process.execPath, ['--import', 'tsx', program, ...args], {
    cwd: repository,
    env: { ...process.env, TSX_TSCONFIG_PATH: join(repository, 'tsconfig.json'), HEDDLE_DEBUG: '', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

/** Runs `heddle` and waits for its end. */
export function heddle(args: readonly string[], environment: NodeJS.ProcessEnv = {}): Promise<ProgramEnd> {
  const child = startHeddle(args, environment);
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  return new Promise((done, fail) => {
    child.on('error', fail);
    child.on('close', (code) => done({ code, stdout, stderr }));
  });
}

/** A folder that is there for one test file. */
export function scratchFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'heddle-cli-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A file of the test data. */
export function testData(name: string): string {
  return join(__dirname, '../data', name);
}
