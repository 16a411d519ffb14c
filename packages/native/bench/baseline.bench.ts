/**
 * Compares the addon with an older build of it: both take turns in one process.
 *
 * HEDDLE_BASELINE_ADDON is the path of the older heddle-native.node; without it there is nothing to compare. The older
 * build takes two turns in each round, and the ratio of the two shows how much the machine's noise alone makes.
 */
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runInThisContext } from 'node:vm';
import type { LaunchPlan, NativeAddon } from '../src/index';
import { LaunchHeader } from '../src/index';
import { median, perCall, quartiles, type Measured } from './per-call';

type Fixture = Record<'nothing' | 'fakeCudaLaunch', bigint>;
type Work = Readonly<Record<string, () => Measured | Promise<Measured>>>;

const rounds = 60;
const warmUp = 15;
const require = createRequire(import.meta.url);
const release = join(import.meta.dirname, '../build/Release');
const c = require(join(release, 'heddle-native-fixture.node')) as Fixture;

const cudaPlan: LaunchPlan = {
  kind: 'cuda',
  launch: c.fakeCudaLaunch,
  function: 1n,
  header: new LaunchHeader().buffer,
  record: new ArrayBuffer(64),
  offsets: [0, 8, 16, 24],
};

// Each build gets its own copy of the loop: V8 calls a function more slowly from code that calls several.
const source = `(addon, plan, count) => {
  for (let i = 0; i < count; i++) addon.run(plan);
}`;

function workOf(name: string, addon: NativeAddon): Work {
  const direct = addon.createPlan({ kind: 'direct', function: c.nothing, arguments: [] });
  const cuda = addon.createPlan(cudaPlan);
  const loop = (plan: number, file: string) => {
    const run = runInThisContext(source, { filename: `${name} ${file}` }) as (...words: unknown[]) => void;
    return () => perCall(100_000, (count) => run(addon, plan, count));
  };
  return {
    'run, empty C function': loop(direct, 'direct'),
    'run, CUDA plan of 4 arguments': loop(cuda, 'cuda'),
    'repeat, each of 100,000 runs': () => perCall(100_000, (count) => addon.repeat(direct, count)),
    'createPlan and destroyPlan': () =>
      perCall(2000, (count) => {
        for (let i = 0; i < count; i++) addon.destroyPlan(addon.createPlan(cudaPlan));
      }),
    'wait for an empty C function': async () => {
      const started = process.hrtime.bigint();
      for (let i = 0; i < 200; i++) await addon.wait([{ function: c.nothing, arguments: [] }]);
      return Number(process.hrtime.bigint() - started) / 200;
    },
  };
}

async function inTurn(figure: string, builds: readonly (readonly [string, Work])[]): Promise<void> {
  const times = new Map<string, Measured[]>(builds.map(([name]) => [name, []]));
  for (let round = 0; round < rounds + warmUp; round++) {
    // Another build begins each round.
    for (const [name, work] of builds.map((_, i) => builds[(i + round) % builds.length]).filter((each) => !!each)) {
      const measured = await work[figure]?.();
      if (round >= warmUp && measured !== undefined) times.get(name)?.push(measured);
    }
  }
  for (const [name, all] of times) console.log([figure, name, ...summary(all, times.get('before') ?? [])].join('  '));
}

/** Each round's ratio compares two figures of the same moment, so other work on the machine cancels out. */
function summary(all: readonly Measured[], before: readonly Measured[]): readonly string[] {
  const ratios = all.map((ns, round) => ns / (before[round] ?? NaN));
  const [low, high] = quartiles(ratios).map((ratio) => ratio.toFixed(3));
  const ratio = median(ratios).toFixed(3);
  return [`${median(all).toFixed(1)} ns`, `least ${Math.min(...all).toFixed(1)}`, `ratio ${ratio} (${low} to ${high})`];
}

const baseline = process.env['HEDDLE_BASELINE_ADDON'];
if (baseline === undefined) {
  console.log('skipped: set HEDDLE_BASELINE_ADDON to the path of an older heddle-native.node');
} else {
  // A file that is loaded a second time would be the first one's addon.
  const scratch = mkdtempSync(join(tmpdir(), 'heddle-baseline-'));
  const builds = [
    ['before', baseline],
    ['before, again', baseline],
    ['now', join(release, 'heddle-native.node')],
  ].map(([name = '', path = ''], index) => {
    const copy = join(scratch, `${index}.node`);
    copyFileSync(path, copy);
    return [name, workOf(name, require(copy) as NativeAddon)] as const;
  });
  rmSync(scratch, { recursive: true });
  for (const figure of Object.keys(builds[0]?.[1] ?? {})) await inTurn(figure, builds);
}
