/** Wrong use of a cuda::barrier is an error, and right use has no race. */
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

const deadlocks = {
  'one thread less comes than it expects': 'if (threadIdx.x > 0) bar.arrive_and_wait();',
  "the others wait at the block's own barrier": 'if (threadIdx.x % 2) __syncthreads(); else bar.arrive_and_wait();',
  'its phase is waited for by parity, and never ends': 'bar.wait_parity(false);',
  'each thread has arrived, but one expects a second phase': `bar.arrive_and_wait();
    if (threadIdx.x == 7) bar.arrive_and_wait();`,
  "a thread that waits has ended the others' hopes": `if (threadIdx.x == 0) return;
    if (threadIdx.x % 32 == 0) __nanosleep(100);
    auto token = bar.arrive();
    bar.wait(std::move(token));`,
};
it.each(Object.entries(deadlocks))('a barrier that is never completed is a deadlock: %s', async (_, body) => {
  const host = await openHost();
  const source: string = `${barriers}__global__ void k(int* out) {
      __shared__ barrier bar;
      if (threadIdx.x == 0) init(&bar, blockDim.x);
      __syncthreads();
      ${body}
      out[threadIdx.x] = 1;
    }`;
  const module = await host.device.compile(source);
  module.kernel('k').launch({ grid: 3, block: threads }, host.device.zeros('int32', threads));
  await expect(host.device.synchronize()).rejects.toMatchObject({
    code: 'TIMEOUT',
    kernel: 'k',
    message: expect.stringMatching(/deadlock: .* wait.* at a cuda::barrier/) as string,
  });
  await host.close();
});

it('blocks that wait for a block that has failed end with it', async () => {
  const host = await openHost();
  const source: string = `${barriers}
    __device__ cuda::barrier<cuda::thread_scope_device> bar;
    __global__ void k(int* out) {
      auto grid = cg::this_grid();
      if (grid.thread_rank() == 0) init(&bar, grid.size());
      grid.sync();
      if (blockIdx.x == 1) __trap();
      bar.arrive_and_wait();
      out[threadIdx.x] = 1;
    }`;
  const module = await host.device.compile(source);
  const out = host.device.zeros('int32', threads);
  module.kernel('k').launch({ grid: 4, block: threads, cooperative: true }, out);
  await expect(host.device.synchronize()).rejects.toMatchObject({ code: 'DEVICE_LOST', kernel: 'k' });
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
      'copies of groups and of threads are over after a barrier',
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
