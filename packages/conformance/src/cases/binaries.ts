/** Compiled modules stored and loaded again, and what is refused of that. */
import { casesOf } from '../conformance-case';

const one = { grid: 1, block: 1 } as const;
const portable = 'KERNEL void scale(GLOBAL float* x, float by, int n) { for (int i = 0; i < n; i++) x[i] *= by; }';

export const binaryCases = casesOf('binaries', [
  {
    id: 'loaded-again',
    title: 'an artifact that was stored loads again, and runs with a signature given by hand',
    requires: ['binaries'],
    source: { portable },
    run: async ({ device, own, upload, check }, module) => {
      const { bytes, log: _log, ...rest } = module.artifact;
      // As it would come back from a file.
      const stored = JSON.stringify({ ...rest, bytes: Buffer.from(bytes).toString('base64') });
      const found = JSON.parse(stored) as { format: string; bytes: string; entryNames: Record<string, string> };
      const loaded = own(await device.load({ ...found, bytes: Uint8Array.from(Buffer.from(found.bytes, 'base64')) }));
      const x = await upload(Float32Array.of(1, 2, 3));
      loaded.kernel('scale', { signature: 'float* x, float by, int n' }).launch(one, x, 10, 3);
      check.arrayEqual(await x.read(), [10, 20, 30]);
    },
  },
  {
    id: 'with-source',
    title: 'the source gives the signatures of a binary',
    requires: ['binaries'],
    source: { portable },
    run: async ({ device, own, upload, check }, module) => {
      const loaded = own(await device.load(module.artifact, { source: portable }));
      const x = await upload(Float32Array.of(4));
      loaded.kernel('scale').launch(one, x, 0.5, 1);
      check.arrayEqual(await x.read(), [2]);
    },
  },
  {
    id: 'in-another-device',
    title: 'an artifact loads in another device of the same kind',
    requires: ['binaries'],
    source: { portable },
    run: async ({ openDevice, check }, module) => {
      const other = await openDevice();
      const loaded = await other.load(module.artifact, { source: portable });
      const x = await other.upload(Float32Array.of(3));
      loaded.kernel('scale').launch(one, x, 3, 1);
      check.arrayEqual(await x.read(), [9]);
    },
  },
  {
    id: 'without-signature',
    title: 'a kernel of a binary needs a signature, except where the driver remembers it',
    requires: ['binaries'],
    source: { portable },
    run: async ({ device, own, check }, module) => {
      const loaded = own(await device.load(module.artifact));
      const remembered = tryTo(() => loaded.kernel('scale').signature.parameters.map(({ type }) => type));
      if (Array.isArray(remembered)) check.equal(remembered.join(), 'float*,float,int');
      else {
        check.throws('ARGUMENT', () => {
          throw remembered;
        });
      }
      check.throws('ARGUMENT', () => loaded.kernel('no_such_kernel', { signature: 'int n' }));
    },
  },
  {
    id: 'truncated',
    title: 'a truncated binary is an error, and the device goes on',
    requires: ['binaries'],
    source: { portable },
    run: async ({ device, upload, check }, module) => {
      const { bytes } = module.artifact;
      for (const length of [0, 1, 16, Math.floor(bytes.length / 2), bytes.length - 1]) {
        await check.rejects(
          ['ARGUMENT', 'CORRUPT'],
          device.load({ ...module.artifact, bytes: bytes.slice(0, length) }),
        );
      }
      const x = await upload(Float32Array.of(1));
      module.kernel('scale').launch(one, x, 2, 1);
      check.arrayEqual(await x.read(), [2]);
    },
  },
  {
    id: 'nonsense',
    title: 'random bytes are an error, not a module',
    requires: ['binaries'],
    source: { portable },
    run: async ({ device, random, check }, module) => {
      const load = (bytes: Uint8Array): Promise<unknown> => device.load({ ...module.artifact, bytes });
      await check.rejects(['ARGUMENT', 'CORRUPT'], load(random.bytes(4000)));
      await check.rejects(['ARGUMENT', 'CORRUPT'], load(new Uint8Array(4000)));
    },
  },
  {
    id: 'other-format',
    title: 'a format that the device does not load is refused',
    requires: ['binaries'],
    source: { portable },
    run: async ({ device, check }, module) => {
      await check.rejects('ARGUMENT', device.load({ ...module.artifact, format: 'punched-cards' }));
    },
  },
]);

function tryTo<T>(body: () => T): T | Error {
  try {
    return body();
  } catch (error) {
    return error as Error;
  }
}
