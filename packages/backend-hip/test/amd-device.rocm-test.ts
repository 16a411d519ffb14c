/**
 * The backend on an AMD device that runs nothing (support/fake-hip.c), with ROCm's own compilers: which there are, what
 * is linked, and how the arguments of kernels are checked by what a code object tells.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDevice, type Device } from '@heddle/core';
import { backend } from '@heddle/backend-hip';
import { failureOf } from '../../../tools/backend-tests/src/failure-of';
import { locateHipcc } from '../src/hipcc/find-hipcc';
import { fakeHip } from './support/fake-hip';
import { hiprtcIfHere } from './support/hiprtc-if-here';

const hiprtc = hiprtcIfHere();
const hiprtcLibrary = hiprtc?.path;
const hipLibrary = hiprtcLibrary === undefined ? undefined : fakeHip();
const withCompilers = hipLibrary === undefined ? describe.skip : describe;
const withHipcc = locateHipcc() === undefined ? it.skip : it;

const source: string = `
struct Pair { float first; double second; };
extern "C" __global__ void scale(float* x, float by, int n) { if (threadIdx.x < n) x[threadIdx.x] *= by; }
extern "C" __global__ void sum(Pair pair, double* out) { out[0] = pair.first + pair.second; }`;

withCompilers('an AMD device', () => {
  const cache = mkdtempSync(join(tmpdir(), 'heddle-cache-'));
  let device: Device;
  beforeAll(async () => {
    process.env['HEDDLE_HIP_LIBRARY'] = hipLibrary;
    process.env['HEDDLE_HIPRTC_LIBRARY'] = hiprtcLibrary;
    process.env['HEDDLE_CACHE_DIR'] = cache;
    device = await openDevice(backend);
  });
  afterAll(async () => {
    await device.dispose();
    rmSync(cache, { recursive: true });
  });

  it('is described as ROCm tells', () => {
    expect(device.properties).toMatchObject({ vendor: 'AMD', architecture: 'gfx90a:sramecc+:xnack-', warpSize: 64 });
  });

  it("has its kernels' arguments checked by the code object, from source and from a file", async () => {
    using module = await device.compile(source, { language: 'hip' });
    expect(module.artifact.format).toBe('code-object');
    expect(module.kernel('scale').attributes.parameters).toEqual([
      { offset: 0, byteLength: 8 },
      { offset: 8, byteLength: 4 },
      { offset: 12, byteLength: 4 },
    ]);
    using loaded = await device.load(module.artifact);
    expect(loaded.kernel('scale', { signature: 'float* x, float by, int n' }).signature.parameters).toHaveLength(3);
    const wider = await failureOf(() => loaded.kernel('scale', { signature: 'float* x, double by, int n' }));
    expect(wider).toMatchObject({ code: 'ARGUMENT', kernel: 'scale', parameter: 'by' });
    const fewer = await failureOf(() => loaded.kernel('scale', { signature: 'float* x, float by' }));
    expect(fewer.message).toContain('the compiled kernel takes 3 arguments, its signature 2');
  });

  it('loads nothing that is damaged', async () => {
    using module = await device.compile(source, { language: 'hip' });
    const { bytes } = module.artifact;
    for (const length of [16, 100, Math.floor(bytes.length / 2), bytes.length - 1]) {
      const failure = await failureOf(() => device.load({ ...module.artifact, bytes: bytes.slice(0, length) }));
      expect(failure.code).toBe('CORRUPT');
    }
    const damaged = Uint8Array.from(bytes);
    // Somewhere in the metadata.
    damaged.fill(0xc1, Buffer.from(bytes).indexOf('amdhsa.kernels') - 1, Buffer.from(bytes).indexOf('amdhsa.kernels'));
    expect((await failureOf(() => device.load({ ...module.artifact, bytes: damaged }))).code).toBe('CORRUPT');
  });

  withHipcc(
    'compiles with hipcc where it is asked to, once',
    async () => {
      const options = { language: 'hip', compiler: 'hipcc', names: ['twice<double>'] } as const;
      const text: string = 'template <class T> __global__ void twice(T* x) { x[threadIdx.x] *= 2; }';
      using first = await device.compile(text, options);
      expect(first.artifact.entryNames).toEqual({ 'twice<double>': '_Z5twiceIdEvPT_' });
      using again = await device.compile(text, options);
      expect([first.cached, again.cached]).toEqual([false, true]);
      expect(again.kernel('twice<double>').attributes.parameters).toEqual([{ offset: 0, byteLength: 8 }]);
    },
    300_000,
  );

  withHipcc(
    'links by hipcc where hiprtc cannot',
    async () => {
      expect(device.has('linking')).toBe(true);
      const define = '__device__ int f(int x) { return x + 1; }';
      const use = 'extern __device__ int f(int x);\n__global__ void k(int* x) { x[0] = f(x[0]); }';
      // hiprtc's own linker would ask the device, which is none.
      const options = { language: 'hip', ...(hiprtc?.has('hiprtcLinkCreate') ? { compiler: 'hipcc' } : {}) } as const;
      using module = await device.link([use, define], options);
      expect(module.artifact).toMatchObject({ format: 'code-object', entryNames: { k: '_Z1kPi' } });
      expect(module.kernel('k').attributes.parameters).toEqual([{ offset: 0, byteLength: 8 }]);
      const failure = await failureOf(() => device.link([use], options));
      expect(failure).toMatchObject({ code: 'COMPILE', message: expect.stringContaining('f(int)') as string });
    },
    300_000,
  );
});
