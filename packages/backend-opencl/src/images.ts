/** Images and samplers: what core calls textures. */
import { HeddleError, type DType } from '@heddle/core';
import type { AddressMode, TextureDescription, TextureHandle } from '@heddle/core/backend';
import { constants, type Handle } from './api';
import type { Context } from './context';
import { keepAlive } from './native-memory';
import type { CommandQueue } from './queue';

/** An image and the sampler that reads it as it was described. */
export class Image implements TextureHandle {
  /** The cl_mem: what an image parameter receives, for reading and for writing. */
  readonly object: Handle;
  readonly surface: Handle;
  /** The cl_sampler: what a sampler parameter receives. */
  readonly sampler: Handle;
  /** Texels along each axis as copies count them. */
  readonly region: BigUint64Array;

  constructor(context: Context, description: TextureDescription) {
    const { extents } = description;
    this.object = createImage(context, description);
    this.surface = this.object;
    try {
      this.sampler = createSampler(context, description);
    } catch (error) {
      context.calls.clReleaseMemObject(this.object);
      throw error;
    }
    this.region = BigUint64Array.from([extents[0], extents[1] ?? 1, extents[2] ?? 1], BigInt);
    context.opened('image');
    context.opened('sampler');
  }
}

const origin = new BigUint64Array(3);

/** Copies all texels, densely packed. Resolves when `source` may change again. */
export async function writeImage(
  context: Context,
  queue: CommandQueue,
  image: Image,
  source: Uint8Array,
): Promise<void> {
  const { calls } = context;
  const place = [origin, image.region, 0, 0, source, 0, null, queue.eventSlot] as const;
  const status = calls.clEnqueueWriteImage(queue.address, image.object, 0, ...place);
  if (status !== 0) throw context.transferFailure('clEnqueueWriteImage', status, queue.address);
  await queue.ended(queue.takeEvent());
  keepAlive(source);
}

/** Resolves when `target` holds the texels. */
export async function readImage(
  context: Context,
  queue: CommandQueue,
  image: Image,
  target: Uint8Array,
): Promise<void> {
  const { calls } = context;
  const place = [origin, image.region, 0, 0, target, 0, null, queue.eventSlot] as const;
  const status = calls.clEnqueueReadImage(queue.address, image.object, 0, ...place);
  if (status !== 0) throw context.transferFailure('clEnqueueReadImage', status, queue.address);
  await queue.ended(queue.takeEvent());
  keepAlive(target);
}

export function destroyImage(context: Context, image: Image): void {
  context.calls.clReleaseSampler(image.sampler);
  context.closed('sampler');
  context.calls.clReleaseMemObject(image.object);
  context.closed('image');
}

function createImage(context: Context, description: TextureDescription): Handle {
  const { extents, layered, channels, dtype } = description;
  const type = imageType(extents, layered);
  const order = channelOrders[channels];
  const channelType = channelTypeOf(dtype, description.normalizedValues);
  if (channelType === undefined || !isSupported(context, type, order, channelType)) {
    throw new HeddleError('UNSUPPORTED', `${context.facts.properties.name} has no images of ${channels} × ${dtype}`, {
      backend: 'opencl',
      hint: 'Every device has four channels of uint8, int8, uint16, int16, uint32, int32, float16 and float32.',
    });
  }
  return context.create(
    'clCreateImage',
    'creation',
    (status) =>
      context.calls.clCreateImage(
        context.handle,
        constants.CL_MEM_READ_WRITE,
        Uint32Array.of(order, channelType),
        imageDescriptor(type, extents, layered),
        null,
        status,
      ),
    { resource: 'image' },
  );
}

const channelOrders = { 1: constants.CL_R, 2: constants.CL_RG, 4: constants.CL_RGBA } as const;

