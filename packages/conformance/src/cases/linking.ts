/** Sources compiled apart and linked into one module. */
import type { Device } from '@heddle/core';
import type { Artifact, LinkSource } from '@heddle/core/backend';
import { casesOf } from '../conformance-case';
import type { SourceChoices } from '../source-choice';

const one = { grid: 1, block: 1 } as const;
const languages = ['cuda', 'opencl'] as const;

/** Calls what another source defines. */
const caller: SourceChoices = {
  cuda: 'extern __device__ int triple(int x);\nextern "C" __global__ void apply(int* x) { x[0] = triple(x[0]) + 1; }',
  opencl: 'int triple(int x);\n__kernel void apply(__global int* x) { x[0] = triple(x[0]) + 1; }',
};
const callee: SourceChoices = {
  cuda: '__device__ int triple(int x) { return x * 3; }',
  opencl: 'int triple(int x) { return x * 3; }',
};

/** Some drivers' linkers keep no log: then an error can only say that. */
const named = /triple|no log/;

/** The language must be named: a source of functions alone does not tell it. */
const languageOf = (device: Device): 'cuda' | 'opencl' => (device.compiles('cuda') ? 'cuda' : 'opencl');

export const linkingCases = casesOf('linking', [
  {
    id: 'other-source',
    title: 'a kernel calls a function that another source defines, in either order',
    requires: ['linking'],
    languages,
    run: async ({ device, source, own, upload, check }) => {
      const texts = [source(caller).text, source(callee).text];
      for (const sources of [texts, [...texts].reverse()]) {
        const module = own(await device.link(sources, { language: languageOf(device) }));
        const x = await upload(Int32Array.of(5));
        module.kernel('apply').launch(one, x);
        check.arrayEqual(await x.read(), [16]);
      }
    },
  },
  {
    id: 'stored-objects',
    title: 'objects that were stored link in another device, with sources too',
    requires: ['linking'],
    languages,
    run: async ({ device, source, openDevice, check }) => {
      const options = { language: languageOf(device) };
      const object = restored(await device.compileObject(source(callee).text, options));
      const other = await openDevice();
      const module = await other.link([object, source(caller).text], options);
      const x = await other.upload(Int32Array.of(7));
      module.kernel('apply').launch(one, x);
      check.arrayEqual(await x.read(), [22]);
      // The signature is that of a source, which is not there.
      const objects = [object, restored(await device.compileObject(source(caller).text, options))];
      const linked = await other.link(objects);
      linked.kernel('apply', { signature: 'int* x' }).launch(one, x);
      check.arrayEqual(await x.read(), [67]);
    },
  },
  {
    id: 'undefined-function',
    title:
      'a function that no source defines is an error that names it as far as the linker does, and the device goes on',
    requires: ['linking'],
    languages,
    run: async ({ device, source, own, upload, check }) => {
      const options = { language: languageOf(device) };
      await check.rejects('COMPILE', device.link([source(caller).text], options), { message: named });
      const module = own(await device.link([source(caller).text, source(callee).text], options));
      const x = await upload(Int32Array.of(1));
      module.kernel('apply').launch(one, x);
      check.arrayEqual(await x.read(), [4]);
    },
  },
  {
    id: 'defined-twice',
    title: 'a function that two sources define is an error that names it as far as the linker does',
    requires: ['linking'],
    languages,
    run: async ({ device, source, check }) => {
      const sources = [caller, callee, callee].map((each) => source(each).text);
      await check.rejects('COMPILE', device.link(sources, { language: languageOf(device) }), { message: named });
    },
  },
  {
    id: 'failing-source',
    title: 'the error of one source among several names its file and shows its line',
    requires: ['linking'],
    languages,
    run: async ({ device, source, check }) => {
      const broken = `${source(callee).text}\nint nonsense(int x) { return missing_name + x; }\n`;
      const sources: LinkSource[] = [
        { source: source(caller).text, fileName: 'caller.txt' },
        { source: broken, fileName: 'broken.txt' },
      ];
      const error = await check.rejects('COMPILE', device.link(sources, { language: languageOf(device) }));
      check.ok(error.message.includes('broken.txt'), `the message names the file: ${error.message}`);
      check.ok(
        error.excerpt?.includes('missing_name') === true,
        `the excerpt shows the line: ${error.excerpt ?? 'none'}`,
      );
    },
  },
  {
    id: 'nothing-to-link',
    title: 'no sources, and objects that are none, are refused',
    requires: ['linking'],
    languages,
    run: async ({ device, check }) => {
      await check.rejects('ARGUMENT', device.link([]));
      const nonsense = { format: 'no-such-format', bytes: Uint8Array.of(1, 2, 3, 4) };
      await check.rejects(['ARGUMENT', 'COMPILE', 'CORRUPT', 'UNSUPPORTED'], device.link([nonsense]));
    },
  },
  {
    id: 'link-time-optimization',
    title: 'link-time optimisation gives the same results, or says that there is none',
    requires: ['linking'],
    languages,
    run: async ({ device, source, own, upload, check }) => {
      const options = { language: languageOf(device), linkTimeOptimization: true };
      const linking = device.link([source(caller).text, source(callee).text], options);
      const module = await linking.catch((error: unknown) => error);
      if (module instanceof Error) {
        await check.rejects('UNSUPPORTED', Promise.reject(module));
        return;
      }
      const x = await upload(Int32Array.of(9));
      own(await linking)
        .kernel('apply')
        .launch(one, x);
      check.arrayEqual(await x.read(), [28]);
    },
  },
]);

/** As it comes back from a file. */
function restored(artifact: Artifact): Artifact {
  const { bytes, ...rest } = artifact;
  return { ...(JSON.parse(JSON.stringify(rest)) as Omit<Artifact, 'bytes'>), bytes: Uint8Array.from(bytes) };
}
