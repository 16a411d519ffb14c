/** A fault inside a kernel is an error that says where; the process survives. */
import { openHost, type OpenHost } from './open-host';

describe('faults', () => {
  let host: OpenHost;

  beforeEach(async () => {
    host = await openHost();
  });

  afterEach(async () => {
    await host.close();
  });

  const launch = async (source: string, ...args: unknown[]): Promise<void> => {
    const module = await host.device.compile<string>(source);
    const [signature] = module.signatures;
    module.kernel(signature?.name ?? '').launch({ grid: 2, block: 64 }, ...(args as never[]));
    await host.device.synchronize();
  };

  const worksAgain = async (): Promise<void> => {
    const out = host.device.zeros('int32', 1);
    const module = await host.device.compile('__global__ void set(int* out) { out[0] = 1; }');
    module.kernel('set').launch({ grid: 1, block: 1 }, out);
    expect((await out.read())[0]).toBe(1);
  };

  it('a failed assertion names line, expression, block and thread, and the device is lost until reset', async () => {
    const source = '__global__ void check(int n) {\n  int i = threadIdx.x;\n  assert(i + 1000 * blockIdx.x < n);\n}';
    await expect(launch(source, 1005)).rejects.toMatchObject({
      code: 'DEVICE_LOST',
      kernel: 'check',
      message: expect.stringMatching(
        /i \+ 1000 \* blockIdx\.x < n.*kernel\.cu:3.*block \(1, 0, 0\), thread \(5, 0, 0\)/s,
      ),
    });
    expect(host.device.lost?.code).toBe('DEVICE_LOST');
    expect(() => host.device.zeros('int32', 1)).toThrow(expect.objectContaining({ code: 'DEVICE_LOST' }));
    await host.device.reset();
    expect(host.device.lost).toBeUndefined();
    await worksAgain();
  });

  it('a read after a failed launch names its kernel, and says how to go on', async () => {
    const source: string = '__global__ void wild(int* x) { x[threadIdx.x + (1ull << 40)] = 1; }';
    using module = await host.device.compile(source);
    using x = host.device.zeros('int32', 64);
    module.kernel('wild').launch({ grid: 1, block: 64 }, x);
    await expect(x.read()).rejects.toMatchObject({
      code: 'DEVICE_LOST',
      message: expect.stringMatching(/wild.*illegal address/s),
      hint: expect.stringContaining('device.reset()'),
    });
    await host.device.reset();
    await worksAgain();
  });

  it("an array that does not fit on a thread's stack is told from a bad address", async () => {
    const source = `__global__ void k(int* out) {
      volatile int mine[1 << 20];
      mine[threadIdx.x] = 1;
      out[threadIdx.x] = mine[threadIdx.x];
    }`;
    using out = host.device.zeros('int32', 64);
    await expect(launch(source, out)).rejects.toMatchObject({
      code: 'DEVICE_LOST',
      message: expect.stringMatching(/stack overflow: .*HEDDLE_HOST_STACK_BYTES/),
    });
    await host.device.reset();
    await worksAgain();
  });

  it.each([
    ['__trap()', '__global__ void k(int* p) { if (threadIdx.x == 3) __trap(); }'],
    ['a null pointer', '__global__ void k(int* p) { p[threadIdx.x] = 1; }'],
    ['a wild pointer', '__global__ void k(int* p) { ((volatile int*)0x10)[threadIdx.x] = 1; }'],
    ['a division by zero', '__global__ void k(int* p) { volatile int zero = 0; volatile int x = 100 / zero; }'],
    [
      'endless recursion',
      '__device__ __noinline__ int f(int n) { volatile int a[64]; a[n & 63] = n; return f(n + 1) + a[0]; } __global__ void k(int* p) { volatile int x = f(0); }',
    ],
    [
      'endless recursion of a thread that waited',
      '__device__ __noinline__ int f(int n) { volatile int a[64]; a[n & 63] = n; return f(n + 1) + a[0]; } __global__ void k(int* p) { __syncthreads(); volatile int x = f(threadIdx.x); __syncthreads(); }',
    ],
  ])('%s loses the device, not the process', async (_, source) => {
    await expect(launch(source, null)).rejects.toMatchObject({ code: 'DEVICE_LOST', kernel: 'k' });
    await host.device.reset();
    await worksAgain();
  });

  it.each([
    ['a warp barrier that half of the warp never reaches', 'if (threadIdx.x < 16) __syncwarp(); else __syncthreads();'],
    [
      'a shuffle with lanes that wait elsewhere',
      'int v = threadIdx.x; if (v & 1) v = __shfl_sync(0xffffffffu, v, 0); else __syncthreads(); out[0] = v;',
    ],
  ])('a deadlock is found: %s', async (_, body) => {
    const out = host.device.zeros('int32', 1);
    await expect(launch(`__global__ void stuck(int* out) { ${body} }`, out)).rejects.toMatchObject({
      code: 'TIMEOUT',
      kernel: 'stuck',
      status: 'DEADLOCK',
    });
    expect(host.device.lost).toBeUndefined();
    await worksAgain();
  });

  it('the wait that follows reports a fault once; what was computed before stays readable', async () => {
    const out = host.device.zeros('int32', 64);
    const module = await host.device.compile(`
      __global__ void fill(int* out) { out[threadIdx.x] = threadIdx.x; }
      __global__ void stuck(int* out) { if (threadIdx.x < 16) __syncwarp(); else __syncthreads(); }`);
    module.kernel('fill').launch({ grid: 1, block: 64 }, out);
    module.kernel('stuck').launch({ grid: 1, block: 64 }, out);
    await expect(host.device.synchronize()).rejects.toMatchObject({ code: 'TIMEOUT' });
    await host.device.synchronize();
    expect((await out.read())[63]).toBe(63);
  });

  it.each([1, 64])('blocks of %i threads that wait for a block that has failed end with it', async (block) => {
    const source = `__global__ void tell(volatile int* flags) {
      if (blockIdx.x == 1) {
        flags[1] = 1;
        while (flags[0] == 0);
      } else {
        while (flags[1] == 0);
        assert(flags[0] == 1);
      }
    }`;
    const module = await host.device.compile(source);
    module.kernel('tell').launch({ grid: 2, block, cooperative: true }, host.device.zeros('int32', 2));
    await expect(host.device.synchronize()).rejects.toMatchObject({ code: 'DEVICE_LOST', kernel: 'tell' });
    await host.device.reset();
    await worksAgain();
  });

  it('an endless kernel holds neither the event loop nor the end of the process', async () => {
    const module = await host.device.compile('__global__ void forever(volatile int* stop) { while (*stop == 0) {} }');
    const stop = host.device.allocate('int32', 1, { kind: 'managed' });
    stop.hostView()[0] = 0;
    module.kernel('forever').launch({ grid: 1, block: 1 }, stop);
    const done = host.device.synchronize();
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(host.device.defaultStream.idle).toBe(false);
    stop.hostView()[0] = 1;
    await done;
    expect(host.device.defaultStream.idle).toBe(true);
  });

  it('host views end with their memory', () => {
    const buffer = host.device.allocate('float32', 8, { kind: 'pinned' });
    const view = buffer.hostView();
    expect(view.length).toBe(8);
    buffer.dispose();
    expect(view.length).toBe(0);
  });
});
