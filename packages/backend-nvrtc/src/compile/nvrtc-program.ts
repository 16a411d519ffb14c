/** One program of NVRTC, from source to binary, compiled off the event loop's thread. */
import koffi from 'koffi';
import { HeddleError } from '@heddle/core';
import { nativeAddon } from '@heddle/native';
import { deepCallsFitWorkers } from '@heddle/simt-driver';
import { nvrtcError, resultName, type NvrtcLibrary } from '../library/nvrtc-library';
import type { NvrtcResult } from '../library/nvrtc-functions';

/** What a program is made from. */
export interface ProgramParts {
  readonly source: string;
  readonly fileName: string;
  /** Headers by the name that `#include` uses. */
  readonly headers: Readonly<Record<string, string>>;
}

/** The binary forms a program is asked for. */
export type BinaryFormat = 'cubin' | 'ptx' | 'ltoir';

const getters = {
  cubin: ['nvrtcGetCUBINSize', 'nvrtcGetCUBIN'],
  ptx: ['nvrtcGetPTXSize', 'nvrtcGetPTX'],
  ltoir: ['nvrtcGetLTOIRSize', 'nvrtcGetLTOIR'],
} as const;

export class NvrtcProgram implements Disposable {
  readonly #library: NvrtcLibrary;
  readonly #handle = new BigUint64Array(1);

  constructor(library: NvrtcLibrary, { source, fileName, headers }: ProgramParts) {
    this.#library = library;
    const names = textList(Object.keys(headers));
    const texts = textList(Object.values(headers));
    library.call(
      'nvrtcCreateProgram',
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
    this.#library.call('nvrtcAddNameExpression', this.#id, expression);
  }

  /** Compiles. @returns how it went; the log tells more */
  async compile(options: readonly string[]): Promise<NvrtcResult> {
    const list = textList(options);
    const addon = nativeAddon();
    if (addon) {
      const call = {
        function: this.#library.addressOf('nvrtcCompileProgram'),
        arguments: [this.#id, BigInt(list.count), BigInt(koffi.address(list.pointers))],
      };
      const value = await addon.wait([call]);
      list.keepAlive();
      return resultName(value);
    }
    const compile = this.#library.function('nvrtcCompileProgram');
    // A worker's stack may be too small for a compiler if another package set up foreign calls first.
    if (!deepCallsFitWorkers()) return resultName(compile(this.#id, list.count, list.pointers));
    return new Promise((resolve, reject) => {
      compile.async(this.#id, list.count, list.pointers, (error: Error | null, value: number) => {
        list.keepAlive();
        if (error) reject(error);
        else resolve(resultName(value));
      });
    });
  }

  /** The compiler's output. */
  log(): string {
    const size = new BigUint64Array(1);
    this.#library.call('nvrtcGetProgramLogSize', this.#id, size);
    const text = Buffer.alloc(Math.max(1, Number(size[0])));
    this.#library.call('nvrtcGetProgramLog', this.#id, text);
    return text.toString('utf8', 0, Math.max(0, text.indexOf(0))).trim();
  }

  /** The name in the binary of an expression; undefined where the source has nothing of that name. */
  loweredName(expression: string): string | undefined {
    const out = new BigUint64Array(1);
    const result = this.#library.result('nvrtcGetLoweredName', this.#id, expression, out);
    if (result === 'NVRTC_ERROR_NAME_EXPRESSION_NOT_VALID') return undefined;
    if (result !== 'NVRTC_SUCCESS') throw nvrtcError('nvrtcGetLoweredName', result);
    return out[0] ? koffi.decode.string(out[0]) : undefined;
  }

  /** The compiled program. @throws HeddleError `UNSUPPORTED` for a form that the options did not produce */
  binary(format: BinaryFormat): Uint8Array {
    const [sizeGetter, getter] = getters[format];
    const size = new BigUint64Array(1);
    this.#library.call(sizeGetter, this.#id, size);
    const byteLength = Number(size[0]);
    if (byteLength === 0) {
      throw new HeddleError('UNSUPPORTED', `the options make no ${format}`, { backend: 'nvrtc', call: getter });
    }
    const bytes = new Uint8Array(byteLength);
    this.#library.call(getter, this.#id, bytes);
    return format === 'ptx' && bytes[byteLength - 1] === 0 ? bytes.subarray(0, byteLength - 1) : bytes;
  }

  [Symbol.dispose](): void {
    if (this.#id !== 0n) this.#library.result('nvrtcDestroyProgram', this.#handle);
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
