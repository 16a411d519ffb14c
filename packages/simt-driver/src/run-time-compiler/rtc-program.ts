/** One program of a run-time compiler, from source to binary, compiled off the event loop's thread. */
import koffi from 'koffi';
import { HeddleError } from '@heddle/core';
import { textBytes, textList, textOf } from '../library/c-texts';
import { callOffThread } from '../library/call-off-thread';
import { rtcResult } from './rtc-description';
import { resultNameOf, rtcError, type RtcLibrary } from './rtc-library';

/** What a program is made from. */
export interface ProgramParts {
  readonly source: string;
  readonly fileName: string;
  /** Headers by the name that `#include` uses. */
  readonly headers: Readonly<Record<string, string>>;
}

export class RtcProgram<Name extends string, Result extends string> implements Disposable {
  readonly #library: RtcLibrary<Name, Result>;
  readonly #handle = new BigUint64Array(1);

  constructor(library: RtcLibrary<Name, Result>, { source, fileName, headers }: ProgramParts) {
    this.#library = library;
    const names = textList(Object.keys(headers));
    const texts = textList(Object.values(headers));
    library.call(
      library.description.named('CreateProgram'),
      this.#handle,
      textBytes(source),
      textBytes(fileName),
      names.count,
      texts.pointers,
      names.pointers,
    );
  }

  /** Asks for a kernel or variable by a C++ expression; its name in the binary is known after compiling. */
  addNameExpression(expression: string): void {
    this.#library.call(this.#named('AddNameExpression'), this.#id, expression);
  }

  /** Compiles. @returns how it went; the log tells more */
  async compile(options: readonly string[]): Promise<Result> {
    const list = textList(options);
    const value = await callOffThread(this.#library, this.#named('CompileProgram'), [
      this.#id,
      list.count,
      list.pointers,
    ]);
    list.keepAlive();
    return resultNameOf(this.#library.description, value);
  }

  /** The compiler's output. */
  log(): string {
    const size = new BigUint64Array(1);
    this.#library.call(this.#named('GetProgramLogSize'), this.#id, size);
    const text = Buffer.alloc(Number(size[0]) + 1);
    this.#library.call(this.#named('GetProgramLog'), this.#id, text);
    return textOf(text);
  }

  /** The name in the binary of an expression; undefined if the source has nothing of that name. */
  loweredName(expression: string): string | undefined {
    const { description } = this.#library;
    const out = new BigUint64Array(1);
    const result = this.#library.result(this.#named('GetLoweredName'), this.#id, expression, out);
    if (result === description.results[rtcResult.nameNotValid]) return undefined;
    if (result !== description.results[rtcResult.success]) {
      throw rtcError(description, this.#named('GetLoweredName'), result);
    }
    return out[0] ? koffi.decode.string(out[0]) : undefined;
  }

  /**
   * What a pair of functions gives: the compiled program. @throws HeddleError `UNSUPPORTED` if the options made none
   */
  output(sizeGetter: Name, getter: Name, what: string): Uint8Array {
    const size = new BigUint64Array(1);
    this.#library.call(sizeGetter, this.#id, size);
    const byteLength = Number(size[0]);
    if (byteLength === 0) {
      const { backend } = this.#library.description;
      throw new HeddleError('UNSUPPORTED', `the options make no ${what}`, { backend, call: getter });
    }
    const bytes = new Uint8Array(byteLength);
    this.#library.call(getter, this.#id, bytes);
    return bytes;
  }

  [Symbol.dispose](): void {
    if (this.#id !== 0n) this.#library.result(this.#named('DestroyProgram'), this.#handle);
  }

  get #named() {
    return this.#library.description.named;
  }

  get #id(): bigint {
    return this.#handle[0] ?? 0n;
  }
}
