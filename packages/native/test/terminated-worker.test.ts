import { spawnSync } from 'node:child_process';
import { addonPath, describeAddon, fixturePath } from './testing/built-addon';

/**
 * Expressions of a worker that is terminated while it evaluates them: `ended(value)` returns once `terminate` was called.
 * From then on the addon can neither call JavaScript nor throw.
 */
const copy = `direction: 'toHost', host: 8n, byteLength: 8, ring: 8n, chunkByteLength: 8, slots: 1, hostWords: 8n,
  deviceWords: 8n, cancel: 8n`;
const expressions: Readonly<Record<string, string>> = {
  'a plan runs': 'addon.run(hold)',
  'a plan is repeated': 'addon.repeat(hold, 1)',
  'a plan is made': `addon.createPlan({ kind: 'direct', get function() { return ended(c.nothing); }, arguments: [] })`,
  'a wrong plan is refused': `addon.createPlan({ get kind() { return ended('metal'); } })`,
  'a wait begins': 'addon.wait([{ function: c.nothing, get arguments() { return ended([]); } }])',
  'a wrong wait is refused': 'addon.wait([{ function: c.nothing, get arguments() { return ended(5); } }])',
  'a copy begins': `addon.copyThroughRing({ ${copy}, get threads() { return ended(1); } })`,
  'a wrong copy is refused': `addon.copyThroughRing({ ${copy}, get threads() { return ended(0); } })`,
  'memory is shown': '(ended(0), addon.pinExternal(workerData, 8))',
  'memory is refused': '(ended(0), addon.pinExternal(0n, 8))',
  'a promise is resolved':
    // Results that arrive during the sleep are delivered in one go, so the first one's `then` is followed by others.
    `for (let i = 0; i < 8; i++) addon.wait([{ function: c.nothing, arguments: [] }]).then(() => ended(0));
     addon.run(addon.createPlan({ kind: 'direct', function: c.sleepMilliseconds, arguments: [50n, 0n] }))`,
};

const start = `const { Worker, workerData } = require('node:worker_threads');
  const addon = require(${JSON.stringify(addonPath)});
  const c = require(${JSON.stringify(fixturePath)});`;

function terminateIn(expression: string) {
  const worker = `${start}
    // Both sides count themselves; it returns when there are two.
    const hold = addon.createPlan({ kind: 'direct', function: c.meet, arguments: [workerData, 2n, 0n] });
    const ended = (value) => (addon.run(hold), value);
    ${expression};`;
  const main = `${start}
    const received = new BigUint64Array(addon.pinExternal(c.received, 512));
    addon.run(addon.createPlan({ kind: 'direct', function: c.allocate, arguments: [8n] }));
    const met = new BigUint64Array(addon.pinExternal(received[0], 8));
    const worker = new Worker(${JSON.stringify(worker)}, { eval: true, workerData: received[0] });
    worker.on('error', (error) => console.log(error.message));
    const timer = setInterval(() => {
      if (Atomics.load(met, 0) !== 1n) return;
      clearInterval(timer);
      const end = worker.terminate();
      Atomics.store(met, 0, 2n);
      end.then(() => console.log('goes on'));
    }, 1);`;
  return spawnSync(process.execPath, ['-e', main], { encoding: 'utf8', timeout: 20_000 });
}

describeAddon('a worker that is terminated', () => {
  it.each(Object.keys(expressions))('while %s does not take the process along', (what) => {
    const { stdout, stderr, status } = terminateIn(expressions[what] ?? '');
    expect(stderr).toBe('');
    expect(stdout).toBe('goes on\n');
    expect(status).toBe(0);
  });
});
