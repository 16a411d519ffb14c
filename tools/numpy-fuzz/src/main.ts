/**
 * Makes cases, has NumPy evaluate them, and runs them on a backend. See the README for the options.
 */
import { openDevice } from '@heddle/core';
import { parseArgs } from 'node:util';
import { readCases, writeCases } from './case-files';
import { evaluateCases } from './evaluate-cases';
import { functions } from './functions';
import { headerOf, makeCases } from './make-cases';
import { mismatchReport, runCases } from './run-cases';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    count: { type: 'string', default: '2000' },
    group: { type: 'string', default: '5' },
    only: { type: 'string' },
    read: { type: 'string' },
    write: { type: 'string' },
    backend: { type: 'string' },
    show: { type: 'string', default: '3' },
  },
});

async function main(): Promise<void> {
  const names = values.only?.split(',');
  const isWanted = (name: string): boolean => names === undefined || names.includes(name);
  const file = values.read === undefined ? made(isWanted) : readCases(values.read);
  if (values.write !== undefined) writeCases(values.write, file);
  if (values.backend === undefined) return;
  await using device = await openDevice(values.backend);
  const started = performance.now();
  const cases = file.cases.filter(({ name }) => isWanted(name));
  const { count, documented, mismatches } = await runCases(device, cases);
  if (mismatches.length > 0) console.log(mismatchReport(mismatches, Number(values.show)));
  for (const [reason, times] of documented) console.log(`${times} documented: ${reason}`);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(
    `${count} cases of seed ${file.header.seed} on ${values.backend}: ${mismatches.length} differ, ${seconds} s`,
  );
  process.exitCode = mismatches.length > 0 ? 1 : 0;
}

function made(isWanted: (name: string) => boolean) {
  const chosen = functions.filter(({ name }) => isWanted(name));
  const seed = Number(values.seed);
  const cases = makeCases(chosen, { seed, count: Number(values.count), groupSize: Number(values.group) });
  return evaluateCases(headerOf(chosen, seed), cases);
}

void main();
