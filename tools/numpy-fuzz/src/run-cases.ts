/** Runs cases on a device, and reports those that differ, by function. */
import { gpuArrays, type Arrays } from '@heddle/gpuarray';
import type { Device } from '@heddle/core';
import type { EvaluatedCase } from './case';
import { functions } from './functions';
import type { FunctionEntry } from './function-entry';
import { reducedTo } from './reduce-case';
import { heddleCode, numpyCode } from './reproduction';
import { runCase } from './run-case';

export interface Mismatch {
  readonly name: string;
  readonly id: number;
  /** What differs, and code for both libraries. */
  readonly text: string;
}

export interface RunResult {
  readonly count: number;
  /** Cases in which Heddle refuses what NumPy does, for a reason that the table states; by reason. */
  readonly documented: ReadonlyMap<string, number>;
  readonly mismatches: readonly Mismatch[];
}

/** At once: while one waits for a compiler, others run. */
const atOnce = 6;

export async function runCases(device: Device, cases: readonly EvaluatedCase[]): Promise<RunResult> {
  const ga = gpuArrays(device);
  const entries = new Map(functions.map((entry) => [entry.name, entry]));
  const mismatches: Mismatch[] = [];
  const documented = new Map<string, number>();
  const waiting = cases.values();
  const work = async () => {
    for (const one of waiting) {
      const entry = entries.get(one.name);
      if (entry === undefined) throw new Error(`the table has no function ${one.name}: make the cases again`);
      const outcome = await runCase(ga, entry, one);
      if (outcome.kind === 'different') {
        mismatches.push(await mismatchOf(ga, entry, one, outcome.difference.text, outcome.difference.index));
      } else if (outcome.kind === 'documented') {
        documented.set(outcome.reason, (documented.get(outcome.reason) ?? 0) + 1);
      }
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return { count: cases.length, documented, mismatches: mismatches.sort((a, b) => a.id - b.id) };
}

async function mismatchOf(
  ga: Arrays,
  entry: FunctionEntry,
  one: EvaluatedCase,
  text: string,
  index: number | undefined,
): Promise<Mismatch> {
  const smaller = index === undefined ? undefined : reducedTo(entry, one, index);
  const again = smaller === undefined ? undefined : await runCase(ga, entry, smaller);
  const [shown, what] =
    smaller !== undefined && again?.kind === 'different' ? [smaller, again.difference.text] : [one, text];
  const code = `  heddle: ${heddleCode(entry, shown)}\n  numpy:  ${numpyCode(entry, shown)}`;
  return { name: one.name, id: one.id, text: `case ${one.id}: ${what}\n${code}` };
}

/** How many cases of each function differ, then the mismatches by function, at most so many of each. */
export function mismatchReport(mismatches: readonly Mismatch[], most = 3): string {
  const byName = new Map<string, Mismatch[]>();
  for (const each of mismatches) byName.set(each.name, [...(byName.get(each.name) ?? []), each]);
  const parts = [...byName].map(([name, all]) => {
    const shown = all.slice(0, most).map(({ text }) => text);
    return `${name}: ${all.length} cases differ\n${shown.join('\n')}`;
  });
  const counts = [...byName].map(([name, all]) => `${name} ${all.length}`).join(', ');
  return [counts, ...parts].join('\n\n').trim();
}
