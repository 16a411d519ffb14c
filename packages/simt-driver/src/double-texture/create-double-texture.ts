/** The host side of double-precision textures: an array of doubles as texels of two integers. */
import type { Device, Texture } from '@heddle/core';
import { argumentError, describe } from '@heddle/core/backend';

export interface DoubleTextureOptions {
  /** Texels along x, y, z; as many axes as the texture has. */
  readonly extents: readonly [width: number, height?: number, depth?: number];
  /** The last extent counts layers. Default false. */
  readonly layered?: boolean;
  /** What lies outside: the nearest texel, or 0. Default `clamp`. */
  readonly addressMode?: 'clamp' | 'border';
}

/**
 * Makes a texture of doubles, which kernels read with `fetch_double` of {@link doubleTextureHeader}. There is no
 * filtering, since it would mix the halves of neighbouring numbers.
 *
 * @param values - one double for each texel, x fastest
 * @throws HeddleError `ARGUMENT` for an array of another type or length
 */
export async function createDoubleTexture(
  device: Device,
  values: Float64Array,
  options: DoubleTextureOptions,
): Promise<Texture<'int32'>> {
  if (Object.prototype.toString.call(values) !== '[object Float64Array]') {
    throw argumentError(`a texture of doubles takes a Float64Array, not ${describe(values)}`);
  }
  const { extents, layered = false, addressMode = 'clamp' } = options;
  const texture = device.createTexture({ extents, dtype: 'int32', channels: 2, layered, addressMode });
  try {
    // The low half comes first in memory: it is the texel's x.
    await texture.write(new Int32Array(values.buffer, values.byteOffset, values.length * 2));
  } catch (error) {
    texture.dispose();
    throw error;
  }
  return texture;
}
