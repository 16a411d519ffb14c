/** The inputs of a run on the device: each uploaded once, and restored on the device before every configuration. */
import { dtypeInfo, isHeddleError, type Buffer, type Device, type DType, type Texture } from '@heddle/core';
import { uploadInput, type InputStore } from './input-store';
import type { TextureInput } from './protocol';

/** One input that kernels may write: what they write to, and what it was. */
interface WorkingCopies {
  readonly sets: Buffer[];
  /** Undefined if the device has no room for it: then the host's copy is uploaded again. */
  pristine: Buffer | undefined;
}

export class DeviceInputs {
  readonly #device: Device;
  readonly #store: InputStore;
  readonly #constant = new Map<number, Buffer[]>();
  readonly #working = new Map<number, WorkingCopies>();
  readonly #textures = new Map<string, Texture>();

  constructor(device: Device, store: InputStore) {
    this.#device = device;
    this.#store = store;
  }

  get store(): InputStore {
    return this.#store;
  }

  /** An input that kernels only read. */
  async readOnly(input: number, set = 0): Promise<Buffer> {
    const sets = this.#constant.get(input) ?? [];
    this.#constant.set(input, sets);
    return (sets[set] ??= await this.#upload(input));
  }

  /** The copy of an input that kernels may write. Its contents are what the last launch left. */
  async writable(input: number, set = 0): Promise<Buffer> {
    let copies = this.#working.get(input);
    if (!copies) {
      const first = await this.#upload(input);
      copies = { sets: [first], pristine: this.#copyOf(first) };
      this.#working.set(input, copies);
    }
    return (copies.sets[set] ??= await this.#anotherSet(input, copies));
  }

  /** Gives writable inputs the contents they had at the start. */
  async restore(): Promise<void> {
    for (const [input, { sets, pristine }] of this.#working) {
      for (const buffer of sets) {
        if (pristine) buffer.copyFrom(pristine);
        else await uploadInput(this.#store, input, buffer);
      }
    }
  }

  /** The texture for a parameter, made once. */
  async texture(parameter: string, { input, options }: TextureInput): Promise<Texture> {
    const known = this.#textures.get(parameter);
    if (known) return known;
    const texture = this.#device.createTexture(options);
    try {
      await texture.write(this.hostArray(input, options.dtype));
    } catch (error) {
      texture.dispose();
      throw error;
    }
    this.#textures.set(parameter, texture);
    return texture;
  }

  /** An input in this process's memory, as elements of `dtype`. */
  hostArray(input: number, dtype: DType): InstanceType<ReturnType<typeof dtypeInfo>['array']> {
    const bytes = new Uint8Array(this.#store.arrays[input]?.byteLength ?? 0);
    this.#store.read(input, 0, bytes);
    return new (dtypeInfo(dtype).array)(bytes.buffer);
  }

  /** Gives everything back. */
  dispose(): void {
    for (const buffers of this.#constant.values()) for (const buffer of buffers) buffer.dispose();
    for (const { sets, pristine } of this.#working.values()) {
      for (const buffer of sets) buffer.dispose();
      pristine?.dispose();
    }
    for (const texture of this.#textures.values()) texture.dispose();
    this.#constant.clear();
    this.#working.clear();
    this.#textures.clear();
  }

  async #upload(input: number): Promise<Buffer> {
    const buffer = this.#device.allocate(this.#store.arrays[input]?.byteLength ?? 0);
    try {
      await uploadInput(this.#store, input, buffer);
    } catch (error) {
      buffer.dispose();
      throw error;
    }
    return buffer;
  }

  async #anotherSet(input: number, { pristine }: WorkingCopies): Promise<Buffer> {
    if (!pristine) return this.#upload(input);
    const buffer = this.#device.allocate(pristine.byteLength);
    buffer.copyFrom(pristine);
    return buffer;
  }

  #copyOf(buffer: Buffer): Buffer | undefined {
    let copy: Buffer;
    try {
      copy = this.#device.allocate(buffer.byteLength);
    } catch (error) {
      // A second copy is a convenience: without room for it, restoring takes the way over the host.
      if (isHeddleError(error, 'OUT_OF_MEMORY')) return undefined;
      throw error;
    }
    copy.copyFrom(buffer);
    return copy;
  }
}
