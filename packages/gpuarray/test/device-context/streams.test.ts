/** Arrays on several streams: the results are those of one stream, whatever runs at the same time. */
import type { Stream } from '@heddle/core';
import { gpuArrays, type Arrays, type GpuArray } from '@heddle/gpuarray';
import fc from 'fast-check';
import { onDevices, testBackends, type TestDevice } from '../support/on-devices';
import { openTestDevice } from '../support/open-test-device';

type Ints = GpuArray<'int32'>;

const length = 1500;

/** Takes so long on the device that other streams overtake it, unless something holds them. */
const slowCopy = (ga: Arrays, rounds = 500) =>
  ga.elementwiseKernel(
    'int32 x',
    'int32 y',
    // Shifts and exclusive ors: rounds of multiplication and addition become one where a compiler unrolls them. What is
    // not zero never becomes zero so (G. Marsaglia, "Xorshift RNGs", 2003).
    `unsigned int k = 0, s = (unsigned int)x;
     for (k = 0; k < ${rounds}; ++k) { s ^= s << 13; s ^= s >> 17; s ^= s << 5; }
     y = s == 0u ? 0 : x`,
    { name: 'slow_copy' },
  );

/** One step of a program, on one of the streams, with one or two of the arrays there are. */
interface Step {
  readonly kind: (typeof kinds)[number];
  readonly stream: number;
  readonly first: number;
  readonly second: number;
}

const kinds = [
  'create', 'evaluate', 'into', 'method', 'slow', 'slow', 'scan', 'sort', 'sum', 'fill', 'reverse', 'set', 'get', 'dispose',
] as const; // prettier-ignore

/** Runs a program and gives all that it read, and all arrays in the end. */
async function run(steps: readonly Step[], on: readonly Arrays[]): Promise<number[][]> {
  const [first] = on as [Arrays];
  const arrays: Ints[] = [first.arange(length, { dtype: 'int32' }), first.full(length, 3, 'int32')];
  const reads: Promise<ArrayLike<number>>[] = [];
  const slow = on.map(slowCopy);
  for (const step of steps) {
    const ga = on[step.stream % on.length] as Arrays;
    const place = step.first % arrays.length;
    const a = arrays[place] as Ints;
    const b = arrays[step.second % arrays.length] as Ints;
    switch (step.kind) {
      case 'create':
        arrays.push(ga.array(Int32Array.from({ length }, (_, i) => (i * 7919 + step.first) % 1000)));
        break;
      case 'evaluate':
        arrays.push(ga.evaluate`int32((${a} * 3 + ${b}) % 10007)` as unknown as Ints);
        break;
      case 'into':
        expect(ga.evaluateInto(a)`(${a} + ${b}) % 10007`).toBe(a);
        break;
      case 'method':
        arrays.push(a.subtract(b));
        break;
      case 'slow':
        arrays.push(slow[step.stream % on.length]?.(a) as Ints);
        break;
      case 'scan':
        arrays.push(a.remainder(100).cumsum({ dtype: 'int32' }));
        break;
      case 'sort':
        arrays.push(ga.run(() => b.sort()));
        break;
      case 'sum':
        arrays.push(ga.add(b, a.sum({ dtype: 'int32' }).remainder(1000)) as Ints);
        break;
      case 'fill':
        a.slice('::2').fill(step.second);
        break;
      case 'reverse':
        ga.run(() => a.assign(a.slice('::-1')));
        break;
      case 'set':
        reads.push(a.set(new Int32Array(length).fill(step.second)).then(() => []));
        break;
      case 'get':
        reads.push(b.get());
        break;
      case 'dispose':
        if (arrays.length > 2) arrays.splice(place, 1)[0]?.dispose();
        break;
    }
  }
  const results = await Promise.all([...reads, ...arrays.map((array) => array.get())]);
  for (const array of arrays) array.dispose();
  return results.map((result) => Array.from(result));
}

const programs = fc.array(
  fc.record({
    kind: fc.constantFrom(...kinds),
    stream: fc.nat(2),
    first: fc.nat(9),
    second: fc.nat(9),
  }),
  { minLength: 2, maxLength: 40 },
);

