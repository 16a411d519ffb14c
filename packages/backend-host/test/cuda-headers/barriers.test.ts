/** cuda::barrier and cuda::pipeline, on the host and on GPUs. */
import type { Device } from '@heddle/core';
import { barriers, cases, each, run, sum, threads } from './barrier-kernels';
import { openCudaDevice } from './open-cuda-device';

let device: Device;
beforeAll(async () => {
  device = await openCudaDevice();
});
afterAll(() => device.dispose());

it.each(Object.entries(cases))('%s', async (_, [source, value]) => {
  expect(await run(device, source)).toEqual(each(value));
});

it('blocks of a cooperative launch wait for each other', async () => {
  const [blocks, rounds] = [4, 6];
  const source: string = `${barriers}
      __device__ cuda::barrier<cuda::thread_scope_device> bar;
      __global__ void k(int* values, int* out) {
        auto grid = cg::this_grid();
        const int i = grid.thread_rank(), n = grid.size();
        if (i == 0) init(&bar, n);
        grid.sync();
        int total = 0;
        for (int round = 0; round < ${rounds}; round++) {
          values[i] = 10 * i + round;
          bar.arrive_and_wait();
          total += values[n - 1 - i];
          auto token = bar.arrive();
          bar.wait(std::move(token));
        }
        out[i] = total;
      }`;
  const n = blocks * threads;
  using module = await device.compile(source);
  using values = device.zeros('int32', n);
  using out = device.zeros('int32', n);
  module.kernel('k').launch({ grid: blocks, block: threads, cooperative: true }, values, out);
  const expected = Array.from({ length: n }, (_, i) => sum(rounds, (round) => 10 * (n - 1 - i) + round));
  expect([...(await out.read())]).toEqual(expected);
});
