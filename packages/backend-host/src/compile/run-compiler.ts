/** Runs a compiler as a child process: no shell, bounded output, ended by an AbortSignal. */
import { spawn } from 'node:child_process';
import { HeddleError, inCompilerTurn } from '@heddle/core';

export interface CompilerRun {
  readonly path: string;
  readonly args: readonly string[];
  /** Text for the compiler's standard input. */
  readonly input: string;
  readonly folder: string;
  readonly signal?: AbortSignal | undefined;
}

export interface CompilerOutcome {
  readonly succeeded: boolean;
  /** Standard error and output together, as the compiler wrote them. */
  readonly log: string;
}

const longestLog = 1024 * 1024;

/**
 * @throws HeddleError `UNAVAILABLE` where the program cannot be started, `ABORTED` where the signal came first
 */
export async function runCompiler(run: CompilerRun): Promise<CompilerOutcome> {
  if (run.signal?.aborted) throw aborted(run);
  return inCompilerTurn(() => start(run), run.signal);
}

function start(run: CompilerRun): Promise<CompilerOutcome> {
  return new Promise((resolve, reject) => {
    const child = spawn(run.path, run.args, {
      cwd: run.folder,
      shell: false,
      stdio: ['pipe', 'pipe', 'pipe'],
      // Diagnostics are parsed, so they must come in one language and without colours.
      env: { ...process.env, LC_ALL: 'C', GCC_COLORS: '', NO_COLOR: '1' },
    });
    const log = new BoundedText(longestLog);
    const stop = (): void => {
      child.kill('SIGKILL');
    };
    run.signal?.addEventListener('abort', stop, { once: true });
    child.stdout.on('data', (chunk: Buffer) => {
      log.add(chunk);
    });
    child.stderr.on('data', (chunk: Buffer) => {
      log.add(chunk);
    });
    // A compiler that stops reading early has said why on stderr; the broken pipe adds nothing.
    child.stdin.on('error', () => undefined);
    child.on('error', (cause) => {
      run.signal?.removeEventListener('abort', stop);
      reject(
        new HeddleError('UNAVAILABLE', `${run.path} cannot be started: ${cause.message}`, { backend: 'host', cause }),
      );
    });
    child.on('close', (code, killedBy) => {
      run.signal?.removeEventListener('abort', stop);
      if (run.signal?.aborted) reject(aborted(run));
      else resolve({ succeeded: code === 0, log: killedBy ? `${log.text()}\nended by ${killedBy}` : log.text() });
    });
    child.stdin.end(run.input);
  });
}

function aborted(run: CompilerRun): HeddleError {
  return new HeddleError('ABORTED', 'the compilation was aborted', { backend: 'host', cause: run.signal?.reason });
}

class BoundedText {
  readonly #chunks: Buffer[] = [];
  #length = 0;

  constructor(readonly limit: number) {}

  add(chunk: Buffer): void {
    if (this.#length < this.limit) this.#chunks.push(chunk);
    this.#length += chunk.length;
  }

  text(): string {
    const whole = Buffer.concat(this.#chunks).toString('utf8');
    return this.#length > this.limit ? `${whole}\n(${this.#length} bytes in all)` : whole;
  }
}
