import { dtypeInfo, type Device, type Module } from '@heddle/core';
import { openMemoryDevice, type MemoryCall, type MemoryDriver } from '../support/memory-driver';

const source = `
__global__ void axpy(float a, const float* x, float* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] += a * x[i];
}
__global__ void count(int* calls) { calls[0] += 1; }
`;

function axpy({ args, forEachThread }: MemoryCall): void {
  const [a, x, y, n] = args as [number, Float32Array, Float32Array, number];
  forEachThread(({ global: [i] }) => {
    if (i < n) y[i] = (y[i] ?? 0) + a * (x[i] ?? 0);
  });
}

function count({ args }: MemoryCall): void {
  const [calls] = args as [Int32Array];
  calls[0] = (calls[0] ?? 0) + 1;
}

describe('Kernel', () => {
  let device: Device;
  let driver: MemoryDriver;
  let module: Module;

  beforeEach(async () => {
    ({ device, driver } = await openMemoryDevice({ kernels: { axpy, count } }));
    module = await device.compile(source);
  });
  afterEach(() => device.dispose());

  it('launches over all threads, with the arguments of the call', async () => {
    const x = await device.upload(Float32Array.of(1, 2, 3));
    const y = await device.upload(Float32Array.of(10, 20, 30));
    module.kernel('axpy').launch({ grid: 2, block: 2 }, 2, x, y, 3);
    expect(await y.read()).toEqual(Float32Array.of(12, 24, 36));
  });

  it('takes the arguments when it is called: a later call changes nothing for an earlier one', async () => {
    const x = await device.upload(Float32Array.of(1));
    const y = device.zeros('float32', 1);
    const kernel = module.kernel('axpy');
    for (const a of [1, 10, 100]) kernel.launch({ grid: 1, block: 1 }, a, x, y, 1);
    expect(await y.read()).toEqual(Float32Array.of(111));
  });

  it('takes the shape of each call, whatever the call before it had', async () => {
    const x = await device.upload(new Float32Array(8).fill(1));
    const y = device.zeros('float32', 8);
    const kernel = module.kernel('axpy');
    const grid: [number, number?, number?] = [1];
    kernel.launch({ grid, block: 4 }, 1, x, y, 8);
    grid[0] = 2;
    kernel.launch({ grid, block: 4 }, 10, x, y, 8);
    kernel.launch({ grid: 1, block: [2, 1, 1] }, 100, x, y, 8);
    kernel.launch({ grid: 1, block: 2 }, 1000, x, y, 8);
    expect([...(await y.read())]).toEqual([1111, 1111, 11, 11, 10, 10, 10, 10]);
    for (const wrong of [{ grid: [1, null], block: 2 }, undefined, null]) {
      expect(() => kernel.launch(wrong as never, 1, x, y, 8)).toThrow(expect.objectContaining({ code: 'ARGUMENT' }));
    }
  });

  it('is the same kernel each time it is asked for', () => {
    expect(module.kernel('axpy')).toBe(module.kernel('axpy'));
  });

  it('knows its name, its signature and its attributes', () => {
    const kernel = module.kernel('axpy');
    expect(kernel.name).toBe('axpy');
    expect(kernel.signature.parameters.map(({ name }) => name)).toEqual(['a', 'x', 'y', 'n']);
    expect(kernel.attributes.maxThreadsPerBlock).toBe(1024);
  });

  it('names kernel and parameter of a wrong argument, and launches nothing', async () => {
    const y = device.zeros('float32', 1);
    const wrong = device.zeros('int32', 1);
    const kernel = module.kernel('axpy');
    expect(() => kernel.launch({ grid: 1, block: 1 }, 1, wrong, y, 1)).toThrow(
      expect.objectContaining({ code: 'ARGUMENT', kernel: 'axpy', parameter: 'x' }),
    );
    expect(() => kernel.launch({ grid: 1, block: 1 }, 1, y, y)).toThrow(expect.objectContaining({ code: 'ARGUMENT' }));
    await device.synchronize();
    expect(await y.read()).toEqual(Float32Array.of(0));
  });

  it('names itself in errors of geometry', () => {
    const kernel = module.kernel('count');
    const calls = device.zeros('int32', 1);
    expect(() => kernel.launch({ grid: 1, block: 2048 }, calls)).toThrow(
      expect.objectContaining({ code: 'RESOURCE', kernel: 'count', requested: 2048, max: 1024 }),
    );
    expect(() => kernel.launch({ grid: 0, block: 1 }, calls)).toThrow(/count: grid\.x/);
  });

  it('keeps to the limit that the compiler set for this kernel', () => {
    jest.spyOn(driver, 'entryAttributes').mockReturnValue({ maxThreadsPerBlock: 64 });
    const kernel = module.kernel('count');
    expect(() => kernel.launch({ grid: 1, block: 65 }, device.zeros('int32', 1))).toThrow(
      expect.objectContaining({ code: 'RESOURCE', requested: 65, max: 64 }),
    );
  });

  it('refuses a kernel whose arguments are more than the device takes', async () => {
    const { device: small } = await openMemoryDevice({ kernels: { axpy }, limits: { argumentBytes: 16 } });
    const fit = await small.compile(source);
    const refused = { code: 'ARGUMENT', kernel: 'axpy', resource: 'argument bytes', requested: 28, max: 16 };
    expect(() => fit.kernel('axpy')).toThrow(expect.objectContaining(refused));
    const signature = 'float a, const float* x, float* y, int n';
    expect(() => fit.kernel('axpy', { signature })).toThrow(expect.objectContaining(refused));
    expect(fit.kernel('axpy', { signature: 'float a, const float* x' }).name).toBe('axpy');
    const broken = `${source as string}\n#error "no room"`;
    await expect(small.compile(broken)).rejects.toMatchObject({ ...refused, cause: { code: 'COMPILE' } });
    await small.dispose();
  });

  it('refuses a cooperative launch of more blocks than are resident at once', () => {
    const calls = device.zeros('int32', 1);
    const options = { grid: 9, block: 1024, cooperative: true };
    expect(() => module.kernel('count').launch(options, calls)).toThrow(
      expect.objectContaining({ code: 'RESOURCE', requested: 9, max: 8 }),
    );
  });

  it('tells how many blocks are resident', () => {
    expect(module.kernel('count').residentBlocks(512)).toBe(4);
    expect(() => module.kernel('count').residentBlocks(4096)).toThrow(expect.objectContaining({ code: 'RESOURCE' }));
  });

  it('wraps driver errors other than HeddleError', () => {
    const kernel = module.kernel('count');
    driver.plant('prepareLaunch', new TypeError('undefined is not a function'));
    expect(() => kernel.launch({ grid: 1, block: 1 }, device.zeros('int32', 1))).toThrow(
      expect.objectContaining({ code: 'INTERNAL', backend: 'memory', cause: expect.any(TypeError) as unknown }),
    );
  });

  describe('check', () => {
    it('takes what a launch takes, and prepares and launches nothing', async () => {
      const calls = device.zeros('int32', 1);
      const kernel = module.kernel('count');
      driver.plant('prepareLaunch', new Error('prepared'));
      kernel.check({ grid: 2, block: 8, stream: device.createStream() }, calls);
      expect(device.openHandles().launch ?? 0).toBe(0);
      expect(await calls.read()).toEqual(Int32Array.of(0));
      // The planted failure is still there for what does prepare.
      expect(() => kernel.launch({ grid: 1, block: 1 }, calls)).toThrow('prepared');
    });

    it('refuses what a launch refuses, with the same words', async () => {
      const calls = device.zeros('int32', 1);
      const gone = device.createStream();
      gone.dispose();
      await using other = (await openMemoryDevice()).device;
      const kernel = module.kernel('count');
      const shape = { grid: 1, block: 1 };
      const wrong: Parameters<typeof kernel.launch>[] = [
        [{ grid: 0, block: 1 }, calls],
        [{ grid: 1, block: 1 << 20 }, calls],
        [{ ...shape, sharedBytes: 1 << 30 }, calls],
        [{ ...shape, shared: 4 } as never, calls],
        [{ ...shape, stream: gone }, calls],
        [{ ...shape, stream: other.createStream() }, calls],
        [{ ...shape, stream: 'mine' as never }, calls],
        [shape, device.zeros('float32', 1)],
        [shape, other.zeros('int32', 1)],
        [shape] as never,
      ];
      for (const call of wrong) {
        const refusal = thrownBy(() => kernel.check(...call));
        expect(refusal).toMatchObject({ code: expect.stringMatching(/^(ARGUMENT|RESOURCE)$/) as unknown });
        const { code, message } = thrownBy(() => kernel.launch(...call)) as { code: string; message: string };
        expect(refusal).toMatchObject({ code, message });
      }
    });

    it('can be asked for while a stream is captured', () => {
      const stream = device.createStream();
      const calls = device.zeros('int32', 1);
      const shape = { grid: 1, block: 1 };
      using graph = stream.capture(() => {
        module.kernel('count').check(shape, calls);
      });
      expect(graph).toBeDefined();
    });

    it('notices that its module has gone', () => {
      const kernel = module.kernel('count');
      module.dispose();
      expect(() => kernel.check({ grid: 1, block: 1 }, device.zeros('int32', 1))).toThrow(/module has been disposed/);
    });
  });

  describe('bind', () => {
    it('keeps geometry and takes other arguments each time', async () => {
      const x = await device.upload(Float32Array.of(1, 1));
      const y = device.zeros('float32', 2);
      const call = module.kernel('axpy').bind({ grid: 1, block: 2 });
      call(1, x, y, 2);
      call(5, x, y, 1);
      expect(await y.read()).toEqual(Float32Array.of(6, 1));
    });

    it('is independent of other bound calls of the kernel', async () => {
      const x = await device.upload(Float32Array.of(1, 1));
      const y = device.zeros('float32', 2);
      const kernel = module.kernel('axpy');
      const one = kernel.bind({ grid: 1, block: 1 });
      const two = kernel.bind({ grid: 1, block: 2 });
      one(1, x, y, 2);
      two(10, x, y, 2);
      one(100, x, y, 2);
      expect(await y.read()).toEqual(Float32Array.of(111, 10));
    });

    it('checks what it is bound to at once, and arguments at each call', async () => {
      const kernel = module.kernel('count');
      expect(() => kernel.bind({ grid: -1, block: 1 })).toThrow(expect.objectContaining({ code: 'ARGUMENT' }));
      const call = kernel.bind({ grid: 1, block: 1 });
      expect(() => call('nothing' as never)).toThrow(expect.objectContaining({ code: 'ARGUMENT', parameter: 'calls' }));
      expect(() => call()).toThrow(expect.objectContaining({ code: 'ARGUMENT' }));
    });

    it('notices that its stream, its module or its device has gone', async () => {
      const calls = device.zeros('int32', 1);
      const stream = device.createStream();
      const kernel = module.kernel('count');
      const onStream = kernel.bind({ grid: 1, block: 1, stream });
      stream.dispose();
      expect(() => onStream(calls)).toThrow(/stream has been disposed/);
      const call = kernel.bind({ grid: 1, block: 1 });
      module.dispose();
      expect(() => call(calls)).toThrow(/module has been disposed/);
      await device.dispose();
      expect(() => call(calls)).toThrow(/device has been disposed/);
    });
  });

  describe('time', () => {
    it('launches so many times and gives as many durations', async () => {
      const calls = device.zeros('int32', 1);
      const milliseconds = await module.kernel('count').time({ grid: 1, block: 1, count: 7 }, calls);
      expect(milliseconds).toHaveLength(7);
      expect(milliseconds.every((each) => each >= 0)).toBe(true);
      expect(await calls.read()).toEqual(Int32Array.of(7));
    });

    it.each([0, -1, 1.5, NaN])('refuses a count of %p', async (wrong) => {
      const timing = module.kernel('count').time({ grid: 1, block: 1, count: wrong }, device.zeros('int32', 1));
      await expect(timing).rejects.toMatchObject({ code: 'ARGUMENT' });
    });

    it('leaves no prepared launch behind', async () => {
      const calls = device.zeros('int32', 1);
      await module.kernel('count').time({ grid: 1, block: 1 }, calls);
      await module
        .kernel('count')
        .time({ grid: 1, block: 1 }, 'wrong' as never)
        .catch(() => undefined);
      expect(driver.liveHandles()).not.toHaveProperty('launch');
    });
  });

  it('takes whatever shows device memory by the registered symbol', async () => {
    const calls = device.zeros('int32', 1);
    const method = Symbol.for('heddle.buffer');
    const foreign = { [method]: () => (calls as unknown as Record<symbol, () => unknown>)[method]?.() };
    module.kernel('count').launch({ grid: 1, block: 1 }, foreign);
    expect(await calls.read()).toEqual(Int32Array.of(1));
  });

  it('takes a view at its offset', async () => {
    const calls = device.zeros('int32', 4);
    module.kernel('count').launch({ grid: 1, block: 1 }, calls.slice(2));
    expect(await calls.read()).toEqual(Int32Array.of(0, 0, 1, 0));
  });

  it('refuses a view whose offset the device cannot express', async () => {
    const { device: strict } = await openMemoryDevice({ kernels: { count }, offsetAlignment: 128 });
    const kernel = (await strict.compile(source as string)).kernel('count');
    const calls = strict.zeros('int32', 64);
    expect(() => kernel.launch({ grid: 1, block: 1 }, calls.slice(1))).toThrow(/multiple of 128/);
    kernel.launch({ grid: 1, block: 1 }, calls.slice(128 / dtypeInfo('int32').byteLength));
    expect((await calls.read())[32]).toBe(1);
    await strict.dispose();
  });
});

function thrownBy(body: () => void): unknown {
  try {
    body();
  } catch (error) {
    return error;
  }
  throw new Error('nothing was thrown');
}
