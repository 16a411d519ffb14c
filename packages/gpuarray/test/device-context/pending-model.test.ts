/**
 * Mixes operations on arrays, launches of kernels of one's own, transfers and ends of compilations at random, and
 * compares with a program without waits.
 */
import type { Buffer, Device, Kernel, Stream } from '@heddle/core';
import type { HeldLoads } from '@heddle/core/testing';
import { gpuArrays, type Arrays, type GpuArray } from '@heddle/gpuarray';
import fc from 'fast-check';
import { oneTestBackend } from '../support/on-devices';
import { openHeldDevice } from '../support/open-test-device';

type Ints = GpuArray<'int32'>;

const source = `
KERNEL void mix(GLOBAL const int* x, GLOBAL int* y, int value) {
  int i = GLOBAL_INDEX(0);
  y[i] = (31 * y[i] + 7 * x[i] + value) % 100003;
}
`;
const length = 4;
const shape = { grid: 1, block: length };
const arrays = 3;
const buffers = 2;
/** Each waits for a compilation of its own, once in a device's life. */
const operations = 6;

const array = fc.nat(arrays - 1);
const place = fc.nat(arrays + buffers - 1);
const value = fc.nat(1000);
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('operate' as const), x: array, y: array, value: fc.nat(operations - 1) }) },
  { weight: 5, arbitrary: fc.record({ kind: fc.constantFrom('launch' as const, 'bound' as const), x: place, y: place, value }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('fill' as const), y: array, value }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('set' as const), y: array, value }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('copy' as const), x: place, y: place }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('get' as const), y: place }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('renew' as const), y: place }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constantFrom('release' as const, 'pause' as const) }) },
); // prettier-ignore
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

const mixed = (x: number, y: number, added: number) => (31 * y + 7 * x + added) % 100003;
const operated = (x: number, operation: number) => (13 * x + operation) % 100003;

class Program {
  /** The elements of an array or a buffer are all alike. */
  readonly #model = new Array<number>(arrays + buffers).fill(0);
  readonly #arrays: Ints[];
  readonly #buffers: Buffer<'int32'>[];
  readonly #reads: Promise<readonly [Int32Array, number]>[] = [];
  readonly #writes: Promise<void>[] = [];
  readonly #bound: (...args: never[]) => void;

  constructor(
    readonly device: Device,
    readonly loads: HeldLoads,
    readonly ga: Arrays,
    readonly kernel: Kernel<never[]>,
    readonly on: { readonly stream?: Stream },
  ) {
    this.#arrays = Array.from({ length: arrays }, () => ga.zeros(length, 'int32'));
    this.#buffers = Array.from({ length: buffers }, () => device.zeros('int32', length));
    if (on.stream) on.stream.waitFor(device.defaultStream.record());
    this.#bound = kernel.bind({ ...shape, ...on });
  }

  async take(step: Step): Promise<void> {
    switch (step.kind) {
      case 'operate':
        this.#operate(step.x, step.y, step.value);
        break;
      case 'launch':
      case 'bound':
        this.#launch(step);
        break;
      case 'copy':
        if (step.x !== step.y) this.#memory(step.y).copyFrom(this.#memory(step.x), this.on);
        this.#model[step.y] = this.#at(step.x);
        break;
      case 'get':
        this.#get(step.y);
        break;
      case 'renew':
        this.#renew(step.y);
        break;
      case 'release':
        this.loads.releaseOne();
        break;
      case 'pause':
        await new Promise((resolve) => setImmediate(resolve));
        break;
      default:
        this.#write(step);
    }
  }

  async end(): Promise<void> {
    for (const k of this.#model.keys()) this.#get(k);
    this.loads.release();
    await Promise.all(this.#writes);
    for (const [read, expected] of await Promise.all(this.#reads)) {
      expect([...read]).toEqual(new Array<number>(length).fill(expected));
    }
  }

  #operate(x: number, y: number, operation: number): void {
    const text = `y = (13 * x + ${operation}) % 100003`;
    const kernel = this.ga.elementwiseKernel('int32 x', 'int32 y', text, { name: `operation_${operation}` });
    const result = kernel(this.#arrays[x] as Ints);
    this.#arrays[y]?.dispose();
    this.#arrays[y] = result;
    this.#model[y] = operated(this.#at(x), operation);
  }

  #launch({ kind, x, y, value: added }: { kind: 'launch' | 'bound'; x: number; y: number; value: number }): void {
    const args = [this.#given(x), this.#given(y), added] as never[];
    if (kind === 'bound') this.#bound(...args);
    else this.kernel.launch({ ...shape, ...this.on }, ...args);
    this.#model[y] = mixed(this.#at(x), this.#at(y), added);
  }

  #write({ kind, y, value: written }: { kind: 'fill' | 'set'; y: number; value: number }): void {
    const array = this.#arrays[y] as Ints;
    if (kind === 'fill') array.fill(written);
    else this.#writes.push(array.set(new Int32Array(length).fill(written)));
    this.#model[y] = written;
  }

  #get(k: number): void {
    const expected = this.#at(k);
    const read = this.#arrays[k]?.get() ?? (this.#given(k) as Buffer<'int32'>).read(this.on);
    this.#reads.push(read.then((values) => [values, expected]));
  }

  /** Disposes what waiting work uses, and takes memory that may be the same. */
  #renew(k: number): void {
    const old = this.#given(k);
    if (k < arrays) this.#arrays[k] = this.ga.zeros(length, 'int32');
    else {
      this.#buffers[k - arrays] = this.device.allocate('int32', length);
      this.#buffers[k - arrays]?.fill(0, this.on);
    }
    old.dispose();
    this.#model[k] = 0;
  }

  #at(k: number): number {
    return this.#model[k] as number;
  }

  #given(k: number): Ints | Buffer<'int32'> {
    return this.#arrays[k] ?? (this.#buffers[k - arrays] as Buffer<'int32'>);
  }

  #memory(k: number): Buffer {
    const given = this.#arrays[k];
    return given ? given.buffer.slice(0, 4 * length).as('int32') : (this.#given(k) as Buffer<'int32'>);
  }
}

describe.each(oneTestBackend)('launches among operations on %s', (backend) => {
  it.each(['the default stream', 'a stream', 'a non-blocking stream'])(
    'have the results of the program’s order on %s',
    async (where) => {
      await fc.assert(
        fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
          const { device, loads } = await openHeldDevice(backend);
          const module = await device.compile(source);
          const nonBlocking = where === 'a non-blocking stream';
          const stream = where === 'the default stream' ? undefined : device.createStream({ nonBlocking });
          const ga = stream ? gpuArrays(device).on(stream) : gpuArrays(device);
          const kernel = module.kernel('mix') as unknown as Kernel<never[]>;
          loads.hold();
          const program = new Program(device, loads, ga, kernel, stream ? { stream } : {});
          for (const each of steps) await program.take(each);
          await program.end();
          await device.dispose();
        }),
        { numRuns: 100 },
      );
    },
  );
});
