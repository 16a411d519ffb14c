/** What kernels say: printf and assert. Each runs in a program of its own, whose output can be read. */
import { casesOf } from '../conformance-case';
import type { SourceChoices } from '../source-choice';

const printing: SourceChoices = {
  cuda: `
__global__ void k(float x) {
  if (threadIdx.x == 2) printf("thread %d says %.2f and %s\\n", (int)threadIdx.x, (double)(x * 2), "yes");
}
`,
  opencl: `
__kernel void k(float x) {
  if (get_local_id(0) == 2) printf("thread %d says %.2f and %s\\n", (int)get_local_id(0), x * 2, "yes");
}
`,
};

const asserting: SourceChoices = {
  cuda: `
#include <assert.h>
__global__ void k(int* x, int bad) { assert((int)threadIdx.x != bad); x[threadIdx.x] = 1; }
`,
};

export const outputCases = casesOf('output', [
  {
    id: 'printf',
    title: 'what kernels print is on the standard output by the end of the program',
    requires: ['kernel-printf'],
    languages: ['cuda', 'opencl'],
    startsPrograms: true,
    run: async ({ source, runProgram, check }) => {
      const { code, stdout, stderr } = await runProgram({
        input: source(printing),
        body: `
const module = await device.compile(input.text, { language: input.language });
module.kernel('k').launch({ grid: 1, block: 4 }, 1.25);
await device.synchronize();
`,
      });
      check.equal(code, 0, `exit code of the program (${stderr})`);
      check.ok(stdout.includes('thread 2 says 2.50 and yes'), `the output is: ${stdout}`);
    },
  },
  {
    id: 'assert',
    title:
      'an assertion that fails ends the launch with an error, names the thread, and a reset brings the device back',
    requires: ['kernel-assert'],
    languages: ['cuda'],
    startsPrograms: true,
    run: async ({ source, runProgram, check }) => {
      const { code, stdout, stderr } = await runProgram({
        input: source(asserting),
        body: `
const options = { language: input.language };
const launch = async (bad) => {
  const x = device.zeros('int32', 8);
  (await device.compile(input.text, options)).kernel('k').launch({ grid: 1, block: 8 }, x, bad);
  return [...await x.read()].join('');
};
console.log('before: ' + await launch(-1));
await launch(3).then(() => console.log('no error'), (error) => console.log('error: ' + error.code + ' ' + error.message));
if (device.lost) console.log('fault: ' + device.lost.message);
if (device.lost && device.has('reset')) await device.reset();
if (!device.lost) console.log('after: ' + await launch(-1));
`,
      });
      const output = `${stdout}\n${stderr}`;
      check.ok(code === 0, `the program ended with ${String(code)}: ${output}`);
      check.ok(stdout.includes('before: 11111111'), `an assertion that holds disturbs: ${output}`);
      check.ok(stdout.includes('error: DEVICE_LOST'), `the launch did not end in DEVICE_LOST: ${output}`);
      check.ok(/thread\W*3/i.test(output), `the thread is not named: ${output}`);
      check.ok(!output.includes('after: ') || output.includes('after: 11111111'), `the reset did not help: ${output}`);
    },
  },
]);

export const occupancyCases = casesOf('occupancy', [
  {
    id: 'resident-blocks',
    title: 'the number of resident blocks is positive, and falls as blocks grow',
    requires: ['occupancy'],
    source: { portable: 'KERNEL void k(GLOBAL int* x) { x[GLOBAL_INDEX(0)] = 1; }' },
    run: async ({ device, check }, module) => {
      const kernel = module.kernel('k');
      const max = Math.min(device.properties.limits.threadsPerBlock, kernel.attributes.maxThreadsPerBlock ?? Infinity);
      const counts = [1, 2, 4].map((divisor) => kernel.residentBlocks(Math.max(1, Math.floor(max / divisor))));
      check.ok((counts[0] ?? 0) >= 1, `${counts[0] ?? 0} blocks of ${max} threads are resident`);
      check.ok((counts[0] ?? 0) <= (counts[2] ?? 0), `larger blocks are more: ${counts.join(', ')}`);
    },
  },
  {
    id: 'shared-memory-counts',
    title: 'blocks that use shared memory are not more',
    requires: ['occupancy', 'dynamic-shared-memory'],
    source: {
      portable:
        'KERNEL void k(GLOBAL int* x DYNAMIC_SHARED_PARAMETER(int, s)) { DYNAMIC_SHARED(int, s); s[0] = 1; x[0] = s[0]; }',
    },
    run: async ({ device, check }, module) => {
      const kernel = module.kernel('k');
      const { sharedBytes } = device.properties.limits;
      const [few, many] = [kernel.residentBlocks(32, sharedBytes), kernel.residentBlocks(32, 0)];
      check.ok(few >= 1 && few <= many, `${few} blocks with ${sharedBytes} bytes, ${many} without`);
    },
  },
  {
    id: 'refused',
    title: 'a block that no launch may have has no occupancy',
    requires: ['occupancy'],
    source: { portable: 'KERNEL void k(GLOBAL int* x) { x[0] = 1; }' },
    run: async ({ device, check }, module) => {
      const kernel = module.kernel('k');
      check.throws('RESOURCE', () => kernel.residentBlocks(device.properties.limits.threadsPerBlock + 1));
      for (const wrong of [0, -1, 1.5, NaN]) check.throws('ARGUMENT', () => kernel.residentBlocks(wrong));
    },
  },
]);
