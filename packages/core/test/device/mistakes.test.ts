import { ArtifactCache, openCompiler, openDevice, type Buffer, type Device, type Event } from '@heddle/core';
import { MemoryPool } from '@heddle/core/backend';
import { RecordingAllocator } from '../memory-pool/recording-allocator';
import { memoryBackend, openMemoryDevice } from '../support/memory-driver';

const source: string = '__global__ void touch(int* x) { x[0] += 1; }';

/** Mistakes that TypeScript finds and JavaScript does not: each is an `ARGUMENT` error that names it. */
describe('mistakes of a caller', () => {
  let device: Device;
  let x: Buffer<'float32'>;

  beforeEach(async () => {
    ({ device } = await openMemoryDevice({ kernels: { touch: () => undefined } }));
    x = device.zeros('float32', 4);
  });
  afterEach(() => device.dispose());

  const noCache = (): ArtifactCache => new ArtifactCache({ enabled: false });
  const never = (): Promise<never> => Promise.reject(new Error('it was compiled'));
  const copyRows = (source: object): Promise<void> =>
    device.copyRectangle({ extent: [4], source, destination: { memory: x, rowPitch: 4 } } as never);

  const notOptions = [null, 7, 'c++', [], new Float32Array(4)] as const;

  it.each(notOptions)('refuses %p as options, everywhere', async (wrong) => {
    const options = wrong as never;
    const refused = { code: 'ARGUMENT', message: expect.stringContaining('options are an object') as string };
    await expect(openDevice(memoryBackend(), options)).rejects.toMatchObject(refused);
    await expect(openCompiler(memoryBackend(), options)).rejects.toMatchObject(refused);
    await expect(device.compile(source, options)).rejects.toMatchObject(refused);
    await expect(device.load({ format: 'x', bytes: new Uint8Array(1) }, options)).rejects.toMatchObject(refused);
    await expect(x.write(new Float32Array(4), options)).rejects.toMatchObject(refused);
    await expect(x.readInto(new Float32Array(4), options)).rejects.toMatchObject(refused);
    await expect(x.copyFromPeer(x, options)).rejects.toMatchObject(refused);
    expect(() => device.allocate('float32', 1, options)).toThrow(expect.objectContaining(refused));
    expect(() => device.createStream(options)).toThrow(expect.objectContaining(refused));
    expect(() => x.fill(0, options)).toThrow(expect.objectContaining(refused));
    expect(() => x.copyFrom(x, options)).toThrow(expect.objectContaining(refused));
  });

  it.each([
    ['compile', () => device.compile(source, { includeDir: ['.'] } as never), "'includeDir'", "'includeDirs'"],
    ['compile', () => device.compile(source, { define: {} } as never), "'define'", "'defines'"],
    ['compile', () => device.compile(source, { arch: 'x' } as never), "'arch'", 'language, names'],
    ['allocate', () => device.allocate('int8', 1, { knd: 'pinned' } as never), "'knd'", "'kind'"],
    ['createStream', () => device.createStream({ prio: 1 } as never), "'prio'", "'priority'"],
    ['read', () => x.read({ lenght: 1 } as never), "'lenght'", "'length'"],
    ['write', () => x.write(new Float32Array(4), { ofset: 0 } as never), "'ofset'", "'offset'"],
    ['fill', () => x.fill(0, { lenght: 1 } as never), "'lenght'", "'length'"],
    ['copyFrom', () => x.copyFrom(x, { ofset: 0 } as never), "'ofset'", "'offset'"],
    ['upload', () => device.upload(new Float32Array(4), { untill: 'staged' } as never), "'untill'", "'until'"],
    ['load', () => device.load({ format: 'x', bytes: new Uint8Array(1) }, { src: '' } as never), "'src'", 'source'],
    ['copyRectangle', () => device.copyRectangle({ extents: [4] } as never), "'extents'", "'extent'"],
    [
      'copyRectangle',
      () => copyRows({ rowPitsch: 4 }),
      "copyRectangle: source has no option 'rowPitsch'",
      "'rowPitch'",
    ],
    [
      'kernel',
      async () => (await device.compile(source)).kernel('touch', { sig: '' } as never),
      "'sig'",
      "'signature'",
    ],
    [
      'function',
      async () => (await device.compile(source)).function('f', { sig: '' } as never),
      "'sig'",
      "'signature'",
    ],
    ['openCompiler', () => openCompiler(memoryBackend({ nam: 'x' } as never)), "'nam'", "'name'"],
    ['ArtifactCache', () => new ArtifactCache({ dir: '.' } as never), "'dir'", 'Its options are folder, enabled'],
    ['getOrCompile', () => noCache().getOrCompile('x', never, { sginal: 1 } as never), "'sginal'", "'signal'"],
    ['MemoryPool', () => new MemoryPool(new RecordingAllocator(true), { limt: 1 } as never), "'limt'", "'limit'"],
  ])('%s: names an option that does not exist, and the one that was meant', async (_, call, wrong, meant) => {
    const called = (async (): Promise<unknown> => call())();
    await expect(called).rejects.toMatchObject({ code: 'ARGUMENT' });
    await expect(called).rejects.toThrow(wrong);
    await expect(called).rejects.toThrow(meant);
  });

  it('refuses a stream or a buffer in the place of options', async () => {
    const stream = device.createStream();
    const refused = (what: string) => `options are an object, not a ${what}`;
    expect(() => {
      x.fill(0, stream as never);
    }).toThrow(refused('Stream'));
    await expect(x.read(x as never)).rejects.toThrow(refused('Buffer'));
    await expect(x.read(new AbortController().signal as never)).rejects.toThrow(
      refused('AbortSignal').replace(' a ', ' an '),
    );
  });

  it.each([
    [{ gird: 1, block: 1 }, "'gird'", "'grid'"],
    [{ grid: 1, block: 1, sharedMemory: 64 }, "'sharedMemory'", 'sharedBytes'],
  ])('a launch, bound or timed, names what it does not know: %j', async (given, wrong, meant) => {
    const [kernel, options] = [(await device.compile(source)).kernel('touch'), given as never];
    const calls = [() => kernel.launch(options, x), () => kernel.bind(options), () => kernel.time(options, x)];
    for (const call of calls) {
      const called = (async (): Promise<unknown> => call())();
      await expect(called).rejects.toMatchObject({ code: 'ARGUMENT' });
      await expect(called).rejects.toThrow(`a launch of touch has no option ${wrong}`);
      await expect(called).rejects.toThrow(meant);
    }
  });

  it('names an unknown launch option also after launches of the same shape', async () => {
    const kernel = (await device.compile(source)).kernel('touch');
    const counters = device.zeros('int32', 1);
    kernel.launch({ grid: 1, block: 1 }, counters);
    const options = { grid: 1, block: 1, shared: 64 } as never;
    expect(() => kernel.launch(options, counters)).toThrow(/a launch of touch has no option 'shared'/);
    kernel.launch({ grid: 1, block: 1, shared: undefined } as never, counters);
  });

  it('counts launches where it times them, and nowhere else', async () => {
    const kernel = (await device.compile(source)).kernel('touch');
    const options = { grid: 1, block: 1, count: 2 };
    expect(await kernel.time(options, device.zeros('int32', 1))).toHaveLength(2);
    expect(() => kernel.bind(options)).toThrow(/no option 'count'/);
    await expect(kernel.time(null as never, x)).rejects.toMatchObject({ code: 'ARGUMENT' });
  });

  it('passes over options that are not given', async () => {
    await device.compile(source, { signal: undefined, arch: undefined } as never);
    expect(device.allocate('int8', 1, { knd: undefined } as never).length).toBe(1);
  });

  it('refuses lists instead of objects, and signals that are not an AbortSignal', async () => {
    await expect(device.compile(source, { defines: ['N=3'] as never })).rejects.toThrow(/defines is an object/);
    await expect(device.compile(source, { headers: ['a.h'] as never })).rejects.toThrow(/headers is an object/);
    const signal = { code: 'ARGUMENT', parameter: 'signal' };
    await expect(device.compile(source, { signal: 5 as never })).rejects.toMatchObject(signal);
    await expect(x.read({ signal: new AbortController() as never })).rejects.toMatchObject(signal);
  });

  it('names the dtypes that a word may have meant', () => {
    expect(() => device.allocate('float' as 'float32', 3)).toThrow(/so begun are float16, float32, float64/);
    expect(() => device.allocate('double' as 'float64', 3)).toThrow(/bool, int8/);
  });

  it('says how an array that is there is filled', async () => {
    await expect(x.read(new Float32Array(4) as never)).rejects.toThrow(/readInto/);
  });

  it('refuses arrays whose memory went to another thread', async () => {
    const array = new Float32Array(4);
    structuredClone(array.buffer, { transfer: [array.buffer] });
    await expect(device.upload(array)).rejects.toMatchObject({ code: 'ARGUMENT' });
    await expect(x.write(array)).rejects.toThrow(/detached/);
    await x.write(new Float32Array(0));
  });

  it('refuses values that are not events, binaries or buffers', async () => {
    const stream = device.createStream();
    const refused = expect.objectContaining({ code: 'ARGUMENT' }) as Error;
    for (const wrong of [undefined, null, 3, {}] as never[]) {
      expect(() => stream.record().millisecondsSince(wrong)).toThrow(refused);
      expect(() => {
        stream.waitFor(wrong);
      }).toThrow(refused);
      if (wrong !== undefined) expect(() => stream.record(wrong as Event)).toThrow(refused);
      await expect(device.load(wrong)).rejects.toMatchObject({ code: 'ARGUMENT' });
      await expect(x.copyFromPeer(wrong)).rejects.toMatchObject({ code: 'ARGUMENT' });
    }
  });

  it('tells of a buffer in a Proxy, and of a promise that nobody awaited', async () => {
    const kernel = (await device.compile(source)).kernel('touch');
    const shape = { grid: 1, block: 1 };
    const counts = device.zeros('int32', 1);
    const launch = (argument: unknown) => () => {
      kernel.launch(shape, argument as never);
    };
    expect(launch(new Proxy(counts, {}))).toThrow(expect.objectContaining({ code: 'ARGUMENT' }));
    expect(launch(new Proxy(counts, {}))).toThrow(/proxy/);
    expect(launch(device.upload(Int32Array.of(1)))).toThrow(/got a Promise\nAwait it first/);
    expect(launch([1, 2])).toThrow(/got an Array; it takes a buffer/);
    expect(launch(x)).toThrow(/got a float32 buffer/);
    expect(launch(device.zeros('int8', 1))).toThrow(/got an int8 buffer/);
    expect(launch({})).toThrow(/got an Object/);
  });
});
