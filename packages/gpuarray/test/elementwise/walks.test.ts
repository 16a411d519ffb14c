import type { DType, Kernel } from '@heddle/core';
import { blockSize, elementsPerBlock, walkSource } from '../../src/elementwise/walk-source';
import type { ElementwiseProgram } from '../../src/elementwise/program';
import { compiledKernel } from '../../src/kernels';
import { castExpression } from '../../src/kernels/cast';
import { sharedSource } from '../../src/operations/transposed-copy';
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
    kernel.launch({ grid: 3, block: blockSize }, size, x.buffer, 0, y.buffer, 0);
    expect(await y.get()).toEqual(await x.astype(to).get());
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
