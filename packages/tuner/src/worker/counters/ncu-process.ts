/** Starts NVIDIA Nsight Compute around a program, without a shell. */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { HeddleError } from '@heddle/core';

/** How a run of the tool ended. */
export interface NcuRun {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly isTimedOut: boolean;
  /** Everything that the tool says, without the program's own output. */
  readonly log: string;
  /** The end of the tool's and the program's other output, which has messages about refused options. */
  readonly lastWords: string;
}

export interface NcuCommand {
  /** The tool's executable. */
  readonly path: string;
  /** The tool's options, then the program and its own. */
  readonly arguments: readonly string[];
  /** Where the tool writes what it says. */
  readonly logFile: string;
  readonly environment?: Readonly<Record<string, string>>;
  readonly milliseconds: number;
}

/** Bytes of a program's last words that an error quotes. */
const quotedLength = 2000;

/** @throws HeddleError `UNAVAILABLE` if there is no such executable, with what to install */
export async function runNcu(command: NcuCommand): Promise<NcuRun> {
  // A group of its own, as the tool starts the program and would leave it behind.
  const ownGroup = process.platform !== 'win32';
  const child = spawn(command.path, ['--log-file', command.logFile, ...command.arguments], {
    stdio: ['ignore', 'pipe', 'pipe'],
    // Numbers as in English, whatever the user's language.
    env: { ...process.env, LC_ALL: 'C', ...command.environment },
    detached: ownGroup,
  });
  let lastWords = '';
  for (const output of [child.stdout, child.stderr]) {
    output.setEncoding('utf8').on('data', (text: string) => {
      lastWords = (lastWords + text).slice(-quotedLength);
    });
  }
  let isTimedOut = false;
  const timer = setTimeout(() => {
    isTimedOut = true;
    if (ownGroup && child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
    else child.kill('SIGKILL');
  }, command.milliseconds);
  try {
    const [code, signal] = await new Promise<[number | null, NodeJS.Signals | null]>((resolve, reject) => {
      child.once('error', (error) => reject(notStarted(command.path, error)));
      child.once('close', (...ended) => resolve(ended));
    });
    return { code, signal, isTimedOut, log: textOf(command.logFile), lastWords: lastWords.trim() };
  } finally {
    clearTimeout(timer);
  }
}

function notStarted(path: string, error: Error): HeddleError {
  return new HeddleError('UNAVAILABLE', `NVIDIA Nsight Compute cannot be started: ${error.message}`, {
    hint:
      'Install it: it comes with the CUDA toolkit (apt-get install nsight-compute from NVIDIA), and ncu must be ' +
      `on the PATH, or named: hardwareCounters({ ncu: '/opt/nvidia/nsight-compute/…/ncu' }). Tried: ${path}.`,
    cause: error,
  });
}

// A tool that refuses its options ends before it has a log.
function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw error;
  }
}
