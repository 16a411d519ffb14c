/** Kernels that ask for no row are run for every row of a block all the same, whether or not their threads wait. */
import { openHost } from './open-host';

it.each([
  ['counts', 'atomicAdd(&hits[threadIdx.x], 1);'],
  ['counts behind a wait', 'arrive(); atomicAdd(&hits[threadIdx.x], 1);'],
])('a kernel that %s is run by all threads of a block of three dimensions', async (_, body) => {
  const host = await openHost();
  // Behind a macro, so that the source alone does not tell that threads wait.
  const defines = { arrive: '__syncthreads' };
  const module = await host.device.compile<string>(`__global__ void count(int* hits) { ${body} }`, { defines });
  const hits = host.device.zeros('int32', 9);
  module.kernel('count').launch({ grid: [3, 2], block: [9, 4, 2] }, hits);
  expect([...(await hits.read())]).toEqual(Array<number>(9).fill(3 * 2 * 4 * 2));
  await host.close();
});
