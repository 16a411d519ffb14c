/** Images and samplers of OpenCL C. */
import { isHeddleError, type Device } from '@heddle/core';
import type { AddressMode, FilterMode } from '@heddle/core/backend';
import { casesOf, type CaseDefinition } from '../conformance-case';
import { fetchTexel } from './texture-reference';

interface Sampling {
  readonly id: string;
  readonly title: string;
  readonly filterMode: FilterMode;
  readonly addressMode: AddressMode;
  readonly normalized: boolean;
}

const samplings: readonly Sampling[] = [
  {
    id: 'nearest',
    title: 'the texel that holds the coordinate',
    filterMode: 'point',
    addressMode: 'clamp',
    normalized: false,
  },
  { id: 'border', title: 'zero outside of the image', filterMode: 'point', addressMode: 'border', normalized: false },
  { id: 'repeat', title: 'the image repeated', filterMode: 'point', addressMode: 'wrap', normalized: true },
  { id: 'mirror', title: 'the image mirrored', filterMode: 'point', addressMode: 'mirror', normalized: true },
  {
    id: 'linear',
    title: 'a surface between four texels',
    filterMode: 'linear',
    addressMode: 'clamp',
    normalized: false,
  },
];

const addressing: Readonly<Record<AddressMode, string>> = {
  clamp: 'CLK_ADDRESS_CLAMP_TO_EDGE',
  border: 'CLK_ADDRESS_CLAMP',
  wrap: 'CLK_ADDRESS_REPEAT',
  mirror: 'CLK_ADDRESS_MIRRORED_REPEAT',
};

const samplingCases: readonly CaseDefinition[] = samplings.map(
  ({ id, title, filterMode, addressMode, normalized }) => ({
    id,
    title: `a sampler of the source gives ${title}`,
    requires: ['images'],
    source: {
      opencl: `
__constant sampler_t how = ${normalized ? 'CLK_NORMALIZED_COORDS_TRUE' : 'CLK_NORMALIZED_COORDS_FALSE'}
  | ${addressing[addressMode]} | ${filterMode === 'point' ? 'CLK_FILTER_NEAREST' : 'CLK_FILTER_LINEAR'};
__kernel void k(__read_only image2d_t image, __global const float2* at, __global float* out) {
  size_t i = get_global_id(0);
  out[i] = read_imagef(image, how, at[i]).x;
}
`,
    },
    run: async ({ device, own, random, upload, zeros, check }, module) => {
      const extents = [9, 6] as const;
      const texels = random.floats(54);
      const texture = own(device.createTexture({ extents, dtype: 'float32' }));
      await texture.write(texels);
      const n = 256;
      const coordinates = Array.from({ length: n }, () =>
        extents.map((extent) => {
          const x = random.integer(-3, extent + 2) + 0.1 + 0.8 * random.next();
          return Math.fround(normalized ? x / extent : x);
        }),
      );
      const out = zeros('float32', n);
      const at = await upload(Float32Array.from(coordinates.flat()));
      module.kernel('k').launch({ grid: n / 64, block: 64 }, texture, at, out);
      const expected = coordinates.map((each) =>
        fetchTexel({ extents, texels, filterMode, addressMode, normalized }, each),
      );
      check.close(await out.read(), expected, { absolute: filterMode === 'point' ? 0 : 0.012 }, 'fetches');
    },
  }),
);

function offers(device: Device, channels: 1 | 2): boolean {
  try {
    device.createTexture({ extents: [4], dtype: 'float32', channels }).dispose();
    return true;
  } catch (error) {
    if (isHeddleError(error, 'UNSUPPORTED')) return false;
    throw error;
  }
}

