/** A compiler's messages about a source that compiles. */
import { ArtifactCache, type Module } from '@heddle/core';
import { casesOf } from '../conformance-case';

const said = 'this kernel is out of date';
const warned = `#warning "${said}"\nKERNEL void k(GLOBAL int* out) { out[0] = 1; }\n`;

export const warningCases = casesOf('compile', [
  {
    id: 'warning-in-log',
    title: 'warnings of a source that compiles are in the log, from the cache too',
    languages: ['portable'],
    run: async ({ device, openDevice, own, temporaryFolder, check }) => {
      const folder = await temporaryFolder();
      const compileAnew = async (cache: boolean): Promise<Module> => {
        const other = await openDevice({ cache: new ArtifactCache({ folder }) });
        return own(await other.compile<string>(warned, { language: 'portable', cache }));
      };
      for (const cache of [false, true]) {
        const { log, cached } = await compileAnew(cache);
        check.ok(!cached, 'it is compiled');
        check.ok(log.includes(said), `the warning is not in the log: '${log}'`);
      }
      const { log, cached } = await compileAnew(true);
      check.ok(cached, 'it comes from the cache');
      check.ok(log.includes(said), `the warning is not in the log of a cached module: '${log}'`);
      const quiet = own(await device.compile<string>(warned.replace(/^.*\n/, ''), { language: 'portable' }));
      check.ok(!/warning/i.test(quiet.log), `a source without fault is warned of: ${quiet.log}`);
    },
  },
  {
    id: 'warning-in-log-of-objects',
    title: 'warnings of an object are in its log, and in that of what is linked of it',
    requires: ['linking'],
    languages: ['portable'],
    run: async ({ device, own, check }) => {
      const options = { language: 'portable' } as const;
      const object = await device.compileObject(warned, options);
      check.ok(object.log.includes(said), `the warning is not in the object's log: '${object.log}'`);
      for (const part of [object, warned]) {
        const { log } = own(await device.link([part], options));
        check.equal(log.split(said).length > 1, true, `the warning is in the log of the link: '${log}'`);
      }
    },
  },
]);
