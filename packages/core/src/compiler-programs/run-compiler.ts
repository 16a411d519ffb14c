/** Runs a compiler as a child process: no shell, bounded output, ended when nobody wants its result any more. */
import { StringDecoder } from 'node:string_decoder';
import { onAbort } from '../abort-listeners';
import { compilerSurroundings, type CompilerVariable } from '../compiler-environment';
import { HeddleError } from '../errors';
import { atExit } from './at-exit';
import { inCompilerTurn } from './compiler-turns';
import { endProcesses } from './end-processes';
import { startByNode, type ProgramStart, type RunningProgram, type StartProgram } from './start-program';

export interface RunCompilerOptions {
  /** Working folder, where it keeps its own temporary files too. Default: this process's. */
  readonly folder?: string;
  /** Text for its standard input. Default: there is no input. */
  readonly input?: string;
  /** The variables that it reads: those that its table removes are kept from it, and folders are made absolute. */
  readonly variables?: readonly CompilerVariable[];
  /** Variables set beside this process's own. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Most bytes that are kept of its standard output, and of its standard error. Default: 1 MiB. */
  readonly longestOutput?: number;
  readonly signal?: AbortSignal | undefined;
  /** Named in errors. */
  readonly backend?: string;
  /** How the program is started. Default: node's own way. */
  readonly start?: StartProgram;
}

/** What a compiler left. */
export interface CompilerOutcome {
  /** It ended by itself, with code 0. */
  readonly succeeded: boolean;
  /** Exit code; null if a signal ended it. */
  readonly code: number | null;
  readonly signal: string | null;
  readonly stdout: string;
  readonly stderr: string;
  /** Both, one after the other, and the signal that ended it. */
  readonly log: string;
}

/**
 * Runs a compiler in its turn among those of this process. It has ended when the result is there, with all that it
 * started; `process.exit` ends it too.
 *
 * @throws HeddleError `UNAVAILABLE` if the program cannot be started, `ABORTED` if the signal came first
 */
export async function runCompiler(
  program: string,
  args: readonly string[],
  options: RunCompilerOptions = {},
): Promise<CompilerOutcome> {
  if (options.signal?.aborted) throw aborted(options);
  return inCompilerTurn(() => start(program, args, options), options.signal);
}

async function start(program: string, args: readonly string[], options: RunCompilerOptions): Promise<CompilerOutcome> {
  const { input, signal, longestOutput = 1024 * 1024, start: startProgram = startByNode } = options;
  const [stdout, stderr] = [new BoundedText(longestOutput), new BoundedText(longestOutput)];
  let child: RunningProgram | undefined;
  const stop = (): void => {
    const pid = child?.process();
    if (pid !== undefined) endProcesses(pid);
  };
  const forgotten = atExit(stop);
  const ended = signal && onAbort(signal, stop);
  try {
    child = startProgram({ program, args, hasInput: input !== undefined, ...surroundings(options) });
    child.stdout.on('data', (chunk) => {
      stdout.add(chunk);
    });
    child.stderr.on('data', (chunk) => {
      stderr.add(chunk);
    });
    if (input !== undefined) {
      // A compiler that stops reading early has said why on stderr; the broken pipe adds nothing.
      child.stdin?.on('error', () => undefined);
      child.stdin?.end(input);
    }
    const { code, signal: killedBy } = await child.closed;
    if (!signal?.aborted) return outcomeOf(code, killedBy, stdout.text(), stderr.text());
  } catch (cause) {
    throw notStarted(program, options, cause);
  } finally {
    forgotten();
    ended?.();
  }
  throw aborted(options);
}

function surroundings({
  folder,
  environment,
  variables = [],
}: RunCompilerOptions): Pick<ProgramStart, 'folder' | 'environment'> {
  return {
    folder,
    environment: {
      ...compilerSurroundings(variables),
      // Diagnostics are parsed, so they must come in one language and without colours. `restoredCharacters` undoes that
      // locale's effect on characters beyond ASCII.
      ...{ LC_ALL: 'C', GCC_COLORS: '', NO_COLOR: '1' },
      ...(folder === undefined ? {} : { TMPDIR: folder }),
      ...environment,
    },
  };
}

function notStarted(program: string, { backend }: RunCompilerOptions, cause: unknown): HeddleError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new HeddleError('UNAVAILABLE', `${program} cannot be started: ${reason}`, {
    ...(backend === undefined ? {} : { backend }),
    cause,
  });
}

function outcomeOf(code: number | null, signal: string | null, stdout: string, stderr: string): CompilerOutcome {
  const log = `${stdout}${stderr}${signal === null ? '' : `\nended by ${signal}`}`;
  return { succeeded: code === 0, code, signal, stdout, stderr, log };
}

function aborted({ backend, signal }: RunCompilerOptions): HeddleError {
  return new HeddleError('ABORTED', 'the compilation was aborted', {
    ...(backend === undefined ? {} : { backend }),
    cause: signal?.reason,
  });
}

class BoundedText {
  readonly #chunks: Uint8Array[] = [];
  #length = 0;

  constructor(readonly limit: number) {}

  add(chunk: Uint8Array): void {
    if (this.#length < this.limit) this.#chunks.push(chunk.subarray(0, this.limit - this.#length));
    this.#length += chunk.length;
  }

  text(): string {
    const kept = Buffer.concat(this.#chunks);
    if (this.#length <= this.limit) return kept.toString('utf8');
    // A decoder leaves out a character that the limit cut.
    return `${new StringDecoder('utf8').write(kept)}\n(${this.#length} bytes in all)`;
  }
}
