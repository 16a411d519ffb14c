/** The body of a test: tries random sources, prints the seed, and fails with the smallest source that goes wrong. */
import { runSources, shrunk, type SourceRunOptions } from './source-run';

/** Of a hundred sources at most this many may be such as only a compiler understands. */
const mostAskedInHundred = 5;

/** @throws Error with the seed, the number of sources that go wrong, and one of them, shrunk */
export async function testSources(options: SourceRunOptions): Promise<void> {
  const run = await runSources(options);
  const { seed, count, agreed, asked, failures } = run;
  const summary = `HEDDLE_TEST_SEED=${seed}: ${count} sources for ${options.target.name}, ${agreed} agree, ${asked} ask for a signature`;
  console.log(summary);
  const [first] = failures;
  if (first) {
    const numbers = failures.map(({ index, outcome }) => `${index} ${outcome.kind}`).join(', ');
    throw new Error(`${summary}, ${failures.length} go wrong (${numbers})\n${await shrunk(run, first, options)}`);
  }
  if (asked * 100 > Math.max(count, 100) * mostAskedInHundred) throw new Error(`${summary}, which is too many`);
}
