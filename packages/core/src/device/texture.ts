/** Texture memory: read through the device's filtering and addressing hardware, or its emulation. */
import { textureSymbol, type TextureArgument } from '../arguments';
import { describe } from '../diagnostics/describe';
import { arrayHolds, arrayTag, dtypeInfo, type ArrayOf, type DType } from '../dtype/dtype';
import { argumentError } from '../errors';
import type { AddressMode, FilterMode, TextureDescription, TextureHandle } from '../spi/texture';
import type { DeviceContext } from './device-context';
import { assertOptions, optionNames } from '../diagnostics';
import { Lifetime } from './lifetime';
import type { Stream } from './stream';
import type { OrderedQueue } from './stream-order';
import { orderedQueueOf } from './stream-queue';

export interface TextureOptions<D extends DType = DType> {
  /** Texels along x, y, z; as many axes as the texture has. */
  readonly extents: readonly [width: number, height?: number, depth?: number];
  readonly dtype: D;
  /** Channels of a texel. Default 1. */
  readonly channels?: 1 | 2 | 4;
  /** The last extent counts layers. Default false. */
  readonly layered?: boolean;
  /** Default `point`. */
  readonly filterMode?: FilterMode;
  /** One for all axes, or one for each. Default `clamp`. */
  readonly addressMode?: AddressMode | readonly AddressMode[];
  /** Default false. */
  readonly normalizedCoordinates?: boolean;
  /** Integers are read as floats in [0, 1] or [-1, 1]. Default false. */
  readonly normalizedValues?: boolean;
  /** Kernels may write it, through {@link Texture.surface}. Default false. Needs `surfaces`. */
  readonly writable?: boolean;
}

const textureOptionNames = optionNames<TextureOptions>({
  extents: true,
  dtype: true,
  channels: true,
  layered: true,
  filterMode: true,
  addressMode: true,
  normalizedCoordinates: true,
  normalizedValues: true,
  writable: true,
});

/** A texture. Pass it to a texture (or image) parameter, and its `surface` to a surface parameter. */
export class Texture<D extends DType = DType> implements TextureArgument, Disposable {
  readonly #context: DeviceContext;
  readonly #lifetime: Lifetime;
  readonly #handle: TextureHandle;
  readonly #defaultQueue: () => OrderedQueue;

  readonly description: TextureDescription;
  /** Bytes of all texels, densely packed. */
  readonly byteLength: number;

  /** Use `device.createTexture`. */
  constructor(...internal: never);
  /** @internal */
  constructor(context: DeviceContext, options: TextureOptions<D>, defaultQueue: () => OrderedQueue);
  constructor(context: DeviceContext, options: TextureOptions<D>, defaultQueue: () => OrderedQueue) {
    const capability = context.driver.capabilities.has('textures') ? 'textures' : 'images';
    context.require(capability, 'createTexture');
    const description = describeTexture(options);
    if (description.writable) context.require(capability === 'images' ? 'images' : 'surfaces', 'a writable texture');
    this.description = description;
    this.byteLength = texelCount(description) * description.channels * dtypeInfo(description.dtype).byteLength;
    const handle = context.call('createTexture', (driver) => driver.createTexture?.(description));
    if (!handle) throw context.lacking(capability);
    this.#context = context;
    this.#handle = handle;
    this.#defaultQueue = defaultQueue;
    this.#lifetime = new Lifetime(context, this, {
      kind: 'texture',
      byteLength: this.byteLength,
      release: () => context.driver.destroyTexture?.(handle),
    });
  }

  [textureSymbol](): bigint {
    this.#assertUsable();
    return this.#handle.object;
  }

  /** The argument for a surface parameter, through which kernels write. */
  get surface(): TextureArgument {
    const { surface } = this.#handle;
    if (surface === undefined) throw argumentError('the texture was not made writable');
    return this.#argument(surface);
  }

  /** The argument for a `sampler_t` parameter of OpenCL: reads as this texture was described. */
  get sampler(): TextureArgument {
    const { sampler } = this.#handle;
    if (sampler === undefined) throw argumentError('on this device a texture samples itself: pass the texture alone');
    return this.#argument(sampler);
  }

  /**
   * Sets all texels, in stream order. Resolves when they are on the device.
   *
   * @param texels - densely packed, x fastest, channels together; they must not change until the promise resolves
   */
  async write(texels: ArrayOf<D>, stream?: Stream): Promise<void> {
    const bytes = this.#bytesOf(texels);
    const ordered = orderedQueueOf(stream, this.#context, this.#defaultQueue);
    await this.#context.transfer('write', ordered, async (driver, queue) =>
      driver.writeTexture?.(queue, this.#handle, bytes),
    );
  }

  /** Gets all texels, in stream order. */
  async read(stream?: Stream): Promise<ArrayOf<D>> {
    const { dtype } = this.description;
    const texels = new (dtypeInfo(dtype).array)(this.byteLength / dtypeInfo(dtype).array.BYTES_PER_ELEMENT);
    const bytes = this.#bytesOf(texels);
    const ordered = orderedQueueOf(stream, this.#context, this.#defaultQueue);
    await this.#context.transfer('read', ordered, async (driver, queue) =>
      driver.readTexture?.(queue, this.#handle, bytes),
    );
    return texels;
  }

  dispose(): void {
    this.#lifetime.dispose();
  }

  [Symbol.dispose](): void {
    this.dispose();
  }

  #argument(handle: bigint): TextureArgument {
    return {
      [textureSymbol]: () => {
        this.#assertUsable();
        return handle;
      },
    };
  }

  #bytesOf(texels: ArrayOf<D>): Uint8Array {
    this.#assertUsable();
    const { dtype } = this.description;
    if (!ArrayBuffer.isView(texels) || !arrayHolds(texels, dtype)) {
      throw argumentError(`a texture of ${dtype} takes a ${dtypeInfo(dtype).array.name}, not ${describe(texels)}`);
    }
    if (texels.byteLength !== this.byteLength) {
      throw argumentError(`${arrayTag(texels)} of ${texels.byteLength} bytes for a texture of ${this.byteLength}`);
    }
    return new Uint8Array(texels.buffer, texels.byteOffset, texels.byteLength);
  }

  #assertUsable(): void {
    this.#context.assertUsable();
    this.#lifetime.assertLive();
  }
}

