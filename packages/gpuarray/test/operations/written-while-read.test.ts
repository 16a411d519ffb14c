/** Results written to the memory that they are computed from are those of copies. */
import { argsort, type GpuArray } from '@heddle/gpuarray';
import fc from 'fast-check';
import { onDevices } from '../support/on-devices';

// Compilers take seconds where the machine is busy.
jest.setTimeout(600_000);

/** A square of so many rows cut from a larger one, any way round. */
interface Cut {
  readonly row: number;
  readonly column: number;
  readonly rowStep: number;
  readonly columnStep: number;
  readonly turned: boolean;
}

const step = fc.constantFrom(1, 2, -1, -2);
const cut: fc.Arbitrary<Cut> = fc.record({
  row: fc.nat(4),
  column: fc.nat(4),
  rowStep: step,
  columnStep: step,
  turned: fc.boolean(),
});

function cutFrom(array: GpuArray<'int64'>, size: number, { row, column, rowStep, columnStep, turned }: Cut) {
  const part = array
    .slice([row, row + 2 * size], [column, column + 2 * size])
    .slice([null, null, rowStep], [null, null, columnStep])
    .slice([0, size], [0, size]);
  return turned ? part.T : part;
}

onDevices('where results and operands share memory', (test) => {
  const calls: Readonly<Record<string, (out: GpuArray<'int64'>, a: GpuArray<'int64'>, b: GpuArray<'int64'>) => unknown>> = {
    add: (out, a, b) => test.ga.add(a, b, { out }),
    assign: (out, a) => out.assign(a),
    'assign turned': (out) => out.assign(out.slice('::-1, ::-1')),
    'subtract a row of its own': (out) => out.subtractAssign(out.slice(0)),
    'subtract a column of its own': (out) => out.subtractAssign(out.slice(':, -1:')),
    evaluate: (out, a, b) => test.ga.evaluateInto(out)`${a} * 2 + ${b}`,
    where: (out, a, b) => test.ga.where(a, b, out, { out }),
    'cumsum of columns': (out, a) => a.cumsum({ axis: 0, out }),
    'cumsum of rows': (out, a) => a.cumsum({ axis: 1, out }),
    sort: (out, a) => a.sort({ axis: 0, out }),
    argsort: (out, a) => argsort(a, { out: out as unknown as GpuArray }),
    sum: (out, a) => a.sum({ axis: 0, out: out.slice(0) as unknown as GpuArray }),
    argmax: (out, a) => a.argmax({ axis: 1, keepdims: true, out: out.slice(':, 0:1') as unknown as GpuArray }),
    matmul: (out, a, b) => test.ga.matmul(a, b, { out: out as unknown as GpuArray }),
  }; // prettier-ignore

  it.each(Object.keys(calls))('%s', async (name) => {
    const call = calls[name] as (typeof calls)[string];
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 5 }), cut, cut, cut, async (size, where, first, second) => {
        using shared = test.ga.arange(400, 'int64').reshape(20, 20);
        using apart = shared.copy();
        call(cutFrom(shared, size, where), cutFrom(shared, size, first), cutFrom(shared, size, second));
        using result = cutFrom(apart, size, where).copy();
        using a = cutFrom(apart, size, first).copy();
        using b = cutFrom(apart, size, second).copy();
        call(result, a, b);
        cutFrom(apart, size, where).assign(result);
        expect(await shared.get()).toEqual(await apart.get());
      }),
      { numRuns: 20 },
    );
  });

  it('a view that repeats elements is refused in the name of what would write it', () => {
    const { ga } = test;
    const [a, row, square] = [ga.ones([3, 3]), ga.zeros(1).broadcastTo(3), ga.zeros(1).broadcastTo([3, 3])];
    const writes: readonly [string, () => unknown][] = [
      ['sum', () => a.sum({ axis: 0, out: row as unknown as GpuArray })],
      ['cumsum', () => a.cumsum({ axis: 0, out: square as unknown as GpuArray })],
      ['sort', () => a.sort({ out: square as unknown as GpuArray })],
      ['matmul', () => ga.matmul(a, a, { out: square as unknown as GpuArray })],
      ['add', () => ga.add(a, a, { out: square as unknown as GpuArray })],
    ]; // prettier-ignore
    for (const [name, write] of writes) expect(write).toThrow(`${name}: a broadcast view cannot be written`);
    const gone = ga.zeros([3, 3]);
    gone.dispose();
    expect(() => a.sort({ out: gone as unknown as GpuArray })).toThrow('sort: the array has been disposed');
  });
});
