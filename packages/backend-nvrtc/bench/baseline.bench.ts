/**
 * Launches and small copies beside an older build of the packages, in turn in one process, and beside C++.
 *
 * HEDDLE_BASELINE names the folder whose node_modules holds the older build; without it there is nothing to compare. The
 * older build runs twice, so that its two figures show how far two equal things are apart.
 */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type * as core from '@heddle/core';
import type { Device } from '@heddle/core';
import type * as nvrtc from '@heddle/backend-nvrtc';
import { inThisProcess, openCppLoop, type CppLoop } from './cpp-loop';
import { add, measurements, median } from './measurements';
import { launchedSource } from './native-kernel';

const rounds = 60;
const warmUp = 15;
const launches = 500;

/** A build under measurement, or C++. */
interface Contender {
  readonly name: string;
  /** Does the work once, or gives the seconds that it took. */
  readonly run: () => Promise<number | undefined> | number | undefined;
}

/** Median microseconds of each contender, in turn. */
async function inTurn(contenders: readonly Contender[], settle: () => Promise<void>): Promise<Map<string, number>> {
  const times = new Map<string, number[]>(contenders.map(({ name }) => [name, []]));
  for (let round = 0; round < rounds + warmUp; round++) {
    for (const { name, run } of contenders) {
      const started = performance.now();
      const measured = await run();
      const seconds = measured ?? (performance.now() - started) / 1000;
      if (round >= warmUp) times.get(name)?.push(seconds * 1e6);
      await settle();
    }
  }
  return new Map([...times].map(([name, all]) => [name, median(all)]));
}

/** Prints the figures, each as a ratio to C++ too, or to the older build where C++ does not do it. */
function report(figure: string, micros: Map<string, number>): void {
  const reference = micros.get(inThisProcess) ?? micros.get('before') ?? NaN;
  for (const [name, value] of micros) {
    add(figure, value, 'us', name);
    console.log(`  ${name}: ${(value / reference).toFixed(3)} of ${micros.has(inThisProcess) ? 'C++' : 'before'}`);
  }
}

async function prepare(device: Device) {
  const module = await device.compile(launchedSource, { cache: false });
  const [x, y] = [device.zeros('float32', 256), device.zeros('float32', 256)];
  const stream = device.createStream();
  const kernel = module.kernel('four');
  const bytes = device.allocate('uint8', 2 ** 20);
  await device.synchronize();
  const onStream = { grid: 1, block: 256, stream };
  const onDefault = { grid: 1, block: 256 };
  return { device, stream, kernel, x, y, bytes, onStream, onDefault };
}
type Prepared = Awaited<ReturnType<typeof prepare>>;

function launchesOf(prepared: Prepared): Readonly<Record<string, () => void>> {
  const { kernel, x, y, onStream, onDefault } = prepared;
  const bound = kernel.bind(onStream);
  const boundDefault = kernel.bind(onDefault);
  const repeat = (launch: () => void) => (): void => {
    for (let i = 0; i < launches; i++) launch();
  };
  return {
    'bound launch': repeat(() => {
      bound(2, x, y, 256);
    }),
    'checked launch': repeat(() => {
      kernel.launch(onStream, 2, x, y, 256);
    }),
    'bound launch on the default stream': repeat(() => {
      boundDefault(2, x, y, 256);
    }),
    'bound launches on a stream and the default one in turn': repeat(() => {
      bound(2, x, y, 256);
      boundDefault(2, x, y, 256);
    }),
  };
}

async function measureLaunches(builds: ReadonlyMap<string, Prepared>, loop: CppLoop | undefined): Promise<void> {
  const all = [...builds].map(([name, prepared]) => [name, launchesOf(prepared)] as const);
  const settle = async (): Promise<void> => {
    for (const { device, stream } of builds.values()) {
      await stream.synchronize();
      await device.synchronize();
    }
  };
  for (const figure of Object.keys(all[0]?.[1] ?? {})) {
    const contenders: Contender[] = all.map(([name, kinds]) => ({
      name,
      run: () => {
        const started = performance.now();
        kinds[figure]?.();
        return (performance.now() - started) / 1000 / launches;
      },
    }));
    const cpp = { name: inThisProcess, run: () => loop?.enqueue(launches) };
    report(figure, await inTurn(loop ? [...contenders, cpp] : contenders, settle));
    loop?.wait();
  }
}

async function measureCopies(builds: ReadonlyMap<string, Prepared>, loop: CppLoop | undefined): Promise<void> {
  const nothing = async (): Promise<void> => Promise.resolve();
  for (const kibibytes of [4, 64, 512]) {
    const array = new Uint8Array(kibibytes * 1024).fill(1);
    const contenders = [...builds].map(([name, { bytes }]) => ({
      name,
      run: async (): Promise<undefined> => {
        await bytes.write(array);
      },
    }));
    const cpp = { name: inThisProcess, run: () => loop?.copy('toDevice', array) };
    report(`pageable write of ${kibibytes} KiB`, await inTurn(loop ? [...contenders, cpp] : contenders, nothing));
  }
}

function load(folder: string) {
  const require = createRequire(join(folder, 'package.json'));
  return {
    core: require('@heddle/core') as typeof core,
    nvrtc: require('@heddle/backend-nvrtc') as typeof nvrtc,
  };
}

const baseline = process.env['HEDDLE_BASELINE'];
if (baseline === undefined) {
  console.log('HEDDLE_BASELINE names no older build: nothing to compare');
} else {
  const builds = new Map<string, Prepared>();
  for (const [name, folder] of [
    ['before', baseline],
    ['before, again', baseline],
    ['now', process.cwd()],
  ] as const) {
    const build = load(folder);
    builds.set(name, await prepare(await build.core.openDevice(build.nvrtc.backend)));
  }
  const loop = await openCppLoop();
  await measureLaunches(builds, loop);
  await measureCopies(builds, loop);
  loop?.dispose();
  for (const { device } of builds.values()) await device.dispose();
  console.log(`MEASURED ${JSON.stringify(measurements)}`);
}