function channelTypeOf(dtype: DType, normalized: boolean): number | undefined {
  const types: Partial<Record<DType, number>> = normalized
    ? {
        int8: constants.CL_SNORM_INT8,
        int16: constants.CL_SNORM_INT16,
        uint8: constants.CL_UNORM_INT8,
        uint16: constants.CL_UNORM_INT16,
      }
    : {
        int8: constants.CL_SIGNED_INT8,
        int16: constants.CL_SIGNED_INT16,
        int32: constants.CL_SIGNED_INT32,
        uint8: constants.CL_UNSIGNED_INT8,
        uint16: constants.CL_UNSIGNED_INT16,
        uint32: constants.CL_UNSIGNED_INT32,
        float16: constants.CL_HALF_FLOAT,
        float32: constants.CL_FLOAT,
      };
  return types[dtype];
}

function imageType(extents: TextureDescription['extents'], layered: boolean): number {
  if (extents.length === 3) return layered ? constants.CL_MEM_OBJECT_IMAGE2D_ARRAY : constants.CL_MEM_OBJECT_IMAGE3D;
  if (extents.length === 2) return layered ? constants.CL_MEM_OBJECT_IMAGE1D_ARRAY : constants.CL_MEM_OBJECT_IMAGE2D;
  return constants.CL_MEM_OBJECT_IMAGE1D;
}

/** A cl_image_desc: type, width, height, depth, layers, pitches, levels, samples, parent. */
function imageDescriptor(type: number, extents: TextureDescription['extents'], layered: boolean): Uint8Array {
  const view = new DataView(new ArrayBuffer(72));
  const [width, height = 0, depth = 0] = extents;
  const layers = layered ? (extents.length === 3 ? depth : height) : 0;
  view.setUint32(0, type, true);
  view.setBigUint64(8, BigInt(width), true);
  view.setBigUint64(16, BigInt(layered && extents.length === 2 ? 0 : height), true);
  view.setBigUint64(24, BigInt(layered ? 0 : depth), true);
  view.setBigUint64(32, BigInt(layers), true);
  return new Uint8Array(view.buffer);
}

function isSupported({ calls, handle }: Context, type: number, order: number, channelType: number): boolean {
  const count = new Uint32Array(1);
  const access = constants.CL_MEM_READ_WRITE;
  if (calls.clGetSupportedImageFormats(handle, access, type, 0, null, count) !== 0) return false;
  const formats = new Uint32Array(2 * (count[0] ?? 0));
  if (calls.clGetSupportedImageFormats(handle, access, type, count[0] ?? 0, formats, null) !== 0) return false;
  for (let i = 0; i < formats.length; i += 2) if (formats[i] === order && formats[i + 1] === channelType) return true;
  return false;
}

const addressingModes: Readonly<Record<AddressMode, number>> = {
  wrap: constants.CL_ADDRESS_REPEAT,
  clamp: constants.CL_ADDRESS_CLAMP_TO_EDGE,
  mirror: constants.CL_ADDRESS_MIRRORED_REPEAT,
  border: constants.CL_ADDRESS_CLAMP,
};

function createSampler(context: Context, description: TextureDescription): Handle {
  const { extents, layered, addressMode, filterMode, normalizedCoordinates } = description;
  const [mode, ...others] = addressMode.slice(0, extents.length - (layered ? 1 : 0));
  if (mode === undefined || others.some((other) => other !== mode)) {
    throw new HeddleError('UNSUPPORTED', 'an OpenCL sampler addresses all axes alike', { backend: 'opencl' });
  }
  const filter = filterMode === 'linear' ? constants.CL_FILTER_LINEAR : constants.CL_FILTER_NEAREST;
  const isNormalized = normalizedCoordinates ? 1 : 0;
  const { calls, handle, facts } = context;
  if (facts.version < 2) {
    return context.create('clCreateSampler', 'creation', (status) =>
      calls.clCreateSampler(handle, isNormalized, addressingModes[mode], filter, status),
    );
  }
  const properties = BigUint64Array.from(
    [
      constants.CL_SAMPLER_NORMALIZED_COORDS,
      isNormalized,
      constants.CL_SAMPLER_ADDRESSING_MODE,
      addressingModes[mode],
      constants.CL_SAMPLER_FILTER_MODE,
      filter,
      0,
    ],
    BigInt,
  );
  return context.create('clCreateSamplerWithProperties', 'creation', (status) =>
    calls.clCreateSamplerWithProperties(handle, properties, status),
  );
}
