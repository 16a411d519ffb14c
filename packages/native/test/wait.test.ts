import { spawnSync } from 'node:child_process';
import { addonPath, builtAddon, describeAddon, fixture, fixturePath } from './testing/built-addon';

describeAddon('wait', () => {
  it('resolves with the status of the first call that fails', async () => {
    const addon = builtAddon();
    const c = fixture();
    const status = (value: bigint) => ({ function: c.returnStatus, arguments: [value] });
    await expect(addon.wait([status(0n), status(0n)])).resolves.toBe(0);
    await expect(addon.wait([status(0n), status(5n), status(6n)])).resolves.toBe(5);
    await expect(addon.wait([])).resolves.toBe(0);
  });

  it('lets many wait at once, and the event loop go on', async () => {
    const addon = builtAddon();
    const met = new BigUint64Array(1);
    // Each returns when all have come, and then the event loop: one after the other they would wait for ever.
    const call = { function: fixture().meet, arguments: [addon.addressOf(met.buffer), 51n, 9n] };
    const timer = setInterval(() => {
      if (Atomics.load(met, 0) === 50n) Atomics.store(met, 0, 51n);
    }, 5);
    const statuses = await Promise.all(Array.from({ length: 50 }, () => addon.wait([call])));
    clearInterval(timer);
    expect(statuses).toEqual(new Array(50).fill(9));
  });

  it('asks again while the answer is "not yet", and goes on after its patience', async () => {
    const addon = builtAddon();
    const asked = new BigUint64Array(1);
    const call = (count: bigint, status: bigint, microseconds: number) => ({
      function: fixture().notReadyUntil,
      arguments: [count, addon.addressOf(asked.buffer), status],
      askAgain: { status: 600, microseconds },
    });
    await expect(addon.wait([call(50n, 0n, 10_000_000)])).resolves.toBe(0);
    expect(asked[0]).toBe(50n);
    asked[0] = 0n;
    await expect(addon.wait([call(50n, 7n, 10_000_000)])).resolves.toBe(7);
    expect(asked[0]).toBe(50n);
    asked[0] = 0n;
    const next = { function: fixture().returnStatus, arguments: [3n] };
    await expect(addon.wait([call(2n ** 60n, 0n, 1000), next])).resolves.toBe(3);
    expect(asked[0]).toBeGreaterThan(1n);
    // Without patience the status is a failure like any other.
    asked[0] = 0n;
    await expect(addon.wait([call(2n ** 60n, 0n, 0), next])).resolves.toBe(600);
    expect(asked[0]).toBe(1n);
  });

  it('refuses wrong calls before a thread sees them', () => {
    const addon = builtAddon();
    const code = expect.objectContaining({ code: 'ARGUMENT' });
    expect(() => addon.wait(undefined as never)).toThrow(code);
    expect(() => addon.wait([undefined as never])).toThrow(code);
    expect(() => addon.wait([null as never])).toThrow(code);
    expect(() => addon.wait([{ function: 0n, arguments: [] }])).toThrow(code);
    expect(() => addon.wait([{ function: 1n, arguments: new Array(10).fill(0n) }])).toThrow(code);
    expect(() => addon.wait([{ function: 1n, arguments: [1 as never] }])).toThrow(code);
    const wrong = [null, 5, {}, { status: 600 }, { status: 'x', microseconds: 1 }, { status: 600, microseconds: -1 }];
    for (const askAgain of wrong) {
      expect(() => addon.wait([{ function: 1n, arguments: [], askAgain: askAgain as never }])).toThrow(code);
    }
  });

  describe('in a process of its own', () => {
    const start = `const { join } = require('node:path');
      const addon = require(${JSON.stringify(addonPath)});
      const c = require(${JSON.stringify(fixturePath)});`;
    const run = (code: string) =>
      spawnSync(process.execPath, ['-e', start + code], { encoding: 'utf8', timeout: 20_000 });

    it('keeps the process alive while one is pending, and no longer', () => {
      const { stdout, status } = run(`
        addon.wait([{ function: c.sleepMilliseconds, arguments: [200n, 3n] }]).then((s) => console.log('got', s));`);
      expect(stdout).toBe('got 3\n');
      expect(status).toBe(0);
    });

    it('does not hold up an exit, even when it never ends', () => {
      const { status } = run(`
        addon.wait([{ function: c.sleepForever, arguments: [] }]);
        setTimeout(() => process.exit(7), 100);`);
      expect(status).toBe(7);
    });

    it('outlives the worker that began it', () => {
      const { stdout, stderr, status } = run(`
        const { Worker } = require('node:worker_threads');
        const code = ${JSON.stringify(start)} + \`
          addon.createPlan({ kind: 'direct', function: c.nothing, arguments: [] });
          addon.wait([{ function: c.sleepMilliseconds, arguments: [300n, 0n] }]);
          setTimeout(() => process.exit(0), 50);\`;
        let left = 4;
        for (let i = 0; i < 4; i++) {
          new Worker(code, { eval: true }).on('exit', () => {
            if (--left === 0) setTimeout(() => console.log('done'), 500);
          });
        }`);
      expect(stderr).toBe('');
      expect(stdout).toBe('done\n');
      expect(status).toBe(0);
    });
  });
});
