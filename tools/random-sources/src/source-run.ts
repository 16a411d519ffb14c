/**
 * Tries many random sources, several at a time, and shrinks the first of those that fail.
 *
 * `HEDDLE_TEST_SOURCES` says how many, `HEDDLE_TEST_SEED` which ones.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import type { Outcome } from './outcome';
import { placeSource } from './placed-source';
import type { SourceCase } from './source-case';
import { sourceRecipe, type SourceRecipe } from './source-recipe';
import { sourceOf } from './source-text';
import type { Target } from './target';
import { withEnvironment } from './with-environment';

/** Compiles a source whose files go into a folder, and compares. */
export type Attempt = (source: SourceCase, folder: string) => Promise<Outcome>;

export interface SourceRunOptions {
  readonly target: Target;
  readonly attempt: Attempt;
  /** How many sources, unless the environment says otherwise. */
  readonly count: number;
  /** Attempts that are under way at once. Default 4. */
  readonly atOnce?: number;
}

export interface SourceRun {
  readonly seed: number;
  readonly count: number;
  /** Sources for which everything agrees. */
  readonly agreed: number;
  /** Sources that only a compiler can understand, for which an explicit signature was asked for. */
  readonly asked: number;
  readonly failures: readonly SourceFailure[];
}

export interface SourceFailure {
  /** The source's number in the run. */
  readonly index: number;
  readonly recipe: SourceRecipe;
  readonly outcome: Outcome;
}

export async function runSources(options: SourceRunOptions): Promise<SourceRun> {
  const count = Number(process.env['HEDDLE_TEST_SOURCES'] ?? options.count);
  const seed = Number(process.env['HEDDLE_TEST_SEED'] ?? Math.floor(Math.random() * 2 ** 31));
  const recipes = fc.sample(sourceRecipe, { numRuns: count, seed, unbiased: true });
  const outcomes = await inFolder((folder) => attemptAll(recipes, folder, options));
  const failures = outcomes.flatMap((outcome, index) => {
    const recipe = recipes[index] as SourceRecipe;
    return isRight(outcome, sourceOf(recipe, options.target)) ? [] : [{ index, recipe, outcome }];
  });
  const agreed = outcomes.filter(({ kind }) => kind === 'agrees').length;
  return { seed, count, agreed, asked: count - agreed - failures.length, failures };
}

/** Asking for a signature is right for the sources that only a compiler understands. */
function isRight({ kind }: Outcome, { mayRefuse }: SourceCase): boolean {
  return kind === 'agrees' || (kind === 'asks' && mayRefuse);
}

/** The sources that change the environment go one by one, after the others. */
async function attemptAll(
  recipes: readonly SourceRecipe[],
  folder: string,
  { target, attempt, atOnce = 4 }: SourceRunOptions,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  const sources = recipes.map((recipe) => sourceOf(recipe, target));
  const changesEnvironment = ({ environment }: SourceCase) => Object.keys(environment).length > 0;
  const work = async (queue: number[]) => {
    for (let i = queue.shift(); i !== undefined; i = queue.shift()) {
      outcomes[i] = await attemptOne(sources[i] as SourceCase, join(folder, String(i)), attempt);
    }
  };
  const numbers = sources.map((_, i) => i);
  const alone = numbers.filter((i) => changesEnvironment(sources[i] as SourceCase));
  const together = numbers.filter((i) => !changesEnvironment(sources[i] as SourceCase));
  await Promise.all(Array.from({ length: atOnce }, () => work(together)));
  await work(alone);
  return outcomes;
}

function attemptOne(source: SourceCase, folder: string, attempt: Attempt): Promise<Outcome> {
  return withEnvironment(placeSource(source, folder).environment, () => attempt(source, folder));
}

/** The smallest source found that fails as the given one does, with what comes of it, as text. */
export async function shrunk(
  { seed }: SourceRun,
  { index, recipe, outcome }: SourceFailure,
  { target, attempt }: SourceRunOptions,
  mostAttempts = 300,
): Promise<string> {
  let [smallest, found, attempts] = [recipe, outcome, 0];
  return inFolder(async (folder) => {
    const failsTheSameWay = fc.asyncProperty(sourceRecipe, async (smaller) => {
      if (++attempts > mostAttempts) return true;
      const source = sourceOf(smaller, target);
      const tried = await attemptOne(source, join(folder, String(attempts)), attempt);
      if (tried.kind !== outcome.kind || isRight(tried, source)) return true;
      [smallest, found] = [smaller, tried];
      return false;
    });
    await fc.check(failsTheSameWay, { seed, unbiased: true, path: String(index), numRuns: 1 });
    return described(sourceOf(smallest, target), found, folder);
  });
}

function described(source: SourceCase, outcome: Outcome, folder: string): string {
  const { text, options, environment } = placeSource(source, join(folder, 'shown'));
  const what = outcome.kind === 'agrees' ? '' : outcome.what;
  return [
    `${outcome.kind}: ${what}`,
    JSON.stringify({ ...options, files: source.files, environment }, null, 1),
    text,
  ].join('\n');
}

async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'heddle-sources-'));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
