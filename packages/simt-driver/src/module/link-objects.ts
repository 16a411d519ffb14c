/**
 * Linkers that take binaries one after the other and write logs meanwhile: CUDA's driver, and hiprtc, which has the same
 * functions.
 */
import koffi from 'koffi';
import { argumentError, type Artifact } from '@heddle/core/backend';
import { JitLog } from './jit-log';

/** A library's functions for linking, each of which gives a status, 0 for success. */
export interface ObjectLinker {
  readonly backend: string;
  /** Who links, for errors: `the driver`. */
  readonly title: string;
  /** What it calls the formats that it links. */
  readonly inputTypes: Readonly<Record<string, number>>;
  create(optionCount: number, options: Int32Array, values: BigUint64Array, linker: BigUint64Array): number;
  add(linker: bigint, type: number, part: LinkedPart): number;
  complete(linker: bigint, address: BigUint64Array, byteLength: BigUint64Array): number;
  destroy(linker: bigint): void;
  /** The error for a status other than success. */
  failure(call: LinkCall, value: number, log: string): Error;
}

export type LinkCall = 'linkCreate' | 'linkAdd' | 'linkComplete';

/** A binary, and what the log calls it. */
export interface LinkedPart extends Pick<Artifact, 'format' | 'bytes'> {
  readonly name: string;
}

/**
 * Links in the order of the objects.
 *
 * @returns what the linker made, and its log
 * @throws the linker's failure; HeddleError `ARGUMENT` for a format that it does not link
 */
export function linkObjects(
  library: ObjectLinker,
  objects: readonly Pick<Artifact, 'format' | 'bytes'>[],
): { readonly bytes: Uint8Array; readonly log: string } {
  const log = new JitLog();
  const check = (call: LinkCall, value: number): void => {
    if (value !== 0) throw library.failure(call, value, log.text);
  };
  const state = new BigUint64Array(1);
  check('linkCreate', library.create(log.options.length, log.options, log.values, state));
  const linker = state[0] ?? 0n;
  try {
    for (const [i, { format, bytes }] of objects.entries()) {
      const type = library.inputTypes[format];
      if (type === undefined) throw argumentError(`${library.title} links no ${format}`, { backend: library.backend });
      check('linkAdd', library.add(linker, type, { format, bytes, name: `part-${i + 1}` }));
    }
    const [address, byteLength] = [new BigUint64Array(1), new BigUint64Array(1)];
    check('linkComplete', library.complete(linker, address, byteLength));
    // The linker owns what it made.
    const bytes = new Uint8Array(koffi.view(address[0] ?? 0n, Number(byteLength[0])).slice(0));
    return { bytes, log: log.text };
  } finally {
    library.destroy(linker);
    // What is alive until here was used by the linker until here.
    log.values.fill(0n);
  }
}

/** What a linker's log gives as the reason, if it gives one. */
export function reasonInLog(log: string): string {
  return /^.*?error\s*: *(.*)$/m.exec(log)?.[1] ?? log.split('\n', 1)[0] ?? '';
}
