/** Mixes operations that wait, calls of core and ends of compilations at random, and compares with a program without. */
import type { Buffer, Device, Event, Kernel, Stream } from '@heddle/core';
import fc from 'fast-check';
import { HeldCompilation, LibraryArray, openMemoryDevice, type MemoryCall } from '../support/memory-driver';

const source = `
__global__ void mix(const int* x, int* y, int value) { y[0] = 31 * y[0] + 7 * x[0] + value; }
`;

const mixed = (x: number, y: number, value: number) => (31 * y + 7 * x + value) | 0;

function mix({ args }: MemoryCall): void {
  const [x, y, value] = args as [Int32Array, Int32Array, number];
  y[0] = mixed(x[0] ?? 0, y[0] ?? 0, value);
}

const one = { grid: 1, block: 1 };
/** The first ones are a library's arrays, the others buffers. */
const places = 4;
const arrays = 2;

const place = fc.nat(places - 1);
const value = fc.integer({ min: 1, max: 1000 });
/** 0 is the default stream; 2 is non-blocking. */
const stream = fc.nat(2);
const step = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('operate' as const),
      x: fc.nat(arrays - 1),
      y: fc.nat(arrays - 1),
      value,
    }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('launch' as const), x: place, y: place, value, stream }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('bound' as const), x: place, y: place, value }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('fill' as const), y: place, value, stream }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('copy' as const), x: place, y: place, stream }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('write' as const), y: place, value, stream }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('read' as const), y: place, stream }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('renew' as const), y: fc.nat({ max: places - arrays - 1 }) }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('release' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('pause' as const) }) },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

class Program {
  readonly model = new Array<number>(places).fill(0);
  readonly #buffers: Buffer<'int32'>[];
  readonly #arrays: LibraryArray[];
  readonly #streams: (Stream | undefined)[];
  readonly #held: HeldCompilation[] = [];
  readonly #reads: Promise<[number | undefined, number]>[] = [];
  readonly #writes: Promise<void>[] = [];
  readonly #bound: (...args: never[]) => void;
  #last: Event | undefined;

  constructor(
    readonly device: Device,
    readonly kernel: Kernel,
  ) {
    this.#buffers = this.model.map(() => device.zeros('int32', 1));
    this.#arrays = this.#buffers.slice(0, arrays).map((buffer) => new LibraryArray(device, buffer));
    this.#streams = [undefined, device.createStream(), device.createStream({ nonBlocking: true })];
    this.#bound = kernel.bind(one);
    this.#last = device.defaultStream.record();
  }

  async take(step: Step): Promise<void> {
    switch (step.kind) {
      case 'operate':
        this.#operate(step);
        break;
      case 'launch':
        this.#on(step.stream, (on) => {
          this.kernel.launch({ ...one, ...on }, ...([this.#given(step.x), this.#given(step.y), step.value] as never[]));
        });
        this.#mix(step);
        break;
      case 'bound':
        this.#on(0, () => {
          this.#bound(...([this.#given(step.x), this.#given(step.y), step.value] as never[]));
        });
        this.#mix(step);
        break;
      case 'release':
        this.#held.shift()?.release();
        break;
      case 'pause':
        await new Promise((resolve) => setImmediate(resolve));
        break;
      default:
        this.#transfer(step);
    }
  }

  async end(): Promise<void> {
    const end = this.device.synchronize();
    for (const compilation of this.#held) compilation.release();
    await end;
    await Promise.all(this.#writes);
    for (const [read, expected] of await Promise.all(this.#reads)) expect(read).toBe(expected);
    for (const [k, buffer] of this.#buffers.entries()) expect((await buffer.read())[0]).toBe(this.model[k]);
    this.#last?.dispose();
    for (const each of [...this.#buffers, ...this.#streams]) each?.dispose();
  }

  #operate({ x, y, value: given }: Step & { kind: 'operate' }): void {
    const compilation = new HeldCompilation();
    this.#held.push(compilation);
    const from = this.#buffers[x] as Buffer;
    this.#on(0, () => {
      this.#arrays[y]?.operation(compilation, (buffer) => {
        this.kernel.launch(one, ...([from, buffer, given] as never[]));
      });
    });
    this.#mix({ x, y, value: given });
  }

  #transfer(step: Exclude<Step, { kind: 'operate' | 'launch' | 'bound' | 'release' | 'pause' }>): void {
    const { y } = step;
    const buffer = this.#buffers[y] as Buffer<'int32'>;
    if (step.kind === 'renew') {
      // Disposed while work that uses it may wait.
      this.#buffers[arrays + y]?.dispose();
      this.#on(0, () => {
        this.#buffers[arrays + y] = this.device.zeros('int32', 1);
      });
      this.model[arrays + y] = 0;
      return;
    }
    this.#on(step.stream, (on) => {
      if (step.kind === 'fill') buffer.fillPattern(Int32Array.of(step.value), on);
      else if (step.kind === 'write') this.#writes.push(buffer.write(Int32Array.of(step.value), on));
      else if (step.kind === 'copy' && step.x !== y) buffer.copyFrom(this.#buffers[step.x] as Buffer, on);
      else if (step.kind === 'read') {
        const expected = this.model[y] as number;
        this.#reads.push(buffer.read(on).then((values) => [values[0], expected]));
      }
    });
    if (step.kind === 'fill' || step.kind === 'write') this.model[y] = step.value;
    else if (step.kind === 'copy') this.model[y] = this.model[step.x] as number;
  }

  /** Enqueues on one of the streams, after what the last stream was given. */
  #on(index: number, body: (on: { stream?: Stream }) => void): void {
    const chosen = this.#streams[index];
    if (this.#last) (chosen ?? this.device.defaultStream).waitFor(this.#last);
    body(chosen ? { stream: chosen } : {});
    this.#last?.dispose();
    this.#last = undefined;
    // An operation of the library enqueues on the default stream when it has its turn, and so does this.
    this.#last = (chosen ?? this.device.defaultStream).record();
  }

  #mix({ x, y, value: given }: { x: number; y: number; value: number }): void {
    this.model[y] = mixed(this.model[x] as number, this.model[y] as number, given);
  }

  #given(index: number): unknown {
    return this.#arrays[index] ?? this.#buffers[index];
  }
}

it('the device sees all work in the order of the program, whenever compilations end', async () => {
  const { device, driver } = await openMemoryDevice({ kernels: { mix } });
  const kernel = (await device.compile(source)).kernel('mix') as unknown as Kernel;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
      const program = new Program(device, kernel);
      for (const each of steps) await program.take(each);
      await program.end();
      expect(device.work.waits).toBe(false);
    }),
    { numRuns: 300 },
  );
  await device.dispose();
  expect(driver.disposed).toBe(true);
});
