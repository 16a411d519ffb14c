import { constants } from 'node:buffer';
import { spawnSync } from 'node:child_process';
import { addonPath, builtAddon, describeAddon, fixturePath } from './testing/built-addon';

describeAddon('memory of others', () => {
  it('is seen without a copy, more than once', () => {
    const addon = builtAddon();
    const own = new ArrayBuffer(64);
    const address = addon.addressOf(own);
    const first = new Uint8Array(addon.pinExternal(address + 8n, 16));
    const second = new Uint8Array(addon.pinExternal(address + 8n, 16));
    first[0] = 200;
    expect(second[0]).toBe(200);
    expect(new Uint8Array(own)[8]).toBe(200);
    expect(addon.addressOf(first.buffer)).toBe(address + 8n);
    addon.unpinExternal(first.buffer);
    expect(first.length).toBe(0);
    expect(second.length).toBe(16);
    addon.unpinExternal(second.buffer);
  });

  it('is refused where the description is wrong', () => {
    const addon = builtAddon();
    const code = expect.objectContaining({ code: 'ARGUMENT' });
    expect(() => addon.pinExternal(0n, 8)).toThrow(code);
    expect(() => addon.pinExternal(8n, 0)).toThrow(code);
    expect(() => addon.pinExternal(8n, -1)).toThrow(code);
    expect(() => addon.pinExternal(8 as never, 8)).toThrow(code);
    expect(() => addon.pinExternal(8n, 8, 0n)).toThrow(code);
    expect(() => addon.addressOf(new Uint8Array(4) as never)).toThrow(code);
    expect(() => addon.unpinExternal({} as never)).toThrow(code);
  });

  // Newer engines show any length that a number can tell.
  const hasLimit = constants.MAX_LENGTH < Number.MAX_SAFE_INTEGER;
  (hasLimit ? it : it.skip)('is refused, and not freed, where the engine cannot show so much', () => {
    const { stdout, stderr, status } = spawnSync(
      process.execPath,
      [
        '--expose-gc',
        '-e',
        `const addon = require(${JSON.stringify(addonPath)});
         const c = require(${JSON.stringify(fixturePath)});
         const received = new BigUint64Array(addon.pinExternal(c.received, 512));
         const freed = new Uint32Array(addon.pinExternal(c.freedCount, 4));
         addon.run(addon.createPlan({ kind: 'direct', function: c.allocate, arguments: [4096n] }));
         for (const length of [${constants.MAX_LENGTH + 8}, Number.MAX_SAFE_INTEGER]) {
           try {
             addon.pinExternal(received[0], length, c.freeCounted);
           } catch (error) {
             console.log(error.name, error.code, error.message);
           }
         }
         gc();
         setTimeout(() => console.log(freed[0]), 10);`,
      ],
      { encoding: 'utf8' },
    );
    expect(stderr).toBe('');
    const line = 'RangeError ARGUMENT byteLength is more than this JavaScript engine can show of foreign memory\n';
    expect(stdout).toBe(`${line}${line}0\n`);
    expect(status).toBe(0);
  });

  it('is freed once, when it is unpinned or collected', () => {
    const { stdout, stderr } = spawnSync(
      process.execPath,
      [
        '--expose-gc',
        '-e',
        `const addon = require(${JSON.stringify(addonPath)});
         const c = require(${JSON.stringify(fixturePath)});
         const received = new BigUint64Array(addon.pinExternal(c.received, 512));
         const freed = new Uint32Array(addon.pinExternal(c.freedCount, 4));
         const allocate = addon.createPlan({ kind: 'direct', function: c.allocate, arguments: [4096n] });
         const pin = () => {
           addon.run(allocate);
           return addon.pinExternal(received[0], 4096, c.freeCounted);
         };
         const settle = async () => {
           for (let i = 0; i < 10; i++) {
             gc();
             await new Promise((resolve) => setTimeout(resolve, 5));
           }
         };
         (async () => {
           const kept = pin();
           for (let i = 0; i < 10; i++) new Uint8Array(pin())[4095] = 1;
           await settle();
           console.log(freed[0]);
           addon.unpinExternal(kept);
           await settle();
           console.log(freed[0], kept.byteLength);
         })();`,
      ],
      { encoding: 'utf8' },
    );
    expect(stderr).toBe('');
    expect(stdout).toBe('10\n11 0\n');
  });
});
