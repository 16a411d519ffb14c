/** The driver's functions that core's interface has no method for. */
import koffi from 'koffi';
import {
  adviseManaged,
  allocateOrdered,
  cuda,
  freeOrdered,
  linkImages,
  openShared,
  prefetchManaged,
  registerMemory,
  shareMemory,
  SimtDriver,
  updateGraph,
} from '@heddle/simt-driver';
import { isPageLocked } from '../src/memory/simt-memory';
import { fakeLibrary } from './fixture/fake-library';

const library = fakeLibrary();
const withLibrary = library === undefined ? describe.skip : describe;

withLibrary('functions over a stand-in library', () => {
  let driver: SimtDriver;
  let fake: Record<'live' | 'managed', (...args: number[]) => number>;

  beforeAll(async () => {
    process.env['HEDDLE_CUDA_LIBRARY'] = library;
    const handle = koffi.load(library ?? '');
    fake = { live: handle.func('fakeLive', 'int', []), managed: handle.func('fakeManaged', 'int', ['int']) };
    const options = { backend: 'fake', vendor: cuda, deviceIndex: 0, compilers: () => [], compilerCapabilities: [] };
    driver = await SimtDriver.open(options);
  });
  afterAll(() => {
    driver.dispose();
    delete process.env['HEDDLE_CUDA_LIBRARY'];
  });

  it('take and give memory in stream order', () => {
    const queue = driver.createQueue({ priority: 0, outOfOrder: false });
    const before = fake.live();
    const memory = allocateOrdered(driver.context, queue, 1000);
    expect(memory.byteLength).toBe(1000);
    freeOrdered(driver.context, queue, memory);
    expect(fake.live()).toBe(before);
    const tooMuch = expect.objectContaining({ code: 'OUT_OF_MEMORY', requested: 2 ** 31 });
    expect(() => allocateOrdered(driver.context, queue, 2 ** 31)).toThrow(tooMuch);
    expect(driver.capabilities.has('stream-ordered-allocation')).toBe(true);
  });

  it('lock an array in place', () => {
    const before = fake.live();
    const bytes = new Uint8Array(4096);
    const registered = registerMemory(driver.context, bytes.buffer);
    expect(isPageLocked(bytes)).toBe(true);
    expect(registered.memory.address).toBe(BigInt(koffi.address(bytes)));
    registered.dispose();
    registered.dispose();
    expect(isPageLocked(bytes)).toBe(false);
    expect(fake.live()).toBe(before);
    const refused = expect.objectContaining({ code: 'ARGUMENT' });
    expect(() => registerMemory(driver.context, new ArrayBuffer(0))).toThrow(refused);
  });

  it('say where managed memory should be', () => {
    const queue = driver.createQueue({ priority: 0, outOfOrder: false });
    const memory = driver.allocate(512, 'managed');
    prefetchManaged(driver.context, queue, memory, 'host', { offset: 8, byteLength: 100 });
    adviseManaged(driver.context, memory, 'preferred', 'device', false);
    expect([0, 1, 2, 3].map((i) => fake.managed(i))).toEqual([100, -1, 4, 0]);
    driver.free(memory);
  });

  it('share memory between processes', () => {
    const memory = driver.allocate(64, 'device');
    const handle = shareMemory(driver.context, memory);
    const before = fake.live();
    const opened = openShared(driver.context, handle, 64);
    expect(opened.memory.address).toBe(memory.address);
    opened.close();
    expect(fake.live()).toBe(before);
    driver.free(memory);
    const refused = expect.objectContaining({ code: 'ARGUMENT' });
    expect(() => openShared(driver.context, handle.subarray(1), 64)).toThrow(refused);
    expect(() => shareMemory(driver.context, driver.allocate(64, 'pinned'))).toThrow(refused);
  });

  it('link objects', () => {
    const part = (text: string) => ({ format: 'ptx', bytes: Buffer.from(`.version 9.0 ${text}`) });
    const { bytes } = linkImages(driver.context, [part('one'), part('two')]);
    expect(Buffer.from(bytes).toString()).toBe('.version 9.0 one\0.version 9.0 two\0');
    const failed = { code: 'COMPILE', message: expect.stringContaining("Undefined reference to 'f'") };
    expect(() => linkImages(driver.context, [part('UNDEFINED')])).toThrow(expect.objectContaining(failed));
    const refused = expect.objectContaining({ code: 'ARGUMENT' });
    expect(() => linkImages(driver.context, [{ format: 'ltoir', bytes: new Uint8Array(9) }])).toThrow(refused);
  });

  it('update a graph, or say what is different', () => {
    const queue = driver.createQueue({ priority: 0, outOfOrder: false });
    const graphs = [0, 1].map(() => {
      driver.beginCapture(queue);
      return driver.endCapture(queue);
    });
    const [one, other] = graphs;
    if (!one || !other) throw new Error('no graphs');
    updateGraph(driver.context, one, other);
    expect(() => {
      updateGraph(driver.context, one, other);
    }).toThrow(/launches another kernel/);
    for (const graph of graphs) driver.destroyGraph(graph);
  });
});
