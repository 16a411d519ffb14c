/** Whether results are right. */
import { tuneKernel } from '@heddle/tuner';
import { a, n, request, sum } from './add-request';

describe('verification', () => {
  it('records a wrong result, with where and by how much, and goes on', async () => {
    const { results, best, environment } = await tuneKernel(request([64]));
    const wrong = results.find(({ configuration }) => configuration.block_size_x === 64);
    expect(wrong?.failure?.kind).toBe('wrong');
    expect(wrong?.failure?.message).toMatch(/argument 1: 1000 of 1000 elements .* element 0 is 1000.25, not 1000/);
    expect(Number.isNaN(wrong?.time)).toBe(true);
    expect(best?.configuration.block_size_x).not.toBe(64);
    expect(environment.failures).toEqual({ wrong: 1 });
  });

  it.each([
    ['an absolute tolerance for all', 0.25],
    ['one for each argument', [{ atol: 0, rtol: 0.0025 }]],
  ])('accepts what is within %s', async (_, tolerance) => {
    const { environment } = await tuneKernel({ ...request([64]), tolerance });
    expect(environment.failures).toEqual({});
  });

  it("can be the user's own, with the data on the host", async () => {
    const seen: unknown[] = [];
    const { results } = await tuneKernel({
      ...request([64]),
      verify: (answer, found) => {
        seen.push(answer?.[0] === sum, found.length, found[3]);
        const first = found[0] as Float32Array;
        return first[0] === sum[0] || `it starts with ${first[0]}`;
      },
    });
    expect(seen.slice(0, 3)).toEqual([true, 4, undefined]);
    const failures = results.flatMap(({ failure }) => failure ?? []);
    expect(failures).toEqual([{ kind: 'wrong', message: 'it starts with 1000.25' }]);
  });

  it('gives a kernel the same inputs each time, though it changes them', async () => {
    const { environment } = await tuneKernel({
      ...request(),
      kernel: 'grow',
      source:
        '__global__ void grow(float* x, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) x[i] += 1; }',
      arguments: [a, n],
      answer: [a.map((value) => value + 1)],
    });
    expect(environment.failures).toEqual({});
    expect(a[8]).toBe(1);
  });
});
