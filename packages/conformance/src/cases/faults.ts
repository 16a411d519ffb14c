/** A kernel that fails for good: the device says so everywhere, and a reset brings it back. */
import { casesOf } from '../conformance-case';
import type { SourceChoices } from '../source-choice';

/** A fault that no device survives by itself, but every process does. */
const failing: SourceChoices = {
  cuda: `
#include <assert.h>
__global__ void fail(int* x) { assert(x == 0); }
__global__ void touch(int* x) { x[0] += 1; }
`,
};

const preamble = `
const shape = { grid: 1, block: 1 };
const say = (what, value) => console.log(what + ': ' + value);
const codeOf = async (body) => { try { await body(); return 'no error'; } catch (error) { return error.code; } };
const module = await device.compile(input.text, { language: input.language });
const x = device.zeros('int32', 4);
await device.synchronize();
`;

export const faultCases = casesOf('faults', [
  {
    id: 'device-lost',
    title: 'after a fault every call says DEVICE_LOST, and disposing still works',
    requires: ['kernel-assert'],
    languages: ['cuda'],
    startsPrograms: true,
    run: async ({ source, runProgram, check }) => {
      const { code, stdout, stderr } = await runProgram({
        input: source(failing),
        body: `${preamble}
module.kernel('fail').launch(shape, x);
say('synchronize', await codeOf(() => device.synchronize()));
say('read', await codeOf(() => x.read()));
say('write', await codeOf(() => x.write(Int32Array.of(1))));
say('allocate', await codeOf(() => device.allocate(4)));
say('launch', await codeOf(() => module.kernel('touch').launch(shape, x)));
say('stream', await codeOf(() => device.createStream()));
say('lost', device.lost && device.lost.code);
x.dispose();
module.dispose();
`,
      });
      check.equal(code, 0, `exit code (${stderr})`);
      for (const what of ['synchronize', 'read', 'write', 'allocate', 'launch', 'stream', 'lost']) {
        check.ok(stdout.includes(`${what}: DEVICE_LOST`), `${what} is not DEVICE_LOST in:\n${stdout}`);
      }
    },
  },
  {
    id: 'reset',
    title: 'after a reset the device serves again, and refuses what it held before',
    requires: ['kernel-assert', 'reset'],
    languages: ['cuda'],
    startsPrograms: true,
    run: async ({ source, runProgram, check }) => {
      const { code, stdout, stderr } = await runProgram({
        input: source(failing),
        body: `${preamble}
module.kernel('fail').launch(shape, x);
await codeOf(() => device.synchronize());
await device.reset();
const y = device.zeros('int32', 1);
(await device.compile(input.text, { language: input.language })).kernel('touch').launch(shape, y);
say('value', (await y.read())[0]);
say('old buffer', await codeOf(() => x.read()));
say('old module', await codeOf(() => module.kernel('touch')));
`,
      });
      check.equal(code, 0, `exit code (${stderr})`);
      for (const expected of ['value: 1', 'old buffer: ARGUMENT', 'old module: ARGUMENT']) {
        check.ok(stdout.includes(expected), `'${expected}' is not in:\n${stdout}${stderr}`);
      }
    },
  },
  {
    id: 'reset-of-a-healthy-device',
    title: 'a device that is reset for no need starts afresh',
    requires: ['reset'],
    languages: ['portable'],
    exclusive: true,
    run: async ({ device, check }) => {
      const source: string = 'KERNEL void touch(GLOBAL int* x) { x[0] += 1; }';
      const before = device.zeros('int32', 1);
      await device.synchronize();
      await device.reset();
      using module = await device.compile(source, { language: 'portable' });
      using after = device.zeros('int32', 1);
      module.kernel('touch').launch({ grid: 1, block: 1 }, after);
      check.arrayEqual(await after.read(), [1]);
      await check.rejects('ARGUMENT', before.read());
    },
  },
]);
