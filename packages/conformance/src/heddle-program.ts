/**
 * Programs that cases run in processes of their own: to have several at once, to see what a kernel prints, and to let
 * a kernel fail where nobody is hurt.
 */
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Backend, OpenDeviceOptions } from '@heddle/core';

/** How another process gets at the backend. */
export interface ProgramOptions {
  /** Module specifier of the backend, as it is imported from the current folder. */
  readonly backend: string;
  /** The same of the core. Default `@heddle/core`. */
  readonly core?: string;
  /** Options for node, such as a loader that reads TypeScript. */
  readonly execArgv?: readonly string[];
}

/** What a program left. */
export interface ProgramResult {
  readonly code: number | null;
  readonly signal: string | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface ProgramRun {
  /** Statements of an ES module; `device`, `core` and `input` are there, `await` is allowed. */
  readonly body: string;
  /** Anything that JSON can hold. */
  readonly input?: unknown;
  readonly environment?: Readonly<Record<string, string>>;
  readonly deviceOptions: OpenDeviceOptions;
  readonly timeoutMilliseconds?: number;
}

/** How to import a backend if no option says how: by its package name, if that resolves from here. */
export function defaultPrograms(backend: Backend): ProgramOptions | undefined {
  try {
    const require = createRequire(join(process.cwd(), 'index.js'));
    for (const name of [backend.packageName, '@heddle/core']) {
      // A path to TypeScript needs a loader, which a plain child process does not have.
      if (!/\.[cm]?js$/.test(require.resolve(name))) return undefined;
    }
    return { backend: backend.packageName };
  } catch {
    return undefined;
  }
}

/** Runs a program to its end. */
export function runProgram(programs: ProgramOptions, run: ProgramRun): Promise<ProgramResult> {
  const text = `
import * as core from ${JSON.stringify(programs.core ?? '@heddle/core')};
import * as plugin from ${JSON.stringify(programs.backend)};
const { input, deviceOptions } = JSON.parse(process.env.HEDDLE_CONFORMANCE_INPUT);
const device = await core.openDevice(plugin.backend ?? plugin.default, deviceOptions);
${run.body}
await device.dispose();
`;
  const args = [...(programs.execArgv ?? []), '--input-type=module', '--eval', text];
  const { cache: _cache, ...deviceOptions } = run.deviceOptions;
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      // A test runner's options are not the program's.
      NODE_OPTIONS: '',
      ...run.environment,
      HEDDLE_CONFORMANCE_INPUT: JSON.stringify({ input: run.input ?? null, deviceOptions }),
    },
  });
  const stdout: Buffer[] = [];
  const stderr: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => stdout.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => stderr.push(chunk));
  const timer = setTimeout(() => child.kill('SIGKILL'), run.timeoutMilliseconds ?? 100_000);
  return new Promise((resolve, reject) => {
    child.on('error', (error) => {
      clearTimeout(timer);
      reject(error);
    });
    child.on('close', (code, signal) => {
      clearTimeout(timer);
      resolve({ code, signal, stdout: Buffer.concat(stdout).toString(), stderr: Buffer.concat(stderr).toString() });
    });
  });
}
