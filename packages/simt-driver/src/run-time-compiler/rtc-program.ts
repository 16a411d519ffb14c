/** One program of a run-time compiler, from source to binary, compiled off the event loop's thread. */
import koffi from 'koffi';
import { HeddleError } from '@heddle/core';
import { nativeAddon } from '@heddle/native';
import { deepCallsFitWorkers } from '../library/foreign-stacks';
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
      library.description.program.create,
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
    this.#library.call(this.#functions.addNameExpression, this.#id, expression);
  }

  /** Compiles. @returns how it went; the log tells more */
  async compile(options: readonly string[]): Promise<Result> {
    const { description } = this.#library;
    const list = textList(options);
    const addon = nativeAddon();
    if (addon) {
      const call = {
        function: this.#library.addressOf(this.#functions.compile),
        arguments: [this.#id, BigInt(list.count), BigInt(koffi.address(list.pointers))],
      };
      const value = await addon.wait([call]);
      list.keepAlive();
      return resultNameOf(description, value);
    }
    const compile = this.#library.function(this.#functions.compile);
    // A worker's stack may be too small for a compiler if another package set up foreign calls first.
    if (!deepCallsFitWorkers()) return resultNameOf(description, compile(this.#id, list.count, list.pointers));
    return new Promise((resolve, reject) => {
      compile.async(this.#id, list.count, list.pointers, (error: Error | null, value: number) => {
        list.keepAlive();
        if (error) reject(error);
        else resolve(resultNameOf(description, value));
      });
    });
  }

  /** The compiler's output. */
  log(): string {
    const size = new BigUint64Array(1);
    this.#library.call(this.#functions.logSize, this.#id, size);
    const text = Buffer.alloc(Number(size[0]) + 1);
    this.#library.call(this.#functions.log, this.#id, text);
    return text.toString('utf8', 0, Math.max(0, text.indexOf(0))).trim();
  }

  /** The name in the binary of an expression; undefined where the source has nothing of that name. */
  loweredName(expression: string): string | undefined {
    const { description } = this.#library;
    const out = new BigUint64Array(1);
    const result = this.#library.result(this.#functions.loweredName, this.#id, expression, out);
    if (result === description.results[rtcResult.nameNotValid]) return undefined;
    if (result !== description.results[rtcResult.success]) {
      throw rtcError(description, this.#functions.loweredName, result);
    }
    return out[0] ? koffi.decode.string(out[0]) : undefined;
  }

  /** What a pair of functions gives: the compiled program. @throws HeddleError `UNSUPPORTED` where the options made none */
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
    if (this.#id !== 0n) this.#library.result(this.#functions.destroy, this.#handle);
  }

  get #functions() {
    return this.#library.description.program;
  }

  get #id(): bigint {
    return this.#handle[0] ?? 0n;
  }
}

/** A NUL-terminated text for C. */
function textBytes(text: string): Buffer {
  return Buffer.from(`${text}\0`, 'utf8');
}

/** `const char *[]` for C. The texts live as long as somebody holds `keepAlive`. */
function textList(texts: readonly string[]) {
  const buffers = texts.map(textBytes);
  const pointers = BigUint64Array.from(
    buffers.length === 0 ? [0n] : buffers.map((buffer) => BigInt(koffi.address(buffer))),
  );
  return {
    count: texts.length,
    pointers,
    keepAlive: (): number => buffers.length + pointers.length,
  };
}