export const imageCases = casesOf('images', [
  ...samplingCases,
  {
    id: 'channels',
    title: 'a texel of four channels is a float4',
    requires: ['images'],
    source: {
      opencl: `
__kernel void k(__read_only image2d_t image, __global float4* out) {
  const sampler_t how = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP | CLK_FILTER_NEAREST;
  int2 at = (int2)((int)get_global_id(0), (int)get_global_id(1));
  out[at.y * (int)get_global_size(0) + at.x] = read_imagef(image, how, at);
}
`,
    },
    run: async ({ device, own, random, zeros, check }, module) => {
      const texture = own(device.createTexture({ extents: [6, 5], dtype: 'float32', channels: 4 }));
      const texels = random.floats(120);
      await texture.write(texels);
      const out = zeros('float32', 120);
      module.kernel('k').launch({ grid: 1, block: [6, 5] }, texture, out);
      check.arrayEqual(await out.read(), texels);
    },
  },
  {
    id: 'integers',
    title: 'integer texels are read as they are',
    requires: ['images'],
    source: {
      opencl: `
__kernel void k(__read_only image2d_t image, __global uint4* out) {
  const sampler_t how = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP | CLK_FILTER_NEAREST;
  out[get_global_id(0)] = read_imageui(image, how, (int2)((int)get_global_id(0), 0));
}
`,
    },
    run: async ({ device, own, random, zeros, check }, module) => {
      const texture = own(device.createTexture({ extents: [8, 1], dtype: 'uint8', channels: 4 }));
      const texels = random.bytes(32);
      await texture.write(texels);
      const out = zeros('uint32', 32);
      module.kernel('k').launch({ grid: 1, block: 8 }, texture, out);
      check.arrayEqual(await out.read(), texels);
    },
  },
  {
    id: 'volume',
    title: 'an image of three dimensions is read slice by slice',
    requires: ['images'],
    source: {
      opencl: `
__kernel void k(__read_only image3d_t image, __global float* out) {
  const sampler_t how = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP | CLK_FILTER_NEAREST;
  int x = (int)get_global_id(0), y = (int)get_global_id(1), z = (int)get_global_id(2);
  int i = (z * (int)get_global_size(1) + y) * (int)get_global_size(0) + x;
  out[i] = read_imagef(image, how, (int4)(x, y, z, 0)).x;
}
`,
    },
    run: async ({ device, own, random, zeros, check }, module) => {
      const texture = own(device.createTexture({ extents: [5, 4, 3], dtype: 'float32' }));
      const texels = random.floats(60);
      await texture.write(texels);
      const out = zeros('float32', 60);
      module.kernel('k').launch({ grid: [5, 4, 3], block: 1 }, texture, out);
      check.arrayEqual(await out.read(), texels);
    },
  },
  {
    id: 'written-by-kernels',
    title: 'kernels write an image, and the host reads it',
    requires: ['images'],
    source: {
      opencl: `
__kernel void k(__write_only image2d_t image) {
  int2 at = (int2)((int)get_global_id(0), (int)get_global_id(1));
  write_imagef(image, at, (float4)(10.0f * at.y + at.x, 0, 0, 1));
}
`,
    },
    run: async ({ device, own, check }, module) => {
      const texture = own(device.createTexture({ extents: [6, 5], dtype: 'float32', writable: true }));
      module.kernel('k').launch({ grid: 1, block: [6, 5] }, texture.surface);
      check.arrayEqual(
        await texture.read(),
        Float32Array.from({ length: 30 }, (_, i) => 10 * Math.floor(i / 6) + (i % 6)),
      );
    },
  },
  {
    id: 'round-trip',
    title: 'texels come back as they went; four channels are always there',
    requires: ['images'],
    run: async ({ device, own, random, check }) => {
      for (const channels of [1, 2, 4] as const) {
        for (const extents of [[33], [17, 5], [5, 4, 3]] as const) {
          const texels = random.floats(extents.reduce<number>((product, n) => product * n, channels));
          // The language promises images of four channels; fewer are the device's choice.
          if (channels !== 4 && !offers(device, channels)) continue;
          const texture = own(device.createTexture({ extents, dtype: 'float32', channels }));
          await texture.write(texels);
          check.arrayEqual(await texture.read(), texels, `${channels} channels of ${extents.join(' by ')}`);
        }
      }
    },
  },
  {
    id: 'refused',
    title: 'what is not an image is refused',
    requires: ['images'],
    source: { opencl: '__kernel void k(__read_only image2d_t image, __global float* out) { out[0] = 1; }' },
    run: async ({ device, own, zeros, check }, module) => {
      const out = zeros('float32', 1);
      for (const argument of [out, 7, null, {}]) {
        check.throws('ARGUMENT', () => module.kernel('k').launch({ grid: 1, block: 1 }, argument, out));
      }
      const texture = own(device.createTexture({ extents: [4, 4], dtype: 'float32' }));
      await check.rejects('ARGUMENT', texture.write(new Float32Array(15)));
      texture.dispose();
      check.throws('ARGUMENT', () => module.kernel('k').launch({ grid: 1, block: 1 }, texture, out));
    },
  },
]);
