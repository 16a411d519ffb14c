/** Runs a compiler as a child process: no shell, output kept, ended when nobody wants its result any more. */
import { spawn } from 'node:child_process';
import { inCompilerTurn } from '@heddle/core';

/** What a program left. */
export interface ProgramOutcome {
  /** Exit code; null where a signal ended it. */
  readonly code: number | null;
  readonly signal: string | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunProgramOptions {
  /** Working folder. Default: this process's. */
  readonly folder?: string;
  /** Variables set beside this process's own. */
  readonly environment?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

/**
 * Runs it in its turn among the compilers of this process.
 *
 * @throws the system's error where the program cannot be started, and the signal's reason where it was aborted
 */
export function runProgram(
  program: string,
  args: readonly string[],
  options: RunProgramOptions = {},
): Promise<ProgramOutcome> {
  return inCompilerTurn(() => start(program, args, options), options.signal);
}

function start(program: string, args: readonly string[], options: RunProgramOptions): Promise<ProgramOutcome> {
  const { folder, environment, signal } = options;
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      stdio: ['ignore', 'pipe', 'pipe'],
      ...(folder === undefined ? {} : { cwd: folder }),
      ...(environment === undefined ? {} : { env: { ...process.env, ...environment } }),
      ...(signal === undefined ? {} : { signal }),
      windowsHide: true,
    });
    const [stdout, stderr]: [Buffer[], Buffer[]] = [[], []];
    child.stdout.on('data', (chunk: Buffer) => stdout.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => stderr.push(chunk));
    child.on('error', reject);
    child.on('close', (code, ending) => {
      resolve({
        code,
        signal: ending,
        stdout: Buffer.concat(stdout).toString('utf8'),
        stderr: Buffer.concat(stderr).toString('utf8'),
      });
    });
  });
}
