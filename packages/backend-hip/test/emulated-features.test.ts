/** Linking, and streams that wait for words, through HIP's interface over NVIDIA's driver, on an emulated device. */
import { openDevice, type Device } from '@heddle/core';
import { backend } from '@heddle/backend-hip';
import { HipRuntime, hipError_t } from '@heddle/backend-hip/api';
import { failureOf } from '../../../tools/backend-tests/src/failure-of';
import { useEmulatedHip } from './support/emulated-hip';

(useEmulatedHip() ? describe : describe.skip)('HIP over the emulated driver', () => {
  let device: Device;
  beforeAll(async () => {
    device = await openDevice(backend);
  });
  afterAll(async () => {
    await device.dispose();
  });

  describe('linking', () => {
    const use =
      'extern __device__ int f(int x);\nextern __device__ int offset;\n' +
      '__global__ void k(int* x) { x[0] = f(x[0]) + offset; }';
    const define = '__device__ int offset = 100;\n__device__ int f(int x) { return x + (int)blockIdx.x + 1; }';

    it("makes one module of several sources, whose variables are the host's to read", async () => {
      expect(device.has('linking')).toBe(true);
      using module = await device.link([use, define], { language: 'hip' });
      using x = await device.upload(Int32Array.of(41));
      module.kernel('k', { signature: 'int* x' }).launch({ grid: 1, block: 1 }, x);
      expect(await x.read()).toEqual(Int32Array.of(142));
      expect(await module.global('offset', 'int32').read()).toEqual(Int32Array.of(100));
    });

    it('names what a link lacks', async () => {
      const failure = await failureOf(() => device.link([use], { language: 'hip' }));
      expect(failure).toMatchObject({
        code: 'COMPILE',
        backend: 'hip',
        call: expect.stringMatching(/^hiprtcLink/) as string,
      });
      expect(failure.message).toMatch(/f(?:\(int\)|i|')/);
    });

    it('shows the line of the source that does not compile', async () => {
      const broken = { source: '__device__ int f(int x) {\n  return y;\n}', fileName: 'part.hip' };
      const failure = await failureOf(() => device.link([use, broken], { language: 'hip' }));
      expect(failure).toMatchObject({
        code: 'COMPILE',
        excerpt: expect.stringContaining('> 2 |   return y;') as string,
      });
    });

    it('refuses options, of which this linker has none', async () => {
      const failure = await failureOf(() => device.link([use, define], { language: 'hip', linkOptions: ['-lto'] }));
      expect(failure).toMatchObject({ code: 'ARGUMENT', message: expect.stringContaining('-lto') as string });
    });

    it("has no hipcc on a device that is not AMD's", async () => {
      const failure = await failureOf(() =>
        device.compile('__global__ void k() {}', { language: 'hip', compiler: 'hipcc' }),
      );
      expect(failure).toMatchObject({ code: 'ARGUMENT', message: expect.stringContaining('hiprtc') as string });
    });
  });

  describe('streams', () => {
    const { hipSuccess, hipErrorNotReady, hipErrorNotSupported } = hipError_t;
    const whole = 0xffffffff;

    it('wait for a word of memory, and write one', () => {
      const { functions: hip } = HipRuntime.load();
      const [stream, words] = [new BigUint64Array(1), new BigUint64Array(1)];
      // The copies below are in the default stream, for which other streams than this kind wait.
      hip.hipStreamCreateWithFlags(stream, 1);
      hip.hipHostMalloc(words, 8, 0);
      const [id, at] = [stream[0] ?? 0n, words[0] ?? 0n];
      try {
        hip.hipMemset(at, 0, 8);
        hip.hipStreamWaitValue32(id, at, 7, 0, whole);
        hip.hipStreamWriteValue32(id, at + 4n, 9, 0);
        expect(hip.hipStreamQuery.status(id)).toBe(hipErrorNotReady);
        hip.hipMemcpy(at, Uint32Array.of(7), 4, 1);
        hip.hipStreamSynchronize(id);
        const read = new Uint32Array(2);
        hip.hipMemcpy(read, at, 8, 2);
        expect(read).toEqual(Uint32Array.of(7, 9));
        // CUDA compares whole words.
        expect(hip.hipStreamWaitValue32.status(id, at, 7, 0, 1)).toBe(hipErrorNotSupported);
        expect(hip.hipStreamQuery.status(id)).toBe(hipSuccess);
      } finally {
        hip.hipHostFree(at);
        hip.hipStreamDestroy(id);
      }
    });

    it('carry a large array there and back', async () => {
      const bytes = new Uint8Array(96 * 1024 ** 2);
      for (let i = 0; i < bytes.length; i += 4096) bytes[i] = (i >> 12) % 251;
      using buffer = device.allocate('uint8', bytes.length);
      const target = new Uint8Array(bytes.length);
      await buffer.write(bytes);
      await buffer.readInto(target);
      expect(Buffer.compare(bytes, target)).toBe(0);
    });
  });
});
