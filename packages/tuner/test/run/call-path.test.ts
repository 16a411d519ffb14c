/** Which functions are between `tuneKernel` and the driver that measures a configuration. docs/architecture.md lists them. */
import { readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { ArtifactCache, openDevice } from '@heddle/core';
import { memoryBackend, type MemoryDriver } from '@heddle/core/testing';
import { tuneKernel } from '@heddle/tuner';

const most = 25;

/** A function on the stack, and the folder of its package that it is in. */
interface Call {
  readonly name: string;
  readonly folder: string;
}

/** The functions of packages on the stack, the outermost first; closures without a name are left out. */
function callsHere(): Call[] {
  const { prepareStackTrace, stackTraceLimit } = Error;
  let sites: readonly NodeJS.CallSite[] = [];
  Error.stackTraceLimit = 100;
  Error.prepareStackTrace = (_, all) => {
    sites = all;
    return '';
  };
  try {
    // The trace is made when it is read.
    String(new Error('the calls').stack);
  } finally {
    Object.assign(Error, { prepareStackTrace, stackTraceLimit });
  }
  return sites.flatMap((site) => callAt(site)).reverse();
}

function callAt(site: NodeJS.CallSite): Call[] {
  const [, place] = (site.getFileName() ?? '').split(`${sep}packages${sep}`);
  const [where, top] = /^(?:tuner|core)\/src\/([^/]+)/.exec(place?.replaceAll(sep, '/') ?? '') ?? [];
  const name = site.getFunctionName();
  if (where === undefined || top === undefined || name === null) return [];
  const type = site.getTypeName();
  const isMethod = type !== null && !['Object', 'Function'].includes(type) && !site.isConstructor();
  const folder = place?.startsWith('core') === true ? 'core' : top.endsWith('.ts') ? top : `${top}/`;
  return [{ name: isMethod ? `${type}.${name}` : name, folder }];
}

function watchMeasurements(driver: MemoryDriver, see: (calls: Call[]) => void): void {
  const prepare = driver.prepareLaunch.bind(driver);
  driver.prepareLaunch = (...args) => {
    const prepared = prepare(...args);
    const time = prepared.time.bind(prepared);
    prepared.time = (...timed) => {
      see(callsHere());
      return time(...timed);
    };
    return prepared;
  };
}

/**
 * Calls at three places, since the engine forgets who waits for the first of several promises: at the first look at the
 * options, at the making of a configuration's source, and at its measurement.
 */
async function callsOfOneMeasurement(): Promise<{ asked: Call[]; made: Call[]; measured: Call[] }> {
  const backend = memoryBackend({ kernels: { k: () => undefined } });
  await using device = await openDevice(backend, { cache: new ArtifactCache({ enabled: false }) });
  const seen: { asked: Call[][]; made: Call[][]; measured: Call[][] } = { asked: [], made: [], measured: [] };
  for (const driver of backend.opened) watchMeasurements(driver, (calls) => seen.measured.push(calls));
  await tuneKernel({
    get kernel() {
      seen.asked.push(callsHere());
      return 'k';
    },
    source: '__global__ void k(int* x) {}',
    device,
    isolation: 'none',
    problemSize: 1,
    arguments: [new Int32Array(1)],
    tune: { block_size_x: [1] },
    strategy: 'bruteForce',
    defines: { MADE: () => String(seen.made.push(callsHere())) },
    iterations: 1,
    benchmark: { warmupMilliseconds: 0 },
  });
  const [[asked = []], [made = []], [measured = []]] = [seen.asked, seen.made, seen.measured];
  return { asked, made, measured };
}

/** The calls up to one, or after one. */
const upTo = (calls: readonly Call[], last: string): readonly Call[] =>
  calls.slice(0, calls.findIndex(({ name }) => name === last) + 1);
const after = (calls: readonly Call[], first: string): readonly Call[] =>
  calls.slice(calls.findIndex(({ name }) => name === first) + 1);

/** Rows of the table in the docs: calls one after the other in one folder. */
function rowsOf(calls: readonly Call[]): string[] {
  const rows: { folder: string; names: string[] }[] = [];
  for (const { folder, name } of calls) {
    const last = rows.at(-1);
    if (last?.folder === folder) last.names.push(name);
    else rows.push({ folder, names: [name] });
  }
  return rows.map(({ folder, names }) => `| \`${folder}\` | ${names.join(' → ')} |`);
}

it('few functions are between tuneKernel and the driver, and the docs name them', async () => {
  const { asked, made, measured } = await callsOfOneMeasurement();
  const calls = [
    ...upTo(asked, 'TuningRun.execute'),
    ...after(upTo(made, 'TrialScheduler.outcomes'), 'TuningRun.execute'),
    ...measured,
  ];
  const rows = rowsOf(calls);
  console.log(`tuneKernel, ${calls.length} functions:\n${rows.join('\n')}`);
  expect(calls.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['tuneKernel', 'TuningRun.execute', 'TrialScheduler.outcomes', 'Kernel.time']),
  );
  expect(calls.length).toBeLessThanOrEqual(most);
  const docs = readFileSync(join(import.meta.dirname, '../../../../docs/architecture.md'), 'utf8');
  expect(docs.replace(/ +/g, ' ')).toContain(rows.join('\n'));
});
