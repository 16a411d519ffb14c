/**
 * Programs just built, by the binary that was read out of them: loading that binary again would cost a second build.
 *
 * The bytes are recognised by identity: what comes back as a copy is loaded like any other binary.
 */
import type { Handle } from './api';
import type { Context } from './context';
import { releaseProgram } from './program';

/** More than are compiled at once, few enough not to matter. */
const kept = 8;

export class BuiltPrograms {
  readonly #context: Context;
  readonly #programs = new Map<Uint8Array, Handle>();
  #disposed = false;

  constructor(context: Context) {
    this.#context = context;
  }

  /** Takes over a built program until it is asked for, or until others push it out. */
  keep(binary: Uint8Array, program: Handle): void {
    this.#drop(binary);
    // Nobody owns it meanwhile, so it is not a leak.
    this.#context.closed('program');
    this.#programs.set(binary, program);
    const [oldest] = this.#programs.keys();
    // A compilation may end after its device.
    if (this.#disposed) this.#drop(binary);
    else if (this.#programs.size > kept && oldest !== undefined) this.#drop(oldest);
  }

  /** The program of a binary, which is the caller's from now on. */
  take(binary: Uint8Array): Handle | undefined {
    const program = this.#programs.get(binary);
    if (program === undefined) return undefined;
    this.#programs.delete(binary);
    this.#context.opened('program');
    return program;
  }

  dispose(): void {
    this.#disposed = true;
    for (const binary of [...this.#programs.keys()]) this.#drop(binary);
  }

  #drop(binary: Uint8Array): void {
    const program = this.take(binary);
    if (program !== undefined) releaseProgram(this.#context, program);
  }
}
