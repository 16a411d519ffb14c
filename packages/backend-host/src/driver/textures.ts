/** Textures on the host: plain memory and the descriptor that texture functions read (texture_descriptor.h). */
import koffi from 'koffi';
import { dtypeInfo } from '@heddle/core';
import type { TextureDescription, TextureHandle } from '@heddle/core/backend';
import type { HostMemory } from './handles';

const descriptorBytes = 128;
const channelKinds = { integer: 0, unsigned: 1, float: 2 } as const;
const filterModes = { point: 0, linear: 1 } as const;
const addressModes = { wrap: 0, clamp: 1, mirror: 2, border: 3 } as const;

interface HostTexture {
  readonly texels: HostMemory;
  readonly descriptor: HostMemory;
}

/** The textures of one device. */
export class HostTextures {
  readonly #textures = new Map<TextureHandle, HostTexture>();

  create(description: TextureDescription, allocate: (byteLength: number) => HostMemory): TextureHandle {
    const shape = shapeOf(description);
    const texels = allocate(shape.byteLength);
    const descriptor = allocate(descriptorBytes);
    writeDescriptor(new DataView(koffi.view(descriptor.address, descriptorBytes)), description, shape, texels.address);
    const object = descriptor.address;
    const handle: TextureHandle = { object, ...(description.writable ? { surface: object } : {}) };
    this.#textures.set(handle, { texels, descriptor });
    return handle;
  }

  memoryOf(handle: TextureHandle): HostMemory {
    return this.#texture(handle).texels;
  }

  /** @returns the memory to free */
  remove(handle: TextureHandle): readonly HostMemory[] {
    const { texels, descriptor } = this.#texture(handle);
    this.#textures.delete(handle);
    return [texels, descriptor];
  }

  clear(): void {
    this.#textures.clear();
  }

  #texture(handle: TextureHandle): HostTexture {
    const texture = this.#textures.get(handle);
    if (!texture) throw new Error('the texture belongs to another device, or is gone');
    return texture;
  }
}

interface TextureShape {
  /** Width, height, depth; 1 if there is no such dimension. */
  readonly extents: readonly [number, number, number];
  readonly dimensions: number;
  /** 0 if it is not layered. */
  readonly layers: number;
  readonly rowPitch: number;
  readonly slicePitch: number;
  readonly byteLength: number;
}

// The last extent of a layered texture counts layers: it is not a dimension that coordinates run along.
function shapeOf({ extents, layered, dtype, channels }: TextureDescription): TextureShape {
  const given = extents.map((extent) => extent ?? 1);
  const layers = layered ? (given.pop() ?? 1) : 0;
  const [width = 1, height = 1, depth = 1] = given;
  const rowPitch = width * channels * dtypeInfo(dtype).byteLength;
  const slicePitch = rowPitch * height;
  const byteLength = slicePitch * depth * Math.max(layers, 1);
  return { extents: [width, height, depth], dimensions: given.length, layers, rowPitch, slicePitch, byteLength };
}

function writeDescriptor(view: DataView, description: TextureDescription, shape: TextureShape, texels: bigint): void {
  const { kind, byteLength } = dtypeInfo(description.dtype);
  const words = [
    ...shape.extents,
    shape.layers,
    channelKinds[kind as keyof typeof channelKinds],
    byteLength * 8,
    description.channels,
    description.normalizedValues ? 1 : 0,
    filterModes[description.filterMode],
    description.normalizedCoordinates ? 1 : 0,
    ...description.addressMode.map((mode) => addressModes[mode]),
    shape.dimensions,
  ];
  view.setBigUint64(0, texels, true);
  view.setBigUint64(8, BigInt(shape.rowPitch), true);
  view.setBigUint64(16, BigInt(shape.slicePitch), true);
  words.forEach((word, index) => {
    view.setInt32(24 + index * 4, word, true);
  });
  // The border is transparent black, and what is reserved is zero.
  for (let offset = 80; offset < descriptorBytes; offset += 4) view.setUint32(offset, 0, true);
}
