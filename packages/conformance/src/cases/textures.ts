/** Texture and surface objects of CUDA C++: filtering, addressing, formats. */
import type { DType, TextureOptions } from '@heddle/core';
import type { AddressMode, FilterMode } from '@heddle/core/backend';
import type { CaseContext } from '../case-context';
import { casesOf, type CaseDefinition } from '../conformance-case';
import { fetchTexel } from './texture-reference';

const samplers = {
  cuda: `
__global__ void sample1(cudaTextureObject_t tex, const float* at, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = tex1D<float>(tex, at[i]);
}
__global__ void sample2(cudaTextureObject_t tex, const float* at, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = tex2D<float>(tex, at[2 * i], at[2 * i + 1]);
}
__global__ void sample3(cudaTextureObject_t tex, const float* at, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = tex3D<float>(tex, at[3 * i], at[3 * i + 1], at[3 * i + 2]);
}
`,
};

interface Sampling {
  readonly id: string;
  readonly title: string;
  readonly extents: readonly [number, number?, number?];
  readonly filterMode: FilterMode;
  readonly addressMode: AddressMode;
  readonly normalizedCoordinates?: boolean;
}

const samplings: readonly Sampling[] = [
  {
    id: 'point-1d',
    title: 'the texel that holds the coordinate',
    extents: [37],
    filterMode: 'point',
    addressMode: 'clamp',
  },
  {
    id: 'point-2d',
    title: 'the texel that holds both coordinates',
    extents: [19, 11],
    filterMode: 'point',
    addressMode: 'clamp',
  },
  {
    id: 'point-3d',
    title: 'the texel that holds all three coordinates',
    extents: [7, 6, 5],
    filterMode: 'point',
    addressMode: 'clamp',
  },
  {
    id: 'border-2d',
    title: 'zero outside of the texture',
    extents: [13, 9],
    filterMode: 'point',
    addressMode: 'border',
  },
  {
    id: 'wrap-2d',
    title: 'the texture repeated',
    extents: [8, 4],
    filterMode: 'point',
    addressMode: 'wrap',
    normalizedCoordinates: true,
  },
  {
    id: 'mirror-2d',
    title: 'the texture mirrored',
    extents: [8, 4],
    filterMode: 'point',
    addressMode: 'mirror',
    normalizedCoordinates: true,
  },
  {
    id: 'normalized-2d',
    title: 'coordinates over [0, 1)',
    extents: [16, 8],
    filterMode: 'point',
    addressMode: 'clamp',
    normalizedCoordinates: true,
  },
  { id: 'linear-1d', title: 'a line between two texels', extents: [37], filterMode: 'linear', addressMode: 'clamp' },
  {
    id: 'linear-2d',
    title: 'a surface between four texels',
    extents: [19, 11],
    filterMode: 'linear',
    addressMode: 'clamp',
  },
  {
    id: 'linear-3d',
    title: 'an average of eight texels',
    extents: [7, 6, 5],
    filterMode: 'linear',
    addressMode: 'clamp',
  },
  {
    id: 'linear-border-2d',
    title: 'a slope to zero at the border',
    extents: [13, 9],
    filterMode: 'linear',
    addressMode: 'border',
  },
  {
    id: 'linear-wrap-2d',
    title: 'a slope from the last texel to the first',
    extents: [8, 4],
    filterMode: 'linear',
    addressMode: 'wrap',
    normalizedCoordinates: true,
  },
];

const samplingCases: readonly CaseDefinition[] = samplings.map((sampling) => ({
  id: sampling.id,
  title: `a fetch gives ${sampling.title}`,
  requires: ['textures'],
  source: samplers,
  run: async (context, module) => {
    const { random, upload, zeros, check } = context;
    const { extents, filterMode, addressMode, normalizedCoordinates: normalized = false } = sampling;
    const sizes = extents.filter((extent) => extent !== undefined);
    const texels = random.floats(sizes.reduce((product, n) => product * n, 1));
    const texture = await createTexture(
      context,
      { extents, dtype: 'float32', filterMode, addressMode, normalizedCoordinates: normalized },
      texels,
    );
    const n = 500;
    const coordinates = Array.from({ length: n }, () => sizes.map((extent) => coordinate(context, extent, normalized)));
    const out = zeros('float32', n);
    const at = await upload(Float32Array.from(coordinates.flat()));
    module.kernel(`sample${sizes.length}`).launch({ grid: Math.ceil(n / 64), block: 64 }, texture, at, out, n);
    const reference = { extents: sizes, texels, filterMode, addressMode, normalized };
    const expected = coordinates.map((each) => fetchTexel(reference, each));
    const absolute = filterMode === 'point' ? 0 : 0.012;
    check.close(await out.read(), expected, { absolute }, 'fetches');
  },
}));

