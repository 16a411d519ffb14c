import { ArtifactCache, HeddleError, openDevice, type Device } from '@heddle/core';
import { temporaryFolder } from '../cache/temporary-folder';
import { memoryBackend, openMemoryDevice, type MemoryCall, type MemoryDriver } from '../support/memory-driver';

const argument = { code: 'ARGUMENT' };
const source: string = '__global__ void touch(int* x) { x[0] += 1; }\n__global__ void other(int* x) { x[0] += 2; }\n';

function touch({ args }: MemoryCall): void {
  const [x] = args as [Int32Array];
  x[0] = (x[0] ?? 0) + 1;
}

describe('Module', () => {
  let device: Device;
  let driver: MemoryDriver;

  beforeEach(async () => {
    ({ device, driver } = await openMemoryDevice({
      kernels: { touch, scaleAll, mean },
      globals: { factor: new Uint8Array(Float32Array.of(2.5).buffer) },
    }));
  });
  afterEach(() => device.dispose());

  it('knows the kernels of its source', async () => {
    const module = await device.compile(source);
    expect(module.signatures.map(({ name }) => name)).toEqual(['touch', 'other']);
    expect(module.log).toBe('');
    expect(module.cached).toBe(false);
  });

  it('names the kernels it has for one that it has not', async () => {
    const module = await device.compile(source);
    expect(() => module.kernel('touched')).toThrow(/touch/);
    expect(() => module.kernel('')).toThrow(expect.objectContaining(argument));
    expect(() => module.kernel(7 as never)).toThrow(expect.objectContaining(argument));
  });

  it('shows the failing line of a source that does not compile', async () => {
    const broken = `${source}\n#error not today\n`;
    await expect(device.compile(broken)).rejects.toMatchObject({
      code: 'COMPILE',
      backend: 'memory',
      log: expect.stringContaining('not today') as string,
      excerpt: expect.stringMatching(/^> 4 \| #error not today/m) as string,
    });
  });

  it("has the caller's line in the stack of an error, and once", async () => {
    async function compilesForUser(): Promise<unknown> {
      return device.compile(`${source}\n#error ${Math.random()}\n`).catch((error: unknown) => error);
    }
    const { stack } = (await compilesForUser()) as HeddleError;
    expect(stack?.split('compilesForUser')).toHaveLength(2);
    expect(stack).toContain('module.test.ts');
    const same = `${source}\n#error shared\n`;
    const both = await Promise.allSettled([device.compile(same), device.compile(same)]);
    for (const each of both) expect(each).toMatchObject({ reason: { code: 'COMPILE' } });
  });

  it.each([undefined, null, 7, '', '  \n', 'int x;'])('refuses %p as a source', async (wrong) => {
    await expect(device.compile(wrong as string)).rejects.toMatchObject(argument);
  });

  it.each([
    { options: '-O3' },
    { options: ['-O3', 7] },
    { options: ['-DX\0'] },
    { defines: { '1X': 1 } },
    { defines: { X: 'a\nb' } },
    { headers: 'x.h' },
    { headers: { 'x.h': 7 } },
    { includeDirs: '/tmp' },
    { names: 'touch' },
    { compiler: 'nvcc' },
  ])('refuses the options %j', async (options) => {
    await expect(device.compile(source, options as never)).rejects.toMatchObject(argument);
  });

  it('says what it compiles instead of a language it does not', async () => {
    await expect(device.compile('__kernel void k() {}')).rejects.toMatchObject({ code: 'UNSUPPORTED' });
    await expect(device.compile(source, { language: 'opencl' })).rejects.toThrow(/cuda/);
  });

  it.each([
    ['int __kernels, x__global__, my_KERNEL, KERNELS;', 'ARGUMENT'],
    ['int __kernels; __kernel void k() {}', 'UNSUPPORTED'],
    ['int a_KERNEL_b;\nkernel   void k() {}', 'UNSUPPORTED'],
  ])('tells the language by whole words alone: %j', async (text, code) => {
    await expect(device.compile(text)).rejects.toMatchObject({ code });
  });

  it('refuses what the device does not declare', async () => {
    const { device: plain } = await openMemoryDevice({ capabilities: [], kernels: { touch } });
    const unsupported = { code: 'UNSUPPORTED' };
    await expect(plain.compile(source, { headers: { 'x.h': '' } })).rejects.toMatchObject(unsupported);
    await expect(plain.compile(source, { names: ['k<int>'] })).rejects.toMatchObject(unsupported);
    const module = await plain.compile(source);
    expect(() => module.global('factor')).toThrow(expect.objectContaining(unsupported));
    expect(() => module.function('touch')).toThrow(expect.objectContaining(unsupported));
    await expect(plain.load(module.artifact)).rejects.toMatchObject(unsupported);
    await plain.dispose();
  });

  it('hands the compiler macros as text, folders as absolute paths, names sorted', async () => {
    await device.compile(source, {
      defines: { N: 4, FLAG: true, OFF: false, TEXT: 'a b' },
      includeDirs: ['headers'],
      names: ['b', 'a', 'b'],
    });
    const [request] = driver.compiler.requests;
    expect(request?.defines).toEqual({ N: '4', FLAG: '', TEXT: 'a b' });
    expect(request?.includeDirs).toEqual([`${process.cwd()}/headers`]);
    expect(request?.names).toEqual(['a', 'b']);
  });

  it('comes from the cache the second time', async () => {
    const backend = memoryBackend({ kernels: { touch } });
    const cached = await openDevice(backend, {
      cache: new ArtifactCache({ enabled: true, folder: temporaryFolder() }),
    });
    expect((await cached.compile(source)).cached).toBe(false);
    expect((await cached.compile(source)).cached).toBe(true);
    expect((await cached.compile(source, { cache: false })).cached).toBe(false);
    expect((await cached.compile(source, { defines: { N: 1 } })).cached).toBe(false);
    expect(backend.opened[0]?.compiler.requests).toHaveLength(3);
    await cached.dispose();
  });

  it.each(['ARGUMENT', 'CORRUPT', 'UNSUPPORTED', 'COMPILE'] as const)(
    'is compiled anew where the device refuses what came from the cache (%s)',
    async (code) => {
      const backend = memoryBackend({ kernels: { touch } });
      const cacheFolder = temporaryFolder();
      const open = async (): Promise<Device> =>
        openDevice(backend, { cache: new ArtifactCache({ folder: cacheFolder }) });
      await using first = await open();
      await first.compile(source);
      await using second = await open();
      backend.opened[1]?.plant('loadModule', new HeddleError(code, 'made for another version of the driver'));
      const replaced = await second.compile(source);
      expect(replaced.cached).toBe(false);
      replaced.dispose();
      expect((await second.compile(source)).cached).toBe(true);
      await using third = await open();
      expect((await third.compile(source)).cached).toBe(true);
      expect(backend.opened.map(({ compiler }) => compiler.requests.length)).toEqual([1, 1, 0]);
    },
  );

  it('says why the device refuses what has just been compiled, and does not try again', async () => {
    const refused = new HeddleError('CORRUPT', 'refused');
    driver.plant('loadModule', refused);
    await expect(device.compile(source, { cache: false })).rejects.toBe(refused);
    expect(driver.compiler.requests).toHaveLength(1);
  });

  it('keeps what came from the cache where its loading fails for another reason', async () => {
    const backend = memoryBackend({ kernels: { touch } });
    await using cached = await openDevice(backend, { cache: new ArtifactCache({ folder: temporaryFolder() }) });
    await cached.compile(source);
    backend.opened[0]?.plant('loadModule', new HeddleError('OUT_OF_MEMORY', 'full'));
    await expect(cached.compile(source)).rejects.toMatchObject({ code: 'OUT_OF_MEMORY' });
    expect((await cached.compile(source)).cached).toBe(true);
  });

  it('stops waiting when its signal fires', async () => {
    await expect(device.compile(source, { signal: AbortSignal.abort() })).rejects.toMatchObject({ code: 'ABORTED' });
    driver.compiler.delay = 200;
    const backend = memoryBackend({ kernels: { touch } });
    const slow = await openDevice(backend, { cache: new ArtifactCache({ folder: temporaryFolder() }) });
    const compiler = backend.opened[0]?.compiler;
    if (compiler) compiler.delay = 200;
    const controller = new AbortController();
    const compiling = slow.compile(source, { signal: controller.signal });
    setTimeout(() => {
      controller.abort();
    }, 20);
    await expect(compiling).rejects.toMatchObject({ code: 'ABORTED' });
    await slow.dispose();
  });

  it('gives its artifact, which loads again with a signature', async () => {
    const { artifact } = await device.compile(source);
    const counter = device.zeros('int32', 1);
    const loaded = await device.load(artifact);
    expect(() => loaded.kernel('touch')).toThrow(/signature/);
    loaded.kernel('touch', { signature: 'int* x' }).launch({ grid: 1, block: 1 }, counter);
    (await device.load(artifact, { source })).kernel('touch').launch({ grid: 1, block: 1 }, counter);
    expect(await counter.read()).toEqual(Int32Array.of(2));
    await expect(device.load({ ...artifact, format: 'cubin' })).rejects.toMatchObject(argument);
    await expect(device.load({ ...artifact, bytes: artifact.bytes.slice(0, 5) })).rejects.toMatchObject({
      code: 'CORRUPT',
    });
  });

  it('shows its variables as memory', async () => {
    const module = await device.compile(source);
    const factor = module.global('factor', 'float32');
    expect(await factor.read()).toEqual(Float32Array.of(2.5));
    await factor.write(Float32Array.of(-1));
    expect(await module.global('factor').read(Float32Array)).toEqual(Float32Array.of(-1));
    expect(() => module.global('nothing')).toThrow(expect.objectContaining(argument));
    module.dispose();
    await expect(factor.read()).rejects.toMatchObject(argument);
    expect(() => module.global('factor')).toThrow(expect.objectContaining(argument));
  });

  it('calls plain functions with host arrays, and writes back what is not const', async () => {
    const text: string =
      'extern "C" void scaleAll(float* x, const float* by, int n) {}\nextern "C" float mean(const float* x, int n) { return 0; }';
    const module = await device.compile(text, { language: 'c++' });
    const x = Float32Array.of(1, 2, 3);
    await module.function('scaleAll').call(x, Float32Array.of(10), 3);
    expect(x).toEqual(Float32Array.of(10, 20, 30));
    expect(await module.function('mean').call(x, 3)).toBe(20);
    expect(await module.function('mean').call(new Float32Array(0), 0)).toBe(NaN);
    await expect(module.function('mean').call(x, 1.5)).rejects.toMatchObject({ ...argument, parameter: 'n' });
    await expect(module.function('mean').call(Int32Array.of(1), 1)).rejects.toMatchObject({
      ...argument,
      parameter: 'x',
    });
    await expect(module.function('mean').call('x', 1)).rejects.toMatchObject({ ...argument, parameter: 'x' });
    expect(device.openHandles().buffer).toBeUndefined();
  });

  it('says what a plain function is, for one that is none', async () => {
    const text: string = 'extern "C" float mean(const float* x, int n) { return 0; }\ndouble dot(int n) { return 0; }';
    const module = await device.compile(text, { language: 'c++' });
    expect(() => module.function('dot')).toThrow(/no function 'dot'.*\nIt has mean\. .*extern "C"/);
  });

  it.each([
    ['bool', 256, 0],
    ['bool', 257, 1],
    ['signed char', 0x7f80, -128],
    ['unsigned char', -1, 255],
    ['short', 0x18000, -32768],
    ['unsigned short', -1, 65535],
    ['unsigned', -1, 4294967295],
    ['int', -1, -1],
    ['unsigned long long', -1, 2 ** 64],
    ['long long', -1, -1],
    ['double', -1.5, -1.5],
  ])('takes of the register what %s has of it', async (type, register, value) => {
    const { device: own } = await openMemoryDevice({ kernels: { answer: () => register } });
    const module = await own.compile(`extern "C" ${type} answer(int n) { return 0; }`, { language: 'c++' });
    expect(await module.function('answer').call(1)).toBe(value);
    await own.dispose();
  });

  it('refuses functions whose result no call can take', async () => {
    const { device: own } = await openMemoryDevice({ kernels: { answer: () => 1 } });
    const text: string = 'extern "C" float _Complex answer(int n) { return 0; }';
    const module = await own.compile(text, { language: 'c++' });
    await expect(module.function('answer').call(1)).rejects.toMatchObject({ code: 'UNSUPPORTED', kernel: 'answer' });
    await own.dispose();
  });

  it('takes its kernels with it when it goes', async () => {
    const module = await device.compile(source);
    const kernel = module.kernel('touch');
    const x = device.zeros('int32', 1);
    kernel.launch({ grid: 1, block: 1 }, x);
    module.dispose();
    module.dispose();
    expect(() => kernel.launch({ grid: 1, block: 1 }, x)).toThrow(expect.objectContaining(argument));
    expect(() => module.kernel('touch')).toThrow(expect.objectContaining(argument));
    expect(driver.liveHandles()).not.toHaveProperty('module');
    expect(driver.liveHandles()).not.toHaveProperty('launch');
    expect(await x.read()).toEqual(Int32Array.of(1));
  });
});

function scaleAll({ args }: MemoryCall): void {
  const [x, by, n] = args as [Float32Array, Float32Array, number];
  for (let i = 0; i < n; i++) x[i] = (x[i] ?? 0) * (by[0] ?? 0);
}

function mean({ args }: MemoryCall): number {
  const [x, n] = args as [Float32Array, number];
  return x.subarray(0, n).reduce((sum, each) => sum + each, 0) / n;
}
