/**
 * Launches through koffi. The driver reads shape, stream and attributes out of one struct and the arguments out of
 * core's record, so that a launch converts four numbers instead of eleven.
 */
import koffi from 'koffi';
import type { PreparedGeometry } from '@heddle/core/backend';
import { launchAttributeLayout, launchLayout, makeStruct } from '../memory/layouts';
import type { SimtQueue } from '../stream/simt-queue';
import type { Submission, SubmissionParts } from './submission';

/** CU_LAUNCH_ATTRIBUTE_COOPERATIVE */
const cooperativeAttribute = 2;

const field = {
  grid: launchLayout.fields.gridDimX[0] / 4,
  block: launchLayout.fields.blockDimX[0] / 4,
  sharedBytes: launchLayout.fields.sharedMemBytes[0] / 4,
  stream: launchLayout.fields.hStream[0],
  attributes: launchLayout.fields.attrs[0],
  attributeCount: launchLayout.fields.numAttrs[0] / 4,
} as const;

export function foreignSubmission(parts: SubmissionParts): Submission {
  return new ForeignSubmission(parts);
}

class ForeignSubmission implements Submission {
  // The driver reads all of these at every launch; this object keeps them alive and in place.
  readonly #parts: SubmissionParts;
  readonly #config = new ArrayBuffer(launchLayout.byteLength);
  readonly #words = new Uint32Array(this.#config);
  readonly #view = new DataView(this.#config);
  readonly #attribute = makeStruct(launchAttributeLayout, { id: cooperativeAttribute, value: 1 });
  readonly #parameters: BigUint64Array;
  // Numbers convert faster than bigints, and addresses of the host fit them.
  readonly #addresses: { readonly config: number; readonly parameters: number; readonly entry: number };
  readonly #contextHandle: number;
  readonly #contextRefusals: readonly number[] | undefined;
  readonly #setCurrent: (context: number) => number;
  readonly #launch: (config: number, entry: number, parameters: number, extra: number) => number;
  #queue: SimtQueue | undefined;

  constructor(parts: SubmissionParts) {
    this.#parts = parts;
    const { context, entry, offsets, record } = parts;
    const base = BigInt(koffi.address(record));
    this.#parameters = BigUint64Array.from(
      offsets.length === 0 ? [0n] : offsets.map((offset) => base + BigInt(offset)),
    );
    this.#view.setBigUint64(field.attributes, BigInt(koffi.address(this.#attribute)), true);
    this.#addresses = {
      config: Number(koffi.address(this.#config)),
      parameters: Number(koffi.address(this.#parameters)),
      entry: Number(entry.id),
    };
    this.#contextHandle = Number(context.handle);
    this.#contextRefusals = context.refusals;
    this.#setCurrent = context.api.functions.contextSetCurrent;
    this.#launch = context.api.has('launchConfigured')
      ? context.api.functions.launchConfigured
      : (_config, id, parameters) => this.#launchSpelledOut(id, parameters);
  }

  setGeometry({ grid, block, sharedBytes, cooperative }: PreparedGeometry): void {
    const words = this.#words;
    for (const axis of [0, 1, 2] as const) {
      words[field.grid + axis] = grid[axis];
      words[field.block + axis] = block[axis];
    }
    words[field.sharedBytes] = sharedBytes;
    words[field.attributeCount] = cooperative ? 1 : 0;
  }

  submit(queue: SimtQueue): number {
    if (queue !== this.#queue) {
      this.#view.setBigUint64(field.stream, queue.streamWord, true);
      this.#queue = queue;
    }
    const { config, entry, parameters } = this.#addresses;
    if (this.#contextRefusals !== undefined) {
      const status = this.#launch(config, entry, parameters, 0);
      if (status === 0 || !this.#contextRefusals.includes(status)) return status;
    }
    // Zero is success; any other status of the first call keeps the second from being made.
    return this.#setCurrent(this.#contextHandle) || this.#launch(config, entry, parameters, 0);
  }

  dispose(): void {
    this.#queue = undefined;
  }

  // For drivers without the function that takes a struct.
  #launchSpelledOut(id: number, parameters: number): number {
    const { launch, launchCooperative } = this.#parts.context.api.functions;
    const word = (index: number): number => this.#words[index] ?? 0;
    const { grid: g, block: b, sharedBytes } = field;
    const shape = [word(g), word(g + 1), word(g + 2), word(b), word(b + 1), word(b + 2), word(sharedBytes)] as const;
    const stream = this.#queue?.stream ?? 0;
    return word(field.attributeCount) === 0
      ? launch(id, ...shape, stream, parameters, 0)
      : launchCooperative(id, ...shape, stream, parameters);
  }
}
