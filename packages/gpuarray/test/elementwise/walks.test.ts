import type { DType, Kernel } from '@heddle/core';
import { layoutOf, parseKernels, signatureFor } from '@heddle/core/backend';
import { packedArguments, paddingCount } from '../../src/algorithms/elementwise/packed-parameters';
import { blockSize, elementsPerBlock, packLength } from '../../src/algorithms/elementwise/walk-geometry';
import { walkSource } from '../../src/algorithms/elementwise/walk-source';
import type { PassedScalar } from '../../src/algorithms/elementwise/launch-arguments';
import type { ElementwiseProgram } from '../../src/algorithms/elementwise/program';
import type { GpuArray } from '../../src';
import { compiledKernel } from '../../src/kernel-kit';
import { castExpression } from '../../src/kernel-kit/cast';
import { packedSource, sharedSource } from '../../src/algorithms/elementwise/transposed-copy';
import { onDevices } from '../support/on-devices';

/** Converts each element. */
function converting(from: DType, to: DType): ElementwiseProgram {
  return {
    key: `converting ${from} ${to}`,
    name: 'converting',
    inputs: [{ name: 'x', dtype: from }],
    outputs: [{ name: 'y', dtype: to, loaded: false }],
    scalars: [],
    raw: [],
    preamble: '',
    body: `y = ${castExpression('x', from, to)};`,
    loopPrep: '',
    afterLoop: '',
    usesIndex: false,
  };
}

function passed(program: ElementwiseProgram, size: number, arrays: GpuArray[], scalars: PassedScalar[] = []) {
  // As the launcher passes them: of types that the compiler cannot know.
  return packedArguments(packLength(program), paddingCount(program), size, arrays, scalars) as never[];
}

describe('the parameters of the walk by packs', () => {
  const bytesOf = (inputs: number, scalars: readonly DType[]) => {
    const program: ElementwiseProgram = {
      ...converting('float32', 'float32'),
      inputs: Array.from({ length: inputs }, (_, k) => ({ name: `x${k}`, dtype: 'float32' })),
      scalars: scalars.map((dtype, k) => ({ name: `s${k}`, dtype })),
      body: '',
    };
    const kernels = parseKernels(walkSource(program, { kind: 'packed' }), { language: 'portable' });
    return layoutOf(signatureFor(kernels, 'converting')).byteLength;
  };

  it.each<[number, DType[]]>([
    [0, []],
    [0, ['float64']],
    [1, []],
    [1, ['float16']],
    [1, ['int64']],
    [1, ['complex64']],
    [2, []],
  ])('of %d inputs, an output and scalars %j have the bytes with which launches are fast', (inputs, scalars) => {
    expect(bytesOf(inputs, scalars)).toBe(44);
  });

  it('are not padded if there are more', () => {
    expect(bytesOf(3, [])).toBe(8 + 4 * 12);
    expect(bytesOf(2, ['float32', 'float64'])).toBe(8 + 3 * 8 + 4 + 4 + 8 + 3 * 4);
  });
});

