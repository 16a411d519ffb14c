/** A compiler that is a program: run, and asked what it is. */
import { HeddleError, isHeddleError } from '@heddle/core';
import { runCompiler, type CompilerOutcome, type CompilerVariable } from '@heddle/core/backend';

/** How it is run, and the error if it does not run. */
export interface CompilerProgramDetails {
  readonly backend: string;
  /** The variables that it reads. */
  readonly variables?: readonly CompilerVariable[];
  /** Variables set beside this process's own. */
  readonly environment?: Readonly<Record<string, string>>;
  /** The error's status: `NVCC_BROKEN`. */
  readonly status: string;
  readonly hint: string;
}

export class CompilerProgram {
  readonly path: string;
  readonly #details: CompilerProgramDetails;

  constructor(path: string, details: CompilerProgramDetails) {
    this.path = path;
    this.#details = details;
  }

  /**
   * What it prints for some arguments.
   *
   * @throws HeddleError `UNAVAILABLE` if it cannot be started, or ends with another code than 0
   */
  async ask(args: readonly string[]): Promise<string> {
    const { code, stdout, stderr } = await this.run(args);
    if (code === 0) return stdout;
    throw this.unusable((stderr || stdout).trim().slice(0, 500));
  }

  /**
   * What it leaves of a run, whatever its code.
   *
   * @param folder - where it is run; by default this process's folder
   * @throws HeddleError `UNAVAILABLE` if it cannot be started
   */
  async run(args: readonly string[], folder?: string): Promise<CompilerOutcome> {
    const { environment, variables } = this.#details;
    const options = {
      ...(environment && { environment }),
      ...(variables && { variables }),
      ...(folder !== undefined && { folder }),
    };
    try {
      return await runCompiler(this.path, args, options);
    } catch (error) {
      // Core's sentence names the program, as this one does.
      const reason = isHeddleError(error) ? (error.cause ?? error) : error;
      throw this.unusable(reason instanceof Error ? reason.message : String(reason), error);
    }
  }

  /** The error for one that is there and does not run, or does not say what it must. */
  unusable(reason: string, cause?: unknown): HeddleError {
    const { backend, status, hint } = this.#details;
    return new HeddleError('UNAVAILABLE', `${this.path} does not run: ${reason}`, { backend, status, hint, cause });
  }
}

/** What was found out about paths. Failures are not remembered: installing while the process runs is possible. */
export class FoundByPath<T> {
  readonly #found = new Map<string, Promise<T>>();

  /** What `find` gives for the path, asked once. */
  of(path: string, find: (path: string) => Promise<T>): Promise<T> {
    const known = this.#found.get(path);
    if (known) return known;
    const found = find(path);
    this.#found.set(path, found);
    found.catch(() => this.#found.delete(path));
    return found;
  }
}
