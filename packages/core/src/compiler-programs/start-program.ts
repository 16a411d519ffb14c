/** How a program is started: by node, or by a backend that knows a faster way. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** A program to start, without a shell. It inherits only what is listed here. */
export interface ProgramStart {
  /** A path, or a name that is looked for in PATH. */
  readonly program: string;
  /** After the program's name. */
  readonly args: readonly string[];
  /** Working folder. Default: this process's. */
  readonly folder?: string | undefined;
  /** The whole environment. */
  readonly environment: Readonly<Record<string, string>>;
  /** Whether it has a standard input to write to. Otherwise its standard input is empty. */
  readonly hasInput: boolean;
}

/** A program's output, such as a stream of node. */
export interface ProgramOutput {
  on(event: 'data', listener: (chunk: Uint8Array) => void): unknown;
}

/** A program's input, such as a stream of node. */
export interface ProgramInput {
  on(event: 'error', listener: () => void): unknown;
  end(text: string): unknown;
}

/** How a program ended: by itself with a code, or by a signal; the other is null. */
export interface ProgramEnd {
  readonly code: number | null;
  readonly signal: string | null;
}

/** A program that has been started. */
export interface RunningProgram {
  readonly stdin: ProgramInput | null;
  readonly stdout: ProgramOutput;
  readonly stderr: ProgramOutput;
  /** Its process, while that is there: its number may be another's afterwards. */
  readonly process: () => number | undefined;
  /** It has ended, and nobody writes to its outputs any more. */
  readonly closed: Promise<ProgramEnd>;
}

/**
 * Starts a program, and returns while it runs.
 *
 * @throws Error, now or through `closed`, where the program cannot be started
 */
export type StartProgram = (start: ProgramStart) => RunningProgram;

/** By node's own means. On Linux it copies this process's page tables for it, in which time nothing else goes on. */
export const startByNode: StartProgram = ({ program, args, folder, environment, hasInput }) => {
  const child = spawn(program, args, {
    shell: false,
    stdio: [hasInput ? 'pipe' : 'ignore', 'pipe', 'pipe'],
    ...(folder === undefined ? {} : { cwd: folder }),
    env: environment,
    windowsHide: true,
  });
  const { stdin, stdout, stderr } = child;
  if (!stdout || !stderr) throw new Error('it has no outputs to read');
  return {
    stdin,
    stdout,
    stderr,
    process: () => (child.exitCode === null && child.signalCode === null ? child.pid : undefined),
    // Rejects by an `error` event.
    closed: once(child, 'close').then(([code, signal]) => ({
      code: code as ProgramEnd['code'],
      signal: signal as ProgramEnd['signal'],
    })),
  };
};
