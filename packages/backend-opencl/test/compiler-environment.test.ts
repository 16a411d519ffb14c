/** Environment variables of an OpenCL compiler are part of the cache key. */
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { builtEntry } from '../../../tools/sources/test/built-sources';
import { findDevices, findPlatforms, preferredFirst } from '../src/discover';
import { allOpenClVariables, openClVariables } from '../src/opencl-variables';
import { probeOpenCl } from '../src/probe';

const isOpenClHere = probeOpenCl().available;

const plain = `#ifndef WOVEN
#define WOVEN 1
#endif
__kernel void k(__global int* o) { *o = WOVEN; }`;
const source = '#include <woven.h>\n__kernel void k(__global int* o) { *o = WOVEN; }';

/** Compiles and runs in a process of its own, since PoCL keeps the values that it finds; `change` is set in between. */
const program = `
const { openDevice } = await import(process.env.HEDDLE_TEST_CORE);
const { backend } = await import(process.env.HEDDLE_TEST_BACKEND);
const { text, change } = JSON.parse(process.env.HEDDLE_TEST_INPUT);
const device = await openDevice(backend);
async function run() {
  const module = await device.compile(text);
  const out = device.zeros('int32', 1);
  module.kernel('k').launch({ grid: 1, block: 1 }, out);
  return { value: (await out.read())[0], cached: module.cached };
}
const results = [await run()];
if (change) {
  Object.assign(process.env, change);
  results.push(await run());
}
console.log(JSON.stringify(results));
await device.dispose();
`;

interface Result {
  readonly value: number;
  readonly cached: boolean;
}

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'heddle-environment-'));
});

afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

function writeHeader(value: number): void {
  mkdirSync(join(folder, 'inc'), { recursive: true });
  writeFileSync(join(folder, 'inc/woven.h'), `#define WOVEN ${value}\n`);
}

async function resultsOf(text: string, environment: Record<string, string>, change?: object): Promise<Result[]> {
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program], {
    env: {
      ...process.env,
      NODE_OPTIONS: '',
      HEDDLE_CACHE: '',
      HEDDLE_CACHE_DIR: join(folder, 'cache'),
      HEDDLE_TEST_CORE: builtEntry('core'),
      HEDDLE_TEST_BACKEND: builtEntry('backend-opencl'),
      HEDDLE_TEST_INPUT: JSON.stringify({ text, change }),
      ...environment,
    },
  });
  return JSON.parse(stdout) as Result[];
}

// PoCL is the only compiler in this project's CI that reads options.
const isPocl = isOpenClHere && preferredFirst(findDevices(findPlatforms()))[0]?.platform.name.startsWith('Portable');

(isPocl ? describe : describe.skip)('the environment of PoCL', () => {
  it('has options, which are in the key', async () => {
    expect(await resultsOf(plain, {})).toEqual([{ value: 1, cached: false }]);
    const first = { POCL_EXTRA_BUILD_FLAGS: '-DWOVEN=7171' };
    expect(await resultsOf(plain, first)).toEqual([{ value: 7171, cached: false }]);
    expect(await resultsOf(plain, { POCL_EXTRA_BUILD_FLAGS: '-DWOVEN=7272' })).toEqual([
      { value: 7272, cached: false },
    ]);
    expect(await resultsOf(plain, first)).toEqual([{ value: 7171, cached: true }]);
    expect(await resultsOf(plain, {})).toEqual([{ value: 1, cached: true }]);
  });

  it('has folders, whose headers are tracked', async () => {
    writeHeader(7171);
    const environment = { POCL_EXTRA_BUILD_FLAGS: `-I${join(folder, 'inc')}`, POCL_KERNEL_CACHE: '0' };
    expect(await resultsOf(source, environment)).toEqual([{ value: 7171, cached: false }]);
    expect(await resultsOf(source, environment)).toEqual([{ value: 7171, cached: true }]);
    writeHeader(7272);
    expect(await resultsOf(source, environment)).toEqual([{ value: 7272, cached: false }]);
  });

  it('is kept by PoCL: once it changes in a process, nothing goes into the cache under the new value', async () => {
    const former = { POCL_EXTRA_BUILD_FLAGS: '-DWOVEN=7171' };
    const latter = { POCL_EXTRA_BUILD_FLAGS: '-DWOVEN=7272' };
    expect(await resultsOf(plain, former, latter)).toEqual([
      { value: 7171, cached: false },
      { value: 7171, cached: false },
    ]);
    expect(await resultsOf(plain, latter)).toEqual([{ value: 7272, cached: false }]);
  });
});

describe('the variables of OpenCL compilers', () => {
  const namesOf = (platform: string): string[] => openClVariables(platform).map(({ name }) => name);

  it.each([
    ['Portable Computing Language', 'POCL_EXTRA_BUILD_FLAGS'],
    ['Oclgrind', 'OCLGRIND_BUILD_OPTIONS'],
    ['AMD Accelerated Parallel Processing', 'AMD_OCL_BUILD_OPTIONS_APPEND'],
    ['Intel(R) OpenCL', 'CL_CONFIG_*'],
  ])('are those of the platform: %s reads %s', (platform, name) => {
    expect(namesOf(platform)).toContain(name);
    expect(namesOf('NVIDIA CUDA')).not.toContain(name);
    expect(namesOf('a platform of tomorrow')).toContain(name);
  });

  it('are tracked or text: nothing can be kept from a library in the same process', () => {
    const roles = new Set(allOpenClVariables.map(({ role }) => role));
    expect(roles).not.toContain('removed');
    expect(roles).not.toContain('set');
  });
});
