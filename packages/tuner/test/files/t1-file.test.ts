import { writeFileSync } from 'node:fs';
import { readT1File, tuneKernel } from '@heddle/tuner';
import { parseT1Values } from '../../src/files/t1-values';
import { temporaryFolder } from '../testing/temporary-folder';

const folder = temporaryFolder();

describe('lists of values', () => {
  it.each([
    ['[1, 2, 4]', [1, 2, 4]],
    ['list(range(1, 9))', [1, 2, 3, 4, 5, 6, 7, 8]],
    ['range(3)', [0, 1, 2]],
    ['range(8, 0, -4)', [8, 4]],
    ['[16 * i for i in range(1, 4)]', [16, 32, 48]],
    ['[2 ** i for i in range(0, 6) if i % 2 == 0]', [1, 4, 16]],
    ['[1, 2] + [i * 32 for i in range(1, 3)]', [1, 2, 32, 64]],
    ['["row", \'a,b\', True]', ['row', 'a,b', true]],
    ['[]', []],
  ])('%s', (text, values) => expect(parseT1Values(text)).toEqual(values));

  it.each(['__import__("os")', '[open("x")]', '5', '[1', 'range(1, 5, 0)'])('refuses %s', (text) =>
    expect(() => parseT1Values(text)).toThrow(
      expect.objectContaining({ code: expect.stringMatching(/CORRUPT|ARGUMENT/) }),
    ),
  );
});

const problem = {
  General: { BenchmarkName: 'scale', OutputFormat: 'JSON' },
  ConfigurationSpace: {
    TuningParameters: [
      { Name: 'bx', Type: 'int', Values: '[16 * i for i in range(1, 5)]', Default: 16 },
      { Name: 'work', Type: 'int', Values: '[1, 2]', Default: 1 },
    ],
    Conditions: [{ Expression: 'bx * work >= 32', Parameters: ['bx', 'work'] }],
  },
  Search: { Name: 'random_sample', Attributes: [{ Name: 'fraction', Value: '1' }] },
  Budget: [{ Type: 'ConfigurationCount', BudgetValue: 5 }],
  KernelSpecification: {
    Language: 'CUDA',
    CompilerOptions: ['-O1'],
    KernelName: 'scale',
    KernelFile: 'scale.cu',
    GlobalSizeType: 'CUDA',
    LocalSize: { X: 'bx' },
    GlobalSize: { X: '1000 // bx' },
    GridDivX: ['bx', 'work'],
    ProblemSize: [1000],
    SharedMemory: 0,
    Arguments: [
      {
        Name: 'out',
        Type: 'float',
        MemoryType: 'Vector',
        FillType: 'Constant',
        FillValue: 0,
        Size: 'ProblemSize[0] + max(work) - 2',
      },
      { Name: 'in', Type: 'float', MemoryType: 'Vector', FillType: 'Generator', DataSource: 'i % 7', Size: 1000 },
      {
        Name: 'factors',
        Type: 'float',
        MemoryType: 'Vector',
        MemType: 'Constant',
        FillType: 'Constant',
        FillValue: 3,
        Size: 2,
      },
      {
        Name: 'noise',
        Type: 'int32',
        MemoryType: 'Vector',
        FillType: 'Random',
        FillValue: 100,
        RandomSeed: 3,
        Size: 10,
      },
      { Name: 'n', Type: 'int32', MemoryType: 'Scalar', FillType: 'Constant', FillValue: 1000 },
    ],
    ReferenceArguments: [
      {
        Name: 'expected',
        TargetName: 'out',
        FillType: 'Generator',
        DataSource: 'i % 7 * 3',
        ValidationMethod: 'SideBySideComparison',
        ValidationThreshold: 0.001,
      },
    ],
  },
};

function write(name: string, change: (document: typeof problem) => void = () => undefined): string {
  const document = structuredClone(problem);
  change(document);
  writeFileSync(folder.path(name), JSON.stringify(document));
  return folder.path(name);
}

it('a T1 file becomes a request, and can be tuned', async () => {
  writeFileSync(
    folder.path('scale.cu'),
    `__constant__ float factors[2];
     __global__ void scale(float* out, const float* in, const int* noise, int n) {
       for (int w = 0; w < work; w++) {
         int i = (blockIdx.x * work + w) * bx + threadIdx.x;
         if (i < n) out[i] = in[i] * factors[w];
       }
     }`,
  );
  const options = readT1File(write('scale.json'));
  expect(options).toMatchObject({
    kernel: 'scale',
    language: 'cuda',
    tune: { bx: [16, 32, 48, 64], work: [1, 2] },
    blockSizeNames: ['bx'],
    gridDivX: ['bx', 'work'],
    problemSize: [1000],
    budget: { evaluations: 5 },
    strategy: 'random_sample',
    strategyOptions: { fraction: 1 },
    tolerance: [{ atol: 0.001, rtol: 0 }, undefined, undefined, undefined],
  });
  expect(options.arguments[0]).toHaveLength(1000);
  const { results, environment } = await tuneKernel({
    ...options,
    device: 'host',
    isolation: 'none',
    iterations: 1,
    benchmark: { warmupMilliseconds: 0 },
  });
  expect(environment.failures).toEqual({});
  expect(environment.spaceSize).toBe(7);
  expect(results).toHaveLength(5);
});

it.each<[string, (document: typeof problem) => void, string]>([
  ['a script fills an argument', (d) => (d.KernelSpecification.Arguments[0]!.FillType = 'Script'), 'UNSUPPORTED'],
  ['a type is none', (d) => (d.KernelSpecification.Arguments[0]!.Type = 'quaternion'), 'CORRUPT'],
  ['the language is Vulkan', (d) => (d.KernelSpecification.Language = 'Vulkan'), 'UNSUPPORTED'],
  ['a reference is to nothing', (d) => (d.KernelSpecification.ReferenceArguments[0]!.TargetName = 'x'), 'CORRUPT'],
  ['there are no parameters', (d) => (d.ConfigurationSpace.TuningParameters = []), 'CORRUPT'],
])('is refused where %s', (_, change, code) => {
  expect(() => readT1File(write('bad.json', change))).toThrow(expect.objectContaining({ code }));
});

it('is refused if it does not exist, or is not JSON', () => {
  expect(() => readT1File(folder.path('nowhere.json'))).toThrow(expect.objectContaining({ code: 'ARGUMENT' }));
  writeFileSync(folder.path('no.json'), 'kernel: scale');
  expect(() => readT1File(folder.path('no.json'))).toThrow(expect.objectContaining({ code: 'CORRUPT' }));
});
