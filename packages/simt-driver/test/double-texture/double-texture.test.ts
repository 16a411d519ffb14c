import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { openDevice, type Device } from '@heddle/core';
import { backend as host } from '@heddle/backend-host';
import { createDoubleTexture, doubleTextureHeader } from '@heddle/simt-driver/double-texture';

const source = `
#include "heddle/double_texture.h"
__global__ void line(cudaTextureObject_t t, double* out, int first) { out[threadIdx.x] = fetch_double(t, (int)threadIdx.x + first); }
__global__ void plane(cudaTextureObject_t t, double* out) { out[threadIdx.y * blockDim.x + threadIdx.x] = fetch_double(t, threadIdx.x, threadIdx.y); }
__global__ void volume(cudaTextureObject_t t, double* out) {
  out[(threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x] = fetch_double(t, threadIdx.x, threadIdx.y, threadIdx.z);
}
__global__ void layers(cudaTextureObject_t t, double* out) { out[threadIdx.y * blockDim.x + threadIdx.x] = fetch_double_layered(t, threadIdx.x, threadIdx.y); }
__global__ void sheets(cudaTextureObject_t t, double* out) {
  out[(threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x] = fetch_double_layered(t, threadIdx.x, threadIdx.y, threadIdx.z);
}
`;
const values = Float64Array.from({ length: 24 }, (_, i) => (i % 2 === 0 ? 1 : -1) * Math.PI ** (i - 12));

function isNvccHere(): boolean {
  try {
    execFileSync('nvcc', ['--version']);
    return true;
  } catch {
    return false;
  }
}

(process.platform === 'win32' ? describe.skip : describe)('textures of doubles', () => {
  let device: Device;
  beforeAll(async () => {
    device = await openDevice(host);
  });
  afterAll(() => device.dispose());

  it.each([
    ['line', [24], false],
    ['plane', [6, 4], false],
    ['volume', [4, 3, 2], false],
    ['layers', [6, 4], true],
    ['sheets', [4, 3, 2], true],
  ] as const)('give every bit back: %s', async (kernel, extents, layered) => {
    const module = await device.compile(source, { headers: doubleTextureHeader });
    using texture = await createDoubleTexture(device, values, { extents, layered });
    const out = device.zeros('float64', 24);
    const launch = module.kernel(kernel) as unknown as { launch(...args: unknown[]): void };
    launch.launch({ grid: 1, block: extents }, texture, out, ...(kernel === 'line' ? [0] : []));
    expect(await out.read()).toEqual(values);
  });

  it('have an outside', async () => {
    const module = await device.compile(source, { headers: doubleTextureHeader });
    const out = device.zeros('float64', 4);
    for (const [addressMode, before, behind] of [
      ['clamp', values[0], values[1]],
      ['border', 0, 0],
    ] as const) {
      using texture = await createDoubleTexture(device, values.subarray(0, 2), { extents: [2], addressMode });
      module.kernel('line').launch({ grid: 1, block: 4 }, texture, out, -1);
      expect([...(await out.read())]).toEqual([before, values[0], values[1], behind]);
    }
  });

  it('are made of doubles alone', async () => {
    const made = createDoubleTexture(device, new Float32Array(4) as unknown as Float64Array, { extents: [4] });
    await expect(made).rejects.toThrow(/takes a Float64Array, not a Float32Array/);
    await expect(createDoubleTexture(device, values, { extents: [4] })).rejects.toMatchObject({ code: 'ARGUMENT' });
    expect(device.openHandles()['texture'] ?? 0).toBe(0);
  });
});

(isNvccHere() ? describe : describe.skip)('the header of textures of doubles', () => {
  it('is what nvcc compiles', () => {
    const folder = mkdtempSync(join(tmpdir(), 'heddle-double-texture-'));
    try {
      for (const [name, text] of Object.entries(doubleTextureHeader)) {
        mkdirSync(dirname(join(folder, name)), { recursive: true });
        writeFileSync(join(folder, name), text);
      }
      writeFileSync(join(folder, 'kernel.cu'), source);
      execFileSync('nvcc', ['--cubin', '-arch=sm_90', '-I', folder, '-Werror', 'all-warnings', 'kernel.cu'], {
        cwd: folder,
      });
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
