/** What a run found, in words. */
import { valueOf, type TuningRecord, type TuningResult } from '@heddle/tuner';
import { columns } from '../command-line/table';
import { formatSeconds } from '../command-line/units';
import { objectiveText } from './progress';

const frontLength = 10;

/** The outcome of a run as lines. `file` is where the results are. */
export function resultLines(result: TuningResult, file: string | undefined): readonly string[] {
  const { best, environment } = result;
  const lines = best ? bestLines(result, best) : ['No configuration gave a result.'];
  lines.push('', countsLine(result), timesLine(result));
  for (const warning of environment.warnings) lines.push(`Warning: ${warning}`);
  const reason = stopReasons[environment.stoppedBy];
  if (reason !== undefined) lines.push(reason);
  if (file !== undefined) lines.push(`Results: ${file} (heddle report ${file} makes a page of them)`);
  return lines;
}

const stopReasons: Partial<Record<TuningResult['environment']['stoppedBy'], string>> = {
  interrupt: 'Ended by Ctrl-C; started again, the run goes on from here.',
  seconds: 'The time is spent.',
  evaluations: 'The budget of evaluations is spent.',
};

function bestLines({ front, environment }: TuningResult, best: TuningRecord): string[] {
  const { objectives } = environment;
  const texts = (record: TuningRecord): string[] =>
    objectives.map(({ name }) => objectiveText(name, valueOf(record, name)));
  const others = Object.entries(best.metrics).filter(([name]) => !objectives.some((each) => each.name === name));
  const metrics = others.map(([name, value]) => objectiveText(name, value));
  const lines = [`Best: ${[...texts(best), ...metrics].join(', ')}`];
  const rows = Object.entries(best.configuration).map(([name, value]) => [name, String(value)]);
  lines.push(...columns(rows).map((line) => `  ${line}`));
  if (objectives.length < 2) return lines;
  lines.push('', `Pareto front, ${front.length} configurations:`);
  const shown = front.slice(0, frontLength).map((record) => [...texts(record), record.key]);
  lines.push(...columns(shown).map((line) => `  ${line}`));
  if (front.length > frontLength) lines.push(`  … and ${front.length - frontLength} more`);
  return lines;
}

function countsLine({ environment }: TuningResult): string {
  const { evaluations, spaceSize, resumed, failures, strategy } = environment;
  const kinds = Object.entries(failures).filter(([, count]) => count > 0);
  const failed = kinds.reduce((sum, [, count]) => sum + count, 0);
  const reasons = kinds.map(([kind, count]) => `${count} ${kind}`).join(', ');
  const parts = [
    `${evaluations} of ${spaceSize} configurations tried by ${strategy}`,
    ...(resumed > 0 ? [`${resumed} of them known from before`] : []),
    failed > 0 ? `${failed} failed (${reasons})` : 'none failed',
  ];
  return parts.join(', ');
}

function timesLine({ environment }: TuningResult): string {
  const { total, compilation, verification, benchmark } = environment.seconds;
  const parts = [
    ['compiling', compilation],
    ['verifying', verification],
    ['measuring', benchmark],
  ] as const;
  const spent = parts
    .filter(([, seconds]) => seconds > 0)
    .map(([name, seconds]) => `${formatSeconds(seconds)} ${name}`);
  return `${formatSeconds(total)}${spent.length > 0 ? `: ${spent.join(', ')}` : ''}`;
}
