/**
 * One link of nvJitLink, from objects to a binary.
 *
 * All of it happens on the caller's thread: the library keeps memory by thread, and a link that is created on one and
 * completed on another ends the process sooner or later (seen with 13.4).
 */
import { HeddleError } from '@heddle/core';
import { textList, textOf } from '../library/c-texts';
import {
  nvJitLinkInputs,
  type NvJitLinkFunctionName,
  type NvJitLinkInput,
  type NvJitLinkResult,
} from './nvjitlink-functions';
import type { NvJitLinkLibrary } from './nvjitlink-library';

/** The forms in which the linked program is had. */
export type LinkedFormat = 'cubin' | 'ptx' | 'ltoir';

const getters = {
  cubin: ['nvJitLinkGetLinkedCubinSize', 'nvJitLinkGetLinkedCubin'],
  ptx: ['nvJitLinkGetLinkedPtxSize', 'nvJitLinkGetLinkedPtx'],
  ltoir: ['nvJitLinkGetLinkedLTOIRSize', 'nvJitLinkGetLinkedLTOIR'],
} as const;

export class NvJitLinker implements Disposable {
  readonly #library: NvJitLinkLibrary;
  readonly #handle = new BigUint64Array(1);
  /** How its creation went: anything but success says that it links nothing, and `log()` why. */
  readonly created: NvJitLinkResult;

  /** @param options - nvJitLink's, one per entry: `-arch=sm_90` is needed, `-lto` for objects of LTO-IR */
  constructor(library: NvJitLinkLibrary, options: readonly string[]) {
    this.#library = library;
    const list = textList(options);
    this.created = library.result('nvJitLinkCreate', this.#handle, list.count, list.pointers);
    list.keepAlive();
  }

  /** Adds an object, which is copied. @param name - what messages call it */
  add(input: NvJitLinkInput, bytes: Uint8Array, name: string): NvJitLinkResult {
    const type = nvJitLinkInputs[input];
    return this.#library.result('nvJitLinkAddData', this.#id, type, bytes, bytes.byteLength, name);
  }

  /** Links. @returns how it went; the log tells more */
  complete(): NvJitLinkResult {
    return this.#library.result('nvJitLinkComplete', this.#id);
  }

  /** Everything the linker has said, errors first. */
  log(): string {
    if (this.#id === 0n) return '';
    return [
      this.#text('nvJitLinkGetErrorLogSize', 'nvJitLinkGetErrorLog'),
      this.#text('nvJitLinkGetInfoLogSize', 'nvJitLinkGetInfoLog'),
    ]
      .filter((text) => text !== '')
      .join('\n');
  }

  /** The linked program. @throws HeddleError `UNSUPPORTED` for a form that the options did not produce */
  binary(format: LinkedFormat): Uint8Array {
    const [sizeGetter, getter] = getters[format];
    const size = new BigUint64Array(1);
    const status = this.#library.result(sizeGetter, this.#id, size);
    const byteLength = Number(size[0]);
    if (status !== 'NVJITLINK_SUCCESS' || byteLength === 0) {
      const { backend } = this.#library;
      throw new HeddleError('UNSUPPORTED', `the options make no ${format}`, { backend, call: getter, status });
    }
    const bytes = new Uint8Array(byteLength);
    this.#library.call(getter, this.#id, bytes);
    const last = byteLength - 1;
    return format === 'ptx' && bytes[last] === 0 ? bytes.subarray(0, last) : bytes;
  }

  [Symbol.dispose](): void {
    if (this.#id !== 0n) this.#library.result('nvJitLinkDestroy', this.#handle);
    this.#handle[0] = 0n;
  }

  #text(sizeGetter: NvJitLinkFunctionName, getter: NvJitLinkFunctionName): string {
    const size = new BigUint64Array(1);
    this.#library.call(sizeGetter, this.#id, size);
    const text = Buffer.alloc(Number(size[0]) + 1);
    this.#library.call(getter, this.#id, text);
    return textOf(text);
  }

  get #id(): bigint {
    return this.#handle[0] ?? 0n;
  }
}