// Away from the edges between texels, where rounding of the coordinate itself would decide; some outside.
function coordinate({ random }: CaseContext, extent: number, normalized: boolean): number {
  const texel = random.integer(-Math.ceil(extent / 2), Math.floor(extent * 1.5));
  const x = texel + 0.1 + 0.8 * random.next();
  return Math.fround(normalized ? x / extent : x);
}

async function createTexture<D extends DType>(
  { device, own }: CaseContext,
  options: TextureOptions<D>,
  texels: unknown,
): Promise<ReturnType<typeof device.createTexture<D>>> {
  const texture = own(device.createTexture(options));
  await texture.write(texels as never);
  return texture;
}

export const textureCases = casesOf('textures', [
  ...samplingCases,
  {
    id: 'round-trip',
    title: 'texels come back as they went, for every type and number of channels',
    requires: ['textures'],
    run: async (context) => {
      const { random, check } = context;
      for (const [dtype, make] of [
        ['uint8', (n: number) => random.bytes(n)],
        ['int16', (n: number) => Int16Array.from(random.integers(n, -30000, 30000))],
        ['int32', (n: number) => random.integers(n, -1e9, 1e9)],
        ['float32', (n: number) => random.floats(n)],
      ] as const) {
        for (const channels of [1, 2, 4] as const) {
          for (const extents of [[33], [17, 5], [5, 4, 3]] as const) {
            const texels = make(extents.reduce<number>((product, n) => product * n, channels));
            const texture = await createTexture(context, { extents, dtype, channels }, texels);
            check.arrayEqual(await texture.read(), texels, `${dtype} x ${channels} of ${extents.join(' by ')}`);
            texture.dispose();
          }
        }
      }
    },
  },
  {
    id: 'channels',
    title: 'a texel of four channels is a float4',
    requires: ['textures'],
    source: {
      cuda: `
__global__ void k(cudaTextureObject_t tex, float* out) {
  int x = threadIdx.x, y = threadIdx.y;
  float4 v = tex2D<float4>(tex, x + 0.5f, y + 0.5f);
  float* o = out + 4 * (y * blockDim.x + x);
  o[0] = v.x; o[1] = v.y; o[2] = v.z; o[3] = v.w;
}
`,
    },
    run: async (context, module) => {
      const texels = context.random.floats(6 * 5 * 4);
      const texture = await createTexture(context, { extents: [6, 5], dtype: 'float32', channels: 4 }, texels);
      const out = context.zeros('float32', texels.length);
      module.kernel('k').launch({ grid: 1, block: [6, 5] }, texture, out);
      context.check.arrayEqual(await out.read(), texels);
    },
  },
  {
    id: 'integers',
    title: 'integer texels are read as they are',
    requires: ['textures'],
    source: {
      cuda: `
__global__ void k(cudaTextureObject_t bytes, cudaTextureObject_t words, int* out) {
  int x = threadIdx.x;
  out[2 * x] = tex2D<unsigned char>(bytes, x + 0.5f, 0.5f);
  out[2 * x + 1] = tex2D<int>(words, x + 0.5f, 0.5f);
}
`,
    },
    run: async (context, module) => {
      const [bytes, words] = [Uint8Array.of(0, 1, 200, 255), Int32Array.of(-1, 2 ** 31 - 1, -(2 ** 31), 5)];
      const first = await createTexture(context, { extents: [4, 1], dtype: 'uint8' }, bytes);
      const second = await createTexture(context, { extents: [4, 1], dtype: 'int32' }, words);
      const out = context.zeros('int32', 8);
      module.kernel('k').launch({ grid: 1, block: 4 }, first, second, out);
      context.check.arrayEqual(await out.read(), Array.from(bytes, (byte, i) => [byte, words[i] ?? 0]).flat());
    },
  },
  {
    id: 'normalized-values',
    title: 'integer texels are read as parts of their range, filtered too',
    requires: ['textures'],
    source: samplers,
    run: async (context, module) => {
      const texels = Uint8Array.of(0, 51, 255, 102);
      const options = { extents: [4, 1], dtype: 'uint8', normalizedValues: true, filterMode: 'linear' } as const;
      const texture = await createTexture(context, options, texels);
      const out = context.zeros('float32', 5);
      const at = await context.upload(Float32Array.of(0.5, 0.5, 1.5, 0.5, 2.5, 0.5, 3.5, 0.5, 2, 0.5));
      module.kernel('sample2').launch({ grid: 1, block: 64 }, texture, at, out, 5);
      context.check.close(await out.read(), [0, 0.2, 1, 0.4, 0.6], { absolute: 0.005 });
    },
  },
  {
    id: 'layered',
    title: 'layers are chosen by number and never filtered across',
    requires: ['textures'],
    source: {
      cuda: `
__global__ void k(cudaTextureObject_t tex, float* out, float x, float y) {
  out[threadIdx.x] = tex2DLayered<float>(tex, x, y, (int)threadIdx.x);
}
`,
    },
    run: async (context, module) => {
      const texels = context.random.floats(4 * 3 * 5);
      const options = { extents: [4, 3, 5], dtype: 'float32', layered: true, filterMode: 'linear' } as const;
      const texture = await createTexture(context, options, texels);
      const out = context.zeros('float32', 5);
      module.kernel('k').launch({ grid: 1, block: 5 }, texture, out, 1.75, 2.25);
      const expected = Array.from({ length: 5 }, (_, layer) =>
        fetchTexel(
          {
            extents: [4, 3],
            texels: texels.subarray(12 * layer),
            filterMode: 'linear',
            addressMode: 'clamp',
            normalized: false,
          },
          [1.75, 2.25],
        ),
      );
      context.check.close(await out.read(), expected, { absolute: 0.01 });
    },
  },
  {
    id: 'written-again',
    title: 'texels that are written again are what later launches read',
    requires: ['textures'],
    source: samplers,
    run: async (context, module) => {
      const texture = await createTexture(context, { extents: [4], dtype: 'float32' }, Float32Array.of(1, 2, 3, 4));
      const [at, out] = [await context.upload(Float32Array.of(2.5)), context.zeros('float32', 1)];
      module.kernel('sample1').launch({ grid: 1, block: 1 }, texture, at, out, 1);
      context.check.arrayEqual(await out.read(), [3]);
      await texture.write(Float32Array.of(5, 6, 7, 8));
      module.kernel('sample1').launch({ grid: 1, block: 1 }, texture, at, out, 1);
      context.check.arrayEqual(await out.read(), [7]);
    },
  },
  {
    id: 'surface',
    title: 'kernels write and read texels through a surface',
    requires: ['textures', 'surfaces'],
    source: {
      cuda: `
__global__ void write(cudaSurfaceObject_t surface) {
  int x = threadIdx.x, y = threadIdx.y;
  surf2Dwrite<float>(10.0f * y + x, surface, x * (int)sizeof(float), y);
}
__global__ void twice(cudaSurfaceObject_t surface) {
  int x = threadIdx.x, y = threadIdx.y;
  float v = surf2Dread<float>(surface, x * (int)sizeof(float), y);
  surf2Dwrite<float>(2.0f * v, surface, x * (int)sizeof(float), y);
}
`,
    },
    run: async ({ device, own, check }, module) => {
      const texture = own(device.createTexture({ extents: [6, 5], dtype: 'float32', writable: true }));
      module.kernel('write').launch({ grid: 1, block: [6, 5] }, texture.surface);
      module.kernel('twice').launch({ grid: 1, block: [6, 5] }, texture.surface);
      check.arrayEqual(
        await texture.read(),
        Float32Array.from({ length: 30 }, (_, i) => 2 * (10 * Math.floor(i / 6) + (i % 6))),
      );
    },
  },
  {
    id: 'refused',
    title: 'textures that cannot be are refused, and so are texels that do not fit',
    requires: ['textures'],
    source: samplers,
    run: async ({ device, own, zeros, upload, check }, module) => {
      const wrong: readonly object[] = [
        { extents: [], dtype: 'float32' },
        { extents: [0], dtype: 'float32' },
        { extents: [4.5], dtype: 'float32' },
        { extents: [4], dtype: 'float64' },
        { extents: [4], dtype: 'complex64' },
        { extents: [4], dtype: 'float32', channels: 3 },
        { extents: [4], dtype: 'float32', filterMode: 'cubic' },
        { extents: [4], dtype: 'float32', addressMode: 'wrap' },
        { extents: [4], dtype: 'uint8', filterMode: 'linear' },
        { extents: [4], dtype: 'float32', layered: true },
        { extents: [4], dtype: 'float32', filter: 'linear' },
        null as never,
      ];
      for (const options of wrong) check.throws('ARGUMENT', () => device.createTexture(options as TextureOptions));
      const texture = own(device.createTexture({ extents: [4], dtype: 'float32' }));
      await check.rejects('ARGUMENT', texture.write(new Float32Array(3)));
      await check.rejects('ARGUMENT', texture.write(new Int32Array(4) as never));
      check.throws('ARGUMENT', () => texture.surface);
      const [at, out] = [await upload(Float32Array.of(0.5)), zeros('float32', 1)];
      for (const argument of [out, 7, null, {}]) {
        check.throws('ARGUMENT', () => module.kernel('sample1').launch({ grid: 1, block: 1 }, argument, at, out, 1));
      }
      texture.dispose();
      check.throws('ARGUMENT', () => module.kernel('sample1').launch({ grid: 1, block: 1 }, texture, at, out, 1));
    },
  },
]);
