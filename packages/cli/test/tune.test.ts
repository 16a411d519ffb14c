import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { readTuningFile } from '@heddle/tuner';
import { heddle, scratchFolder, startHeddle, testData } from './support/heddle';

// Each case starts processes, on machines that may have other work.
jest.setTimeout(300_000);

const scratch = scratchFolder();

// Compiled with another macro for each configuration; repeat makes some slower than others.
const options = `
  const n = 4096;
  const x = Float32Array.from({ length: n }, (_, i) => i);
  const options = {
    kernel: 'scale',
    source: \`__global__ void scale(float* y, const float* x, int n) {
      int i = blockIdx.x * blockDim.x + threadIdx.x;
      if (i < n) y[i] = 2 * x[i];
    }\`,
    problemSize: n,
    arguments: [new Float32Array(n), x, n],
    tune: { block_size_x: [32, 64, 128], unroll: [1, 2] },
    answer: [x.map((each) => 2 * each), null, null],
    metrics: { 'GB/s': '8 * 4096 / (time / 1e3) / 1e9' },
    iterations: 3,
    device: 'host',
    benchmark: { warmupMilliseconds: 0 },
  };`;

const t1 = {
  General: { BenchmarkName: 'scale', OutputFormat: 'JSON' },
  ConfigurationSpace: {
    TuningParameters: [{ Name: 'bx', Type: 'int', Values: '[16, 32, 64, 128]', Default: 32 }],
    Conditions: [{ Expression: 'bx >= 32', Parameters: ['bx'] }],
  },
  Search: { Name: 'random_sample', Attributes: [{ Name: 'fraction', Value: '1' }] },
  Budget: [{ Type: 'TuningDuration', BudgetValue: 600 }],
  KernelSpecification: {
    Language: 'CUDA',
    KernelName: 'scale',
    KernelFile: 'scale.cu',
    LocalSize: { X: 'bx' },
    ProblemSize: [1000],
    GridDivX: ['bx'],
    Arguments: [
      { Name: 'out', Type: 'float', MemoryType: 'Vector', FillType: 'Constant', FillValue: 0, Size: 1000 },
      { Name: 'in', Type: 'float', MemoryType: 'Vector', FillType: 'Generator', DataSource: 'i % 7', Size: 1000 },
      { Name: 'n', Type: 'int', MemoryType: 'Scalar', FillValue: 1000 },
    ],
    ReferenceArguments: [
      { Name: 'twice', TargetName: 'out', FillType: 'Generator', DataSource: '2 * (i % 7)', ValidationThreshold: 1e-4 },
    ],
  },
};

function module(name: string, text: string): string {
  const path = join(scratch, name);
  writeFileSync(path, text);
  return path;
}

