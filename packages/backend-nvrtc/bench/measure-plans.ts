/** Where a launch's time goes below JavaScript: the native plan in a tight loop, with each way to keep the context. */
import { LaunchHeader, nativeAddon, type NativeAddon } from '@heddle/native';
import type { SimtDriver } from '@heddle/simt-driver';
import { add, median } from './measurements';
import { openNativeKernel } from './native-kernel';

export async function measurePlans(): Promise<void> {
  const addon = nativeAddon();
  if (!addon) return;
  const { driver, entry, queue, x, y } = await openNativeKernel();
  const { api } = driver;
  const record = new ArrayBuffer(32);
  new Float32Array(record)[0] = 2;
  new BigUint64Array(record).set([x, y], 1);
  new Int32Array(record)[6] = 256;
  const header = new LaunchHeader();
  header.setShape([1, 1, 1], [256, 1, 1], 0);
  header.queue = queue.streamWord;
  const common = {
    kind: 'cuda',
    launch: api.addressOf('launch'),
    function: entry.id,
    header: header.buffer,
    record,
    offsets: [0, 8, 16, 24],
  } as const;
  const set = { setContext: api.addressOf('contextSetCurrent'), context: driver.nativeContext };
  const ways = {
    'no context': {},
    'context set': set,
    'context compared': { ...set, getContext: api.addressOf('contextGetCurrent') },
    'context set after a refusal': { ...set, contextRefusals: [201, 400, 709] },
  };
  for (const [way, context] of Object.entries(ways)) {
    const plan = addon.createPlan({ ...common, ...context });
    add(
      `plan in a native loop, ${way}`,
      perLaunch(() => addon.repeat(plan, 500), driver, queue),
      'us',
    );
    add(
      `plan in a loop of JavaScript, ${way}`,
      perLaunch(() => runOften(addon, plan), driver, queue),
      'us',
    );
    addon.destroyPlan(plan);
  }
  driver.dispose();
}

function runOften(addon: NativeAddon, plan: number): number {
  let status = 0;
  for (let i = 0; i < 500; i++) status |= addon.run(plan);
  return status;
}

function perLaunch(
  launch500: () => number,
  driver: SimtDriver,
  queue: Parameters<SimtDriver['waitBlocking']>[0],
): number {
  const rounds: number[] = [];
  for (let round = 0; round < 60; round++) {
    driver.waitBlocking(queue);
    const started = performance.now();
    const status = launch500();
    rounds.push((performance.now() - started) / 500);
    if (status !== 0) throw new Error(`a launch ended with ${status}`);
  }
  driver.waitBlocking(queue);
  return median(rounds) * 1000;
}
