/** Runs the program as its users do: as a process of its own, in a folder where the packages are installed. */
import { spawn } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { builtSources } from '../../../../tools/sources/test/built-sources';

export interface ProgramEnd {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

const application = builtSources();
const program = join(application, 'node_modules/@heddle/cli/dist/heddle.js');

/** Starts `heddle` with these arguments. `environment` adds to that of the tests; undefined removes. */
export function startHeddle(args: readonly string[], environment: NodeJS.ProcessEnv = {}) {
  return spawn(process.execPath, [program, ...args], {
    cwd: application,
    env: { ...process.env, HEDDLE_DEBUG: '', ...environment },
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

/** Runs `heddle` with its standard output in a file, and `stdout` empty. */
export async function heddleInto(path: string, args: readonly string[]): Promise<ProgramEnd> {
  const file = openSync(path, 'w');
  try {
    const child = spawn(process.execPath, [program, ...args], {
      cwd: application,
      env: { ...process.env, HEDDLE_DEBUG: '' },
      stdio: ['ignore', file, 'pipe'],
    });
    let stderr = '';
    child.stderr?.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
    return await new Promise((done, fail) => {
      child.on('error', fail);
      child.on('close', (code) => done({ code, stdout: '', stderr }));
    });
  } finally {
    closeSync(file);
  }
}

/** A folder that is there for one test file. The packages are installed for the modules in it. */
export function scratchFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'heddle-cli-'));
  symlinkSync(join(application, 'node_modules'), join(folder, 'node_modules'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A file of the test data. */
export function testData(name: string): string {
  return join(__dirname, '../data', name);
}
