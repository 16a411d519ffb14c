/** Texture and surface objects over arrays in the vendor's own layout. */
import { dtypeInfo, type DType } from '@heddle/core';
import { argumentError, type TextureDescription, type TextureHandle } from '@heddle/core/backend';
import { arrayLayout, makeStruct, resourceLayout, textureLayout } from '../memory/layouts';
import type { VolumeCopyForm } from '../memory/volume-copy';
import type { SimtContext } from '../simt-context';

export interface SimtTexture extends TextureHandle {
  readonly array: bigint;
  readonly description: TextureDescription;
}

// CUarray_format
const formats: Partial<Record<DType, number>> = {
  uint8: 1,
  uint16: 2,
  uint32: 3,
  int8: 8,
  int16: 9,
  int32: 10,
  float16: 16,
  float32: 32,
};
const layeredArray = 1;
const surfaceArray = 2;
const addressModes = { wrap: 0, clamp: 1, mirror: 2, border: 3 } as const;
const filterModes = { point: 0, linear: 1 } as const;
const readAsInteger = 1;
const normalizedCoordinates = 2;

/** Makes an array and the objects that kernels read and write it through. */
export function createTexture(context: SimtContext, description: TextureDescription): SimtTexture {
  const array = createArray(context, description);
  try {
    const resource = makeStruct(resourceLayout, { resType: 0, res: array });
    const object = createTextureObject(context, description, resource);
    if (!description.writable) return { array, description, object };
    const surface = new BigUint64Array(1);
    context.call('surfaceCreate', surface, resource);
    return { array, description, object, surface: surface[0] ?? 0n };
  } catch (error) {
    context.release('arrayDestroy', array);
    throw error;
  }
}

export function destroyTexture(context: SimtContext, texture: SimtTexture): void {
  if (texture.surface !== undefined) context.release('surfaceDestroy', texture.surface);
  context.release('textureDestroy', texture.object);
  context.release('arrayDestroy', texture.array);
}

/** The copy of all texels between densely packed host memory and the texture. */
export function texelCopy(
  { layout, memoryType }: VolumeCopyForm,
  texture: SimtTexture,
  host: bigint,
  direction: 'write' | 'read',
): ArrayBuffer {
  const { width, height, depth, texelBytes } = shapeOf(texture.description);
  const extent = { WidthInBytes: width * texelBytes, Height: Math.max(1, height), Depth: Math.max(1, depth) };
  return direction === 'write'
    ? makeStruct(layout, {
        srcMemoryType: memoryType.host,
        srcHost: host,
        srcPitch: extent.WidthInBytes,
        srcHeight: extent.Height,
        dstMemoryType: memoryType.array,
        dstArray: texture.array,
        ...extent,
      })
    : makeStruct(layout, {
        srcMemoryType: memoryType.array,
        srcArray: texture.array,
        dstMemoryType: memoryType.host,
        dstHost: host,
        dstPitch: extent.WidthInBytes,
        dstHeight: extent.Height,
        ...extent,
      });
}

// An axis that the texture does not have counts 0; layers are counted along z.
function shapeOf({ extents, layered, dtype, channels }: TextureDescription) {
  const [width, second = 0, third = 0] = extents;
  const texelBytes = channels * dtypeInfo(dtype).byteLength;
  if (layered && extents.length === 2) return { width, height: 0, depth: second, texelBytes };
  return { width, height: second, depth: third, texelBytes };
}

function createArray(context: SimtContext, description: TextureDescription): bigint {
  const { dtype, channels, layered, writable } = description;
  const format = formats[dtype];
  if (format === undefined) throw argumentError(`no texture has texels of ${dtype}`, { backend: context.backend });
  const { width, height, depth } = shapeOf(description);
  const out = new BigUint64Array(1);
  const flags = (layered ? layeredArray : 0) | (writable ? surfaceArray : 0);
  const struct = makeStruct(arrayLayout, {
    Width: width,
    Height: height,
    Depth: depth,
    Format: format,
    NumChannels: channels,
    Flags: flags,
  });
  context.call('arrayCreate', out, struct);
  return out[0] ?? 0n;
}

function createTextureObject(context: SimtContext, description: TextureDescription, resource: ArrayBuffer): bigint {
  const { addressMode, filterMode, dtype } = description;
  const isInteger = dtypeInfo(dtype).kind !== 'float';
  const struct = makeStruct(textureLayout, {
    addressMode: addressModes[addressMode[0]],
    addressMode1: addressModes[addressMode[1]],
    addressMode2: addressModes[addressMode[2]],
    filterMode: filterModes[filterMode],
    flags:
      (isInteger && !description.normalizedValues ? readAsInteger : 0) |
      (description.normalizedCoordinates ? normalizedCoordinates : 0),
  });
  const out = new BigUint64Array(1);
  context.call('textureCreate', out, resource, struct, null);
  return out[0] ?? 0n;
}
