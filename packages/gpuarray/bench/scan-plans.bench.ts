/**
 * Every plan that can do a scan, in GB/s of device time, and the plan that Heddle chooses. Plans take turns in one
 * process. The elements of each result are compared with those of the first plan. Cases whose names contain the words
 * are measured; default: all.
 *
 *     HEDDLE_BACKEND=nvrtc npx tsx packages/gpuarray/bench/scan-plans.bench.ts
 *     HEDDLE_BACKEND=opencl HEDDLE_BENCH_LOG2=18 npx tsx packages/gpuarray/bench/scan-plans.bench.ts float32
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openDevice } from '@heddle/core';
import { gpuArrays, type GpuArray } from '../src/index';
import { planScan, possiblePlans } from '../src/algorithms/scan/plan-scan';
import { runScan, type ScanCall } from '../src/algorithms/scan/run-scan';
import type { ScanPlan } from '../src/algorithms/scan/scan-plan';
import { deviceTuning } from '../src/kernel-kit/device-tuning';
import { scanCases, type ScanCase } from './scan-cases';
import { planTables, type MeasuredCase } from './scan-plan-tables';

await using device = await openDevice();
// Loads the class of arrays: this program works on parts of the package.
gpuArrays(device);
const gpu = device.properties.type === 'gpu';
const log2 = Number(process.env['HEDDLE_BENCH_LOG2'] ?? (gpu ? 27 : 20));
const words = process.argv.slice(2);
const tuning = deviceTuning(device);
const rounds = gpu ? 5 : 3;
/** A round is at least so long. */
const roundMilliseconds = gpu ? 1.5 : 5;
/** A plan whose first call takes so many times as long as the best one's is not measured again. */
const hopeless = 6;

async function timed(call: ScanCall, plan: ScanPlan, calls: number): Promise<number> {
  const start = device.defaultStream.record();
  for (let i = 0; i < calls; i++) runScan(device, { ...call, plan });
  const end = device.defaultStream.record();
  await end.synchronize();
  return end.millisecondsSince(start) / calls;
}

/** Runs each plan once, which compiles all of them side by side, and then looks at what each of them writes. */
async function checked({ what, call, result }: ScanCase, plans: readonly ScanPlan[]): Promise<void> {
  for (const plan of plans) runScan(device, { ...call, plan });
  let expected: GpuArray | undefined;
  for (const plan of plans) {
    result.fill(0);
    runScan(device, { ...call, plan });
    if (expected === undefined) {
      expected = result.copy();
      continue;
    }
    using different = result.notEqual(expected).any();
    if (await different.item()) console.log(`WRONG ${what}: ${plan.kind}`);
  }
  expected?.dispose();
}

async function measured(one: ScanCase): Promise<MeasuredCase> {
  const { what, call, bytes } = one;
  const plans = possiblePlans(device, call, tuning);
  await checked(one, plans);
  const times = new Map<ScanPlan, number>();
  for (const plan of plans) times.set(plan, await timed(call, plan, 1));
  const best = Math.min(...times.values());
  const hopeful = plans.filter((plan) => (times.get(plan) ?? 0) < hopeless * best + 0.05);
  const calls = Math.min(200, Math.max(2, Math.ceil(roundMilliseconds / best)));
  for (let round = 0; round < rounds; round++) {
    for (const plan of hopeful) {
      times.set(plan, Math.min(times.get(plan) ?? Infinity, await timed(call, plan, calls)));
    }
  }
  const figures = plans.map((plan) => ({ kind: plan.kind, figure: bytes / (times.get(plan) ?? NaN) / 1e6 }));
  return { what, chosen: planScan(device, call, tuning).kind, figures };
}

const cases: MeasuredCase[] = [];
for (const one of scanCases(device, log2)) {
  if (words.every((word) => one.what.includes(word))) cases.push(await measured(one));
}
const text = `${device.name} (${device.backend})\n\n${planTables(cases)}`;
console.log(text);
const folder = process.env['HEDDLE_REPORTS'];
if (folder !== undefined) writeFileSync(join(folder, 'scan-plans.md'), `# Plans of scans\n\n${text}\n`);