function texelCount({ extents }: TextureDescription): number {
  return extents.reduce<number>((product, extent) => product * (extent ?? 1), 1);
}

function describeTexture(options: TextureOptions): TextureDescription {
  assertOptions('createTexture', options, textureOptionNames);
  const { extents, dtype, channels = 1, addressMode = 'clamp', layered = false } = options;
  if (!Array.isArray(extents) || extents.length < 1 || extents.length > 3) {
    throw argumentError(`extents are [width], [width, height] or [width, height, depth], not ${describe(extents)}`);
  }
  for (const extent of extents as readonly unknown[]) {
    if (!Number.isSafeInteger(extent) || (extent as number) < 1) {
      throw argumentError(`an extent is a positive integer, not ${describe(extent)}`);
    }
  }
  if (layered && extents.length < 2) throw argumentError('a layered texture has at least [width, layers]');
  const { kind, byteLength } = dtypeInfo(dtype);
  if (kind === 'complex' || kind === 'bool' || dtype === 'bfloat16' || byteLength > 4) {
    throw argumentError(`no texture has texels of ${dtype}`, {
      hint: 'Doubles travel as two 32-bit integers; see the texture guide.',
    });
  }
  if (![1, 2, 4].includes(channels)) throw argumentError(`a texel has 1, 2 or 4 channels, not ${describe(channels)}`);
  const [x, y, z] = typeof addressMode === 'string' ? [addressMode] : addressMode;
  if (x === undefined) throw argumentError('addressMode needs one mode at least');
  const modes = [x, y ?? x, z ?? y ?? x] as const;
  const { filterMode = 'point', normalizedCoordinates = false, normalizedValues = false, writable = false } = options;
  oneOf('filterMode', filterMode, ['point', 'linear']);
  for (const mode of modes) oneOf('addressMode', mode, ['wrap', 'clamp', 'mirror', 'border']);
  if (!normalizedCoordinates && modes.some((mode) => mode === 'wrap' || mode === 'mirror')) {
    throw argumentError("addressMode 'wrap' and 'mirror' need normalizedCoordinates: true");
  }
  if (filterMode === 'linear' && kind !== 'float' && !normalizedValues) {
    throw argumentError('linear filtering of integers needs normalizedValues: true');
  }
  return {
    extents,
    dtype,
    channels,
    layered,
    filterMode,
    addressMode: modes,
    normalizedCoordinates,
    normalizedValues,
    writable,
  };
}

function oneOf(name: string, value: string, allowed: readonly string[]): void {
  if (!allowed.includes(value)) throw argumentError(`${name} is one of ${allowed.join(', ')}, not ${describe(value)}`);
}
