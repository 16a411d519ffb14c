/**
 * How a run is going: a bar with the best so far and the time left on a terminal, plain lines elsewhere.
 *
 * It is written to stderr, so that stdout has the result alone.
 */
import type { DirectedObjective, TuningRecord } from '@heddle/tuner';
import { valueOf } from '@heddle/tuner';
import { characters } from '../command-line/characters';
import { formatMilliseconds, formatSeconds, significant } from '../command-line/units';

/** Where progress is written: stderr, or a test's stand-in. */
export interface ProgressOutput {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

/** What a run is to reach, and when it ends. */
export interface ProgressLimits {
  readonly objective: DirectedObjective;
  /** Evaluations at most; undefined if nobody knows. */
  readonly evaluations: number | undefined;
  /** Seconds at most. */
  readonly seconds: number | undefined;
}

export interface ProgressOptions extends ProgressLimits {
  /** When the run began, by `now`. Default: now. */
  readonly startedAt?: number;
  readonly output?: ProgressOutput;
  /** Milliseconds, as `performance.now` gives them. */
  readonly now?: () => number;
}

const barWidth = 24;
// Often enough to look alive, and rarely enough that a log stays readable.
const redrawMilliseconds = 100;
const lineMilliseconds = 10_000;

export class Progress {
  readonly #options: ProgressOptions;
  readonly #output: ProgressOutput;
  readonly #now: () => number;
  readonly #started: number;
  #lastShown = -Infinity;
  #tried = 0;
  #failed = 0;
  #best: TuningRecord | undefined;
  #isDrawn = false;

  constructor(options: ProgressOptions) {
    this.#options = options;
    this.#output = options.output ?? process.stderr;
    this.#now = options.now ?? (() => performance.now());
    this.#started = options.startedAt ?? this.#now();
  }

  /** Takes a record in. */
  add(record: TuningRecord): void {
    this.#tried++;
    if (record.failure) this.#failed++;
    const improved = !record.failure && this.#isBest(record);
    if (improved) this.#best = record;
    const waited = this.#now() - this.#lastShown;
    if (this.#output.isTTY === true) {
      if (improved || waited >= redrawMilliseconds) this.#draw();
    } else if (improved || waited >= lineMilliseconds) {
      this.#lastShown = this.#now();
      this.#output.write(`${this.#counts()}: ${this.#bestText()}${this.#timeLeft()}\n`);
    }
  }

  /** Takes the bar off the terminal; what is written next begins on a line of its own. */
  end(): void {
    if (this.#isDrawn) this.#output.write('\r\x1b[2K');
    this.#isDrawn = false;
  }

  #isBest(record: TuningRecord): boolean {
    const { objective } = this.#options;
    if (!this.#best) return true;
    const difference = valueOf(record, objective.name) - valueOf(this.#best, objective.name);
    return objective.higherIsBetter ? difference > 0 : difference < 0;
  }

  #draw(): void {
    this.#lastShown = this.#now();
    this.#isDrawn = true;
    const share = this.#share();
    const filled = Math.round((share ?? 0) * barWidth);
    const bar = share === undefined ? '' : `${'█'.repeat(filled)}${'░'.repeat(barWidth - filled)} `;
    const line = `${bar}${this.#counts()}  ${this.#bestText()}${this.#timeLeft()}`;
    this.#output.write(`\r\x1b[2K${cut(line, (this.#output.columns ?? 80) - 1)}`);
  }

  #counts(): string {
    const { evaluations } = this.#options;
    const failed = this.#failed > 0 ? `, ${this.#failed} failed` : '';
    return `${this.#tried}${evaluations === undefined ? '' : `/${evaluations}`}${failed}`;
  }

  #bestText(): string {
    const best = this.#best;
    if (!best) return 'no result yet';
    const { name } = this.#options.objective;
    const values = Object.entries(best.configuration).map(([parameter, value]) => `${parameter}=${value}`);
    return `best ${objectiveText(name, valueOf(best, name))} (${values.join(' ')})`;
  }

  #timeLeft(): string {
    const share = this.#share();
    if (share === undefined || share <= 0 || share >= 1) return '';
    const elapsed = (this.#now() - this.#started) / 1000;
    // The first moments tell nothing of the others.
    if (elapsed < 1) return '';
    return `, ${formatSeconds(Math.ceil((elapsed * (1 - share)) / share))} left`;
  }

  /** How much of the run is done: of its evaluations or its seconds, whichever ends first. */
  #share(): number | undefined {
    const { evaluations, seconds } = this.#options;
    const parts: number[] = [];
    if (evaluations !== undefined) parts.push(this.#tried / evaluations);
    if (seconds !== undefined) parts.push((this.#now() - this.#started) / 1000 / seconds);
    return parts.length === 0 ? undefined : Math.min(1, Math.max(...parts));
  }
}

/** `time 1.2 ms`, `GFLOP/s 340`. */
export function objectiveText(name: string, value: number): string {
  return name === 'time' ? `time ${formatMilliseconds(value)}` : `${name} ${significant(value)}`;
}

function cut(line: string, width: number): string {
  const all = characters(line);
  return all.length <= width ? line : `${all.slice(0, Math.max(0, width - 1)).join('')}…`;
}