// Devices choose their own walk; here those of GPUs run on every device.
onDevices('walks made for GPUs', (test) => {
  it.each([
    ['float32', 'float32'],
    ['uint8', 'float32'],
    ['float64', 'int16'],
    ['float16', 'bfloat16'],
    ['complex64', 'complex128'],
  ] as const)('handle packs and the rest of %s to %s', async (from, to) => {
    const { ga, device } = test;
    const program = converting(from, to);
    const perBlock = elementsPerBlock(program, { kind: 'packed' });
    const size = 2 * perBlock + 77;
    const compiled = compiledKernel(device, `packed ${program.key}`, () => walkSource(program, { kind: 'packed' }));
    await compiled.whenReady;
    const x = ga.array(Uint8Array.from({ length: size }, (_, k) => k % 100)).astype(from);
    const y = ga.zeros(size, to);
    await ga.synchronize();
    const kernel: Kernel = compiled.kernel('converting');
    kernel.launch({ grid: 3, block: blockSize }, ...passed(program, size, [x, y]));
    expect(await y.get()).toEqual(await x.astype(to).get());
  });

  it('begin at any pack of the memory', async () => {
    const { ga, device } = test;
    const int = (name: string) => ({ name, dtype: 'int32' as const });
    const program: ElementwiseProgram = {
      ...converting('int32', 'int32'),
      key: 'scaled packs',
      inputs: [int('x')],
      scalars: [int('a')],
      body: 'y = a * x;',
    };
    const compiled = compiledKernel(device, 'scaled packs', () => walkSource(program, { kind: 'packed' }));
    await compiled.whenReady;
    const x = ga.arange(100, { dtype: 'int32' });
    const y = ga.zeros(100, 'int32');
    await ga.synchronize();
    const kernel: Kernel = compiled.kernel('converting');
    const [from, to] = [x.slice('8:'), y.slice('64:')];
    kernel.launch({ grid: 1, block: blockSize }, ...passed(program, 30, [from, to], [3]));
    const expected = (k: number) => (k < 64 || k >= 94 ? 0 : 3 * (k - 64 + 8));
    expect(await y.get()).toEqual(Int32Array.from({ length: 100 }, (_, k) => expected(k)));
  });

  it('loop where the grid has too few blocks', async () => {
    const { ga, device } = test;
    const program = converting('int32', 'float32');
    const walk = { kind: 'packed', looped: true } as const;
    const size = 5 * elementsPerBlock(program, walk) + 3;
    const compiled = compiledKernel(device, `looped ${program.key}`, () => walkSource(program, walk));
    await compiled.whenReady;
    const x = ga.arange(size, { dtype: 'int32' });
    const y = ga.zeros(size, 'float32');
    await ga.synchronize();
    const kernel: Kernel = compiled.kernel('converting');
    kernel.launch({ grid: 2, block: blockSize }, ...passed(program, size, [x, y]));
    expect(await y.get()).toEqual(Float32Array.from({ length: size }, (_, k) => k));
  });

  it('give several elements to a thread', async () => {
    const { ga, device } = test;
    const program: ElementwiseProgram = {
      ...converting('int32', 'int32'),
      key: 'items',
      inputs: [],
      outputs: [],
      raw: [
        { name: 'x', dtype: 'int32', written: false },
        { name: 'y', dtype: 'int32', written: true },
      ],
      body: 'y[i] = 2 * x[n - 1 - i];',
      usesIndex: true,
    };
    const perBlock = elementsPerBlock(program, { kind: 'items' });
    const size = 2 * perBlock + 300;
    const compiled = compiledKernel(device, 'items walk', () => walkSource(program, { kind: 'items' }));
    await compiled.whenReady;
    const x = ga.arange(size, { dtype: 'int32' });
    const y = ga.zeros(size, 'int32');
    await ga.synchronize();
    const kernel: Kernel = compiled.kernel('converting');
    kernel.launch({ grid: 3, block: blockSize }, size, x.buffer, 0, y.buffer, 0);
    expect(await y.get()).toEqual(Int32Array.from({ length: size }, (_, k) => 2 * (size - 1 - k)));
  });

  it('add one row to all rows by packs', async () => {
    const { ga, device } = test;
    const int = (name: string) => ({ name, dtype: 'int32' as const });
    const program: ElementwiseProgram = {
      ...converting('int32', 'int32'),
      key: 'rows',
      inputs: [int('x'), int('row'), int('column')],
      outputs: [{ ...int('y'), loaded: false }],
      body: 'y = x + row * column;',
    };
    const walk = { kind: 'rows', rank: 2, still: [false, false, true, false] } as const;
    const compiled = compiledKernel(device, 'rows walk', () => walkSource(program, walk));
    await compiled.whenReady;
    const [rows, columns] = [33, 40];
    const x = ga.arange(rows * columns, { dtype: 'int32' });
    const y = ga.zeros(rows * columns, 'int32');
    await ga.synchronize();
    const kernel: Kernel = compiled.kernel('converting');
    const [grid, packs, across] = [Math.ceil((rows * columns) / 4 / blockSize), (rows * columns) / 4, columns / 4];
    const [matrix, row, column] = [[x.buffer, 0, columns], [x.buffer, 4, 0], [x.buffer, 3, 1]]; // prettier-ignore
    kernel.launch({ grid, block: blockSize }, packs, across, ...matrix, ...row, ...column, y.buffer, 0, columns);
    const expected = (k: number) => k + (4 + (k % columns)) * (3 + Math.floor(k / columns));
    expect(await y.get()).toEqual(Int32Array.from({ length: rows * columns }, (_, k) => expected(k)));
  });

  it.each([
    ['uint16', 136, 264],
    ['uint32', 68, 132],
    ['uint64', 34, 66],
  ] as const)('transpose packs of %s', async (dtype, rows, columns) => {
    const { ga, device } = test;
    const compiled = compiledKernel(device, `transposition by packs ${dtype}`, () => packedSource(dtype));
    await compiled.whenReady;
    const x = ga.arange(rows * columns, { dtype }).reshape(columns, rows);
    const y = ga.zeros([rows, columns], dtype);
    await ga.synchronize();
    const kernel: Kernel = compiled.kernel('heddle_transpose');
    kernel.launch({ grid: 6, block: 256 }, rows, columns, 2, 3, x.buffer, 0, rows, 0, y.buffer, 0, columns, 0);
    const values = [...(await y.get())].map(Number);
    expect(values).toEqual(values.map((_, k) => (k % columns) * rows + Math.floor(k / columns)));
  });

  it('transpose through shared memory', async () => {
    const { ga, device } = test;
    const compiled = compiledKernel(device, 'shared transposition', () => sharedSource('uint16'));
    await compiled.whenReady;
    const [rows, columns] = [70, 45];
    const x = ga.array(
      Uint16Array.from({ length: rows * columns }, (_, k) => k),
      { shape: [columns, rows] },
    );
    const y = ga.zeros([rows, columns], 'uint16');
    await ga.synchronize();
    const kernel: Kernel = compiled.kernel('heddle_transpose');
    const grid = 3 * 2;
    kernel.launch({ grid, block: 256 }, rows, columns, 3, 2, x.buffer, 0, rows, 0, y.buffer, 0, columns, 0);
    const values = await y.get();
    values.forEach((value, k) => expect(value).toBe((k % columns) * rows + Math.floor(k / columns)));
  });
});
