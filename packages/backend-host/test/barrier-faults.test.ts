/** What breaks a cuda::barrier is an error, and what keeps to it has no race. */
import { barriers, cases, each, run, threads } from './cuda-headers/barrier-kernels';
import { openHost } from './open-host';

it.each([
  ['more arrivals than it expects', 'if (threadIdx.x == 0) init(&bar, blockDim.x - 1);'],
  ['never been initialised', ''],
])('a barrier that has %s is an error', async (_, initialise) => {
  const host = await openHost();
  const source: string = `${barriers}__global__ void k(int* out) {
      __shared__ barrier bar;
      ${initialise}
      __syncthreads();
      (void)bar.arrive(2);
      out[threadIdx.x] = 1;
    }`;
  const module = await host.device.compile(source);
  module.kernel('k').launch({ grid: 1, block: threads }, host.device.zeros('int32', threads));
  await expect(host.device.synchronize()).rejects.toMatchObject({
    code: 'DEVICE_LOST',
    kernel: 'k',
    message: expect.stringContaining('cuda::barrier') as string,
  });
  await host.close();
});

// ThreadSanitizer takes the threads of a block for threads: what a barrier orders, it must see ordered.
it.each([
  ['address', Object.keys(cases)],
  [
    'thread',
    [
      'phases are waited for by their parity',
      'one warp fills two buffers in turns, the other empties them',
      'copies of groups and of threads are over behind a barrier',
      'all threads of a block produce and consume',
    ],
  ],
])(
  'sanitizers have nothing to say: %s',
  async (sanitize, names) => {
    const host = await openHost({ sanitize });
    for (const name of names) {
      const [source, value] = cases[name] ?? ['', () => NaN];
      expect(await run(host.device, source)).toEqual(each(value));
    }
    await host.close();
  },
  120_000,
);