onDevices('arrays on streams', (test) => {
  /** Arrays on so many new streams, given back afterwards. */
  async function withStreams(
    count: number,
    body: (on: readonly Arrays[], streams: readonly Stream[]) => Promise<void>,
  ) {
    const streams = Array.from({ length: count }, () => test.device.createStream());
    const on = streams.map((stream) => test.ga.on(stream));
    try {
      await body(on, streams);
    } finally {
      for (const each of on) each.dispose();
      for (const stream of streams) stream.dispose();
    }
  }

  it('compute what one stream computes, for any program', async () => {
    await fc.assert(
      fc.asyncProperty(programs, async (steps) => {
        const expected = await run(steps, [test.ga]);
        await withStreams(2, async (on) => {
          expect(await run(steps, [test.ga, ...on])).toEqual(expected);
        });
      }),
      { numRuns: 25 },
    );
  });

  it('wait for work of other streams that they depend on, in both directions', async () => {
    const { ga } = test;
    await withStreams(1, async ([other]) => {
      const x = ga.full(200_000, 1, 'int32');
      const slow = slowCopy(ga);
      slow(x, x);
      const y = (other as Arrays).add(x, 1) as Ints;
      x.fill(100); // on the default stream, when the other has read it
      expect((await y.get())[199_999]).toBe(2);
      expect((await x.get())[0]).toBe(100);
    });
  });

  it('give memory back when all streams that used it are done with it', async () => {
    const { ga } = test;
    await withStreams(1, async ([other]) => {
      const x = ga.full(200_000, 5, 'int32');
      const copied = slowCopy(other as Arrays)(x);
      x.dispose();
      // Would be the same memory, if it came back at once.
      const next = ga.full(200_000, 9, 'int32');
      expect((await copied.get())[100_000]).toBe(5);
      expect((await next.get())[100_000]).toBe(9);
      await ga.synchronize();
      ga.freeMemory();
    });
  });

  it('go for methods, kernels, random numbers and promises as for functions', async () => {
    const { device } = test;
    await withStreams(1, async ([other], [stream]) => {
      const ga = other as Arrays;
      const x = ga.arange(10, { dtype: 'float32' });
      const made: { readonly stream: Stream }[] = [
        x,
        x.multiply(2),
        x.sum(),
        ga.elementwiseKernel('T x', 'T y', 'y = x')(x),
        ga.reductionKernel({ in: 'T x', out: 'T y', map: 'x', reduce: 'a + b', identity: 0 })(x),
        ga.random(1).uniform(3),
        await x.unique(),
        await ga.upload(Float32Array.of(1, 2)),
        await ga.run(async () => {
          await Promise.resolve();
          return gpuArrays(device).zeros(3) && x.add(1);
        }),
        ga.evaluateInto(ga.empty(10, 'float32'))`${x} + 1`,
      ];
      for (const array of made) expect(array.stream).toBe(stream);
      expect(test.ga.zeros(3).stream).toBe(device.defaultStream);
      expect(test.ga.add(x, 1).stream).toBe(device.defaultStream);
    });
  });

  it('print what has been computed elsewhere', async () => {
    await withStreams(1, async ([other]) => {
      const x = test.ga.full(3, 7, 'int32');
      const y = (other as Arrays).add(slowCopy(test.ga)(x), 1);
      await test.ga.synchronize();
      expect(String(y)).toBe('[8 8 8]');
    });
  });

  it('share arrays with kernels of one’s own, launched on the array’s stream', async () => {
    const { device, ga } = test;
    const module = await device.compile('KERNEL void twice(GLOBAL int* x) { x[GLOBAL_INDEX(0)] *= 2; }');
    await withStreams(1, async ([other]) => {
      const x = slowCopy(ga)(ga.full(256, 4, 'int32'));
      const y = (other as Arrays).add(x, 1) as Ints;
      await ga.synchronize();
      module.kernel('twice').launch({ grid: 1, block: 256, stream: y.stream }, y);
      expect((await ga.add(y, 0).get())[255]).toBe(10);
    });
  });

  it('outlive the use of their stream, on the default one', async () => {
    const { ga, device } = test;
    const stream = device.createStream();
    const other = ga.on(stream);
    const x = other.full(1000, 2, 'int32');
    const y = slowCopy(other)(x);
    other.dispose();
    stream.dispose();
    expect(y.stream).toBe(device.defaultStream);
    expect((await y.add(1).get())[999]).toBe(3);
    expect(() => other.zeros(3)).toThrow('use of a stream has ended');
    expect(() => ga.on(stream)).toThrow('has been disposed');
    y.dispose();
    x.dispose();
  });

  it('refuse values that are not streams of the device', async () => {
    await using elsewhere = await openTestDevice(test.device.backend);
    expect(() => test.ga.on(elsewhere.createStream())).toThrow('on: the stream is of another device');
    expect(() => test.ga.on({} as Stream)).toThrow('on takes a stream of the device');
    expect(() => test.ga.on(undefined as never)).toThrow('on takes a stream of the device');
  });

  it('leave no event behind', async () => {
    const { device, ga } = test;
    const before = handles(test);
    for (let k = 0; k < 20; k++) {
      await withStreams(2, async (on) => {
        await run(
          [
            { kind: 'into', stream: 1, first: 0, second: 1 },
            { kind: 'dispose', stream: 1, first: 0, second: 1 },
          ],
          [ga, ...on],
        );
      });
    }
    expect(device.lost).toBeUndefined();
    expect(handles(test)).toEqual(before);
  });
});

// PoCL runs the kernels of all queues one after the other.
const overlapping = testBackends.filter((name) => name !== 'opencl');
(overlapping.length > 0 ? it.each(overlapping) : it.skip.each(['opencl']))(
  'work of streams that do not depend on each other does not wait on %s',
  async (backend) => {
    await using device = await openTestDevice(backend);
    const ga = gpuArrays(device);
    const [first, second] = [device.createStream(), device.createStream()];
    const [one, two] = [ga.on(first), ga.on(second)];
    // Tens of milliseconds; on a GPU by few blocks, since blocks of another kernel begin when all of these have begun.
    const isGpu = device.properties.type === 'gpu';
    const x = one.full(isGpu ? 2_000 : 2_000_000, 1, 'int32');
    const y = two.full(10, 1, 'int32');
    const slow = slowCopy(one, isGpu ? 2_000_000 : 500);
    slow(x);
    two.evaluate`${y} + 2`.max();
    await ga.synchronize(); // compiled by now
    slow(x);
    expect(Number(await two.evaluate`${y} + 2`.max().item())).toBe(3);
    expect(first.idle).toBe(false);
  },
);

function handles({ device }: TestDevice): unknown {
  const { event = 0, stream = 0 } = device.openHandles();
  return { event: event <= 1, stream };
}
