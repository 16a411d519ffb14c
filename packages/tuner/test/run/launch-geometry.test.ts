/** Configurations that cannot be launched. */
import { runKernel, tuneKernel, type TuneKernelOptions } from '@heddle/tuner';
import { a, argumentFault, n, request, source } from './add-request';

type Options = TuneKernelOptions<{ block_size_x: readonly number[] }>;

const invalid = (message: string) => ({ kind: 'invalid', message: expect.stringContaining(message) });

describe('a configuration that cannot be launched is a record, and the run goes on', () => {
  it.each<[string, Partial<Options>, string]>([
    ['a divisor function gives 0', { gridDivX: (p) => (p.block_size_x === 64 ? 0 : 64) }, 'gridDivX is 0'],
    ['a divisor expression gives 0', { gridDivY: 'block_size_x - 64' }, 'gridDivY is 0'],
    ['a problem size gives 0', { problemSize: (p) => [n, p.block_size_x - 64] }, 'not [1000, 0, 1]'],
    ['shared memory is negative', { sharedMemory: (p) => (p.block_size_x === 64 ? -1 : 0) }, 'not -1'],
    ['shared memory is half a byte', { sharedMemory: '0.5 if block_size_x == 64 else 0' }, 'not 0.5'],
  ])('%s', async (_, change, message) => {
    const given = { ...request(), tune: { block_size_x: [128, 64, 256] }, answer: [], ...change } as Options;
    const { results, best } = await tuneKernel(given);
    expect(results.map(({ configuration }) => configuration.block_size_x)).toEqual([128, 64, 256]);
    const [one, bad, other] = results;
    expect(bad?.failure).toEqual(invalid(message));
    expect(bad?.failure?.message).toContain('{"block_size_x":64}');
    expect([one?.failure, other?.failure]).toEqual([undefined, undefined]);
    expect(best?.configuration.block_size_x).not.toBe(64);
  });

  it.each([0, -32, 1.5])('a block has %p threads', async (threads) => {
    const tune: { block_size_x: readonly number[] } = { block_size_x: [threads, 32] };
    const given: object = { ...request(), defines: { ERROR_OF: '0' }, tune };
    const { results } = await tuneKernel(given as Options);
    expect(results[0]?.failure).toEqual(invalid(`[${threads}, 1, 1]`));
    expect(results[1]?.failure).toBeUndefined();
  });

  it('is compiled neither ahead nor in its turn, in processes of their own', async () => {
    const { results } = await tuneKernel({
      ...request(),
      isolation: 'process',
      compileWorkers: 1,
      gridDivX: ({ block_size_x: x }: { readonly block_size_x: number }) => (x === 64 ? 0 : x),
    });
    expect(results.map(({ failure }) => failure?.kind)).toEqual([undefined, 'invalid', undefined]);
    expect(results[1]?.spent).toEqual({ compilation: 0, verification: 0, benchmark: 0 });
  });
});

it('a single run of such a configuration is refused', async () => {
  const { kernel, device } = request();
  const given = { kernel, source, device: device as string, defines: { ERROR_OF: '0' }, problemSize: n };
  const running = runKernel({ ...given, arguments: [a.slice(), a, a, n], configuration: { block_size_x: 0 } });
  await expect(running).rejects.toEqual(argumentFault('a block is of positive whole numbers of threads'));
});