describe('heddle tune', () => {
  it('tunes what a TypeScript module exports, keeps the results and makes their page', async () => {
    const file = module('scale.ts', `${options}\nexport default options satisfies object;`);
    const output = join(scratch, 'scale.json');
    const { code, stdout, stderr } = await heddle(['tune', file, '-o', output, '--report']);
    expect(stderr).toMatch(/^1\/6: best time .* \(block_size_x=\d+ unroll=\d\)/m);
    expect(stderr).not.toContain('\r');
    expect(stdout).toMatch(/^Best: time [\d.]+ \S+, GB\/s [\d.]+$/m);
    expect(stdout).toContain('6 of 6 configurations tried');
    expect(stdout).toContain('none failed');
    expect(code).toBe(0);

    const results = readTuningFile(output);
    expect(results).toMatchObject({ format: 'cache', kernelName: 'scale', closed: true });
    expect(results.records).toHaveLength(6);
    expect(readFileSync(join(scratch, 'scale.html'), 'utf8')).toContain('<!doctype html>');

    const again = await heddle(['tune', file, '-o', output, '--json']);
    const { best, environment } = JSON.parse(again.stdout);
    expect(environment).toMatchObject({ evaluations: 6, resumed: 6 });
    expect(best.configuration).toEqual({ block_size_x: expect.any(Number), unroll: expect.any(Number) });
  });

  it('prints nothing but the result where a kernel prints too', async () => {
    const printing = options
      .replace('__global__', '#include <cstdio>\n__global__')
      .replace('if (i < n)', 'if (i == 0) { printf("said by the kernel\\\\n"); fflush(stdout); } if (i < n)');
    const file = module('printing.ts', `${printing}\nexport default options satisfies object;`);
    const { code, stdout, stderr } = await heddle(['tune', file, '--json']);
    expect(JSON.parse(stdout)).toMatchObject({ environment: { evaluations: 6 } });
    expect(stderr).toContain('said by the kernel');
    expect(code).toBe(0);
  });

  it('tunes what a T1 file describes, in the time and by the strategy that it names', async () => {
    module(
      'scale.cu',
      `__global__ void scale(float* out, const float* in, int n) {
         int i = blockIdx.x * blockDim.x + threadIdx.x;
         if (i < n) out[i] = 2 * in[i];
       }`,
    );
    const file = module('scale.t1.json', JSON.stringify(t1));
    const output = join(scratch, 't1-results.json');
    const { code, stdout, stderr } = await heddle(['tune', file, '-b', 'host', '-o', output]);
    // Three of the four block sizes are valid.
    expect(stderr).toMatch(/^1\/3: best time .* \(bx=\d+\)/m);
    expect(stdout).toMatch(/^Best: time /m);
    expect(stdout).toContain('3 of 3 configurations tried by randomSample, none failed');
    expect(code).toBe(0);
    expect(
      readTuningFile(output)
        .records.map(({ configuration }) => configuration.bx)
        .sort(),
    ).toEqual([128, 32, 64]);
  });

  it('keeps the results where a URL in the options says', async () => {
    const results = join(scratch, 'größe 100% of it.json');
    const cache = `options.cache = new URL(${JSON.stringify(pathToFileURL(results).href)});`;
    const file = module('by-url.mjs', `${options}\n${cache}\nexport default options;`);
    const { code, stdout, stderr } = await heddle([
      'tune',
      file,
      '--evaluations',
      '1',
      '--isolation',
      'none',
      '--json',
    ]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringContaining('best time') });
    expect(JSON.parse(stdout)).toMatchObject({ output: results });
    expect(readTuningFile(results).records).toHaveLength(1);
  });

  it.each(['https://example.org/results.json', 'file:///tmp/a%2Fb.json'])(
    'refuses a URL in the options that names no file: %s',
    async (url) => {
      const file = module('no-file.mjs', `${options}\noptions.cache = new URL('${url}');\nexport default options;`);
      const { code, stderr } = await heddle(['tune', file]);
      expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(`'${url}' names no file`) });
    },
  );

  it('takes budget, objective and device from its flags', async () => {
    const file = module('flags.mjs', `${options}\nexport default () => options;`);
    const output = join(scratch, 'flags.json');
    const words = ['--evaluations', '2', '--objective', 'GB/s', '--backend', 'host', '--isolation', 'none', '--json'];
    const { code, stdout, stderr } = await heddle(['tune', file, '-o', output, ...words]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringContaining('best GB/s') });
    expect(JSON.parse(stdout).environment).toMatchObject({
      evaluations: 2,
      stoppedBy: 'evaluations',
      objectives: [{ name: 'GB/s', higherIsBetter: true }],
    });
  });

  it.each<[string, string, readonly string[], string]>([
    ['an objective of unknown direction', '', ['--objective', 'odd'], 'Add --higher-is-better or --lower'],
    ['a direction of nothing', '', ['--lower-is-better'], '--lower-is-better needs --objective'],
    ['two directions', '', ['--higher-is-better', '--lower-is-better'], 'cannot be used with'],
    ['a strategy', '', ['--strategy', 'genetic'], 'There is no strategy "genetic"'],
    ['no evaluations', '', ['-e', '0'], "--evaluations takes a whole number from 1 on, not '0'"],
    ['no iterations', '', ['--iterations', '0'], "--iterations takes a whole number from 1 on, not '0'"],
    ['an output without a name', '', ['-o', ''], '--output is empty'],
    ['a page without a name', '', ['--report', ''], '--report is empty'],
    [
      "options of the module's own strategy",
      'options.strategy = { name: "own", run: async () => {} };',
      ['--strategy-option', 'popsize=4'],
      'Name one with --strategy.',
    ],
  ])('refuses in its own words: %s', async (_, change, words, message) => {
    const file = module('refused.mjs', `${options}\n${change}\nexport default options;`);
    const { code, stderr } = await heddle(['tune', file, ...words]);
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(message) });
    expect(stderr).not.toContain('higherIsBetter');
  });

  it('takes the direction of an objective from its flags', async () => {
    const results = testData('convolution_milo-A100.cache.json.gz');
    const words = ['--simulate', '--evaluations', '50', '--objective', 'GFLOP/s', '--json'];
    const found = async (flag: string): Promise<unknown> => {
      const { stdout, stderr } = await heddle(['tune', ...words, flag, results]);
      expect(stderr).toContain('best GFLOP/s');
      return (JSON.parse(stdout) as { environment: { objectives: unknown } }).environment.objectives;
    };
    expect(await found('--higher-is-better')).toEqual([{ name: 'GFLOP/s', higherIsBetter: true }]);
    expect(await found('--lower-is-better')).toEqual([{ name: 'GFLOP/s', higherIsBetter: false }]);
  });

  it('names a flag as it is written where the module tunes itself', async () => {
    const file = module('itself.mjs', 'export default { results: [], environment: {} };');
    const { code, stderr } = await heddle(['tune', file, '--strategy-option', 'popsize=4']);
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining('--strategy-option has no effect') });
  });

  it('follows a run that the module has begun', async () => {
    const file = module(
      'begun.mts',
      `import { tuneKernel } from '@heddle/tuner';
       ${options}
       export default tuneKernel({ ...options, isolation: 'none' } as never);`,
    );
    const { code, stdout, stderr } = await heddle(['tune', file]);
    expect(stderr).toMatch(/^1\/6: best time /m);
    expect(stdout).toContain('6 of 6 configurations tried');
    expect(code).toBe(0);
    const refused = await heddle(['tune', file, '--evaluations', '2']);
    expect(refused.stderr).toContain('--evaluations has no effect');
    expect(refused.code).toBe(2);
  });

  it('searches a recorded run, measuring nothing', async () => {
    const recorded = testData('convolution_milo-A100.cache.json.gz');
    const words = ['tune', '--simulate', recorded, '-s', 'randomSample', '-e', '50', '--seed', '3', '--json'];
    const first = await heddle(words);
    expect(first.code).toBe(0);
    expect(first.stderr).toMatch(/^1\/50: best time /m);
    const { best, environment } = JSON.parse(first.stdout);
    expect(environment).toMatchObject({ evaluations: 50, spaceSize: 4362, seed: 3 });
    expect(best.time).toBeGreaterThanOrEqual(0.5536);
    expect(JSON.parse((await heddle(words)).stdout).best).toEqual(best);
  });

  it('ends with 1 where every configuration failed', async () => {
    const wrong = options.replace('2 * x[i]', '3 * x[i]');
    const file = module('wrong.mjs', `${wrong}\nexport default options;`);
    const { code, stdout } = await heddle(['tune', file, '-o', join(scratch, 'wrong.json'), '--isolation', 'none']);
    expect(stdout).toContain('No configuration gave a result.');
    expect(stdout).toContain('6 failed (6 wrong)');
    expect(code).toBe(1);
  });

  it('ends on Ctrl-C with what was found, in a file that is whole', async () => {
    const many = options.replace('unroll: [1, 2]', 'unroll: Array.from({ length: 500 }, (_, i) => i)');
    const file = module('many.mjs', `${many}\nexport default options;`);
    const output = join(scratch, 'many.json');
    const child = startHeddle(['tune', file, '-o', output]);
    let stdout = '';
    child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
    await new Promise((done) => child.stderr.once('data', done));
    child.kill('SIGINT');
    const code = await new Promise((done) => child.once('close', done));
    expect(stdout).toMatch(/^Best: time /m);
    expect(stdout).toContain('Ended by Ctrl-C');
    expect(code).toBe(130);
    const results = readTuningFile(output);
    expect(results.closed).toBe(true);
    expect(results.records.length).toBeGreaterThan(0);
    expect(results.records.length).toBeLessThan(1500);
  });

  it.each([
    ['a file that is not there', ['nothing.ts'], /there is no file nothing.ts/],
    [
      'a module that throws',
      [module('throws.ts', 'const x: number = 1;\nthrow new Error(`no luck ${x}`);')],
      /throws.ts could not be loaded: no luck 1\n {2}at .*throws.ts:2/,
    ],
    ['a module that is not a program', [module('syntax.ts', 'export default {')], /syntax.ts could not be loaded/],
    ['a module without options', [module('empty.mjs', 'export const x = 1;')], /nothing to tune/],
    ['a strategy that is none', [module('a.mjs', `${options} export default options;`), '-s', 'genetic'], /genetic/],
    [
      'a budget that is none',
      [module('b.mjs', `${options} export default options;`), '-e', 'many'],
      /--evaluations takes a whole number from 1 on, not 'many'/,
    ],
    [
      'options that do not fit the kernel',
      [module('c.mjs', `${options} export default { ...options, arguments: [] };`)],
      /answer has 3 entries/,
    ],
    [
      'a simulation on a device',
      [testData('convolution_milo-A100.cache.json.gz'), '--simulate', '-b', 'host'],
      /--backend means nothing with --simulate|--output means nothing/,
    ],
    ['a T1 file that is none', [module('t1.json', '{}')], /t1.json is not a T1 file/],
  ])('refuses %s', async (_, words, message) => {
    const { code, stderr } = await heddle(['tune', ...words, '-o', join(scratch, 'refused.json')]);
    expect(stderr).toMatch(message);
    expect(stderr).not.toMatch(/^ {4}at /m);
    expect(code).toBe(2);
  });
});
