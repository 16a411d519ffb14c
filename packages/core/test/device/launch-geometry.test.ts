import { checkGeometry } from '../../src/device';
import type { DeviceLimits } from '@heddle/core/backend';

const limits: DeviceLimits = {
  grid: [1000, 500, 500],
  block: [1024, 1024, 64],
  threadsPerBlock: 1024,
  sharedBytes: 49_152,
  sharedBytesOptIn: 65_536,
  allocationBytes: 2 ** 30,
  argumentBytes: 4096,
};

describe('checkGeometry', () => {
  it('pads missing axes with one', () => {
    expect(checkGeometry({ grid: 4, block: [16, 8] }, limits)).toEqual({
      grid: [4, 1, 1],
      block: [16, 8, 1],
      sharedBytes: 0,
    });
  });

  it.each([0, -1, 1.5, NaN, Infinity, '4', null, undefined, [], [1, 2, 3, 4], [0], [1, '2'], {}])(
    'refuses a grid of %p, and a block of it',
    (wrong) => {
      const refusal = expect.objectContaining({ code: 'ARGUMENT' }) as Error;
      expect(() => checkGeometry({ grid: wrong as number, block: 32 }, limits)).toThrow(refusal);
      expect(() => checkGeometry({ grid: 1, block: wrong as number }, limits)).toThrow(refusal);
    },
  );

  it.each([undefined, null, 7])('refuses %p instead of a shape', (wrong) => {
    expect(() => checkGeometry(wrong as never, limits)).toThrow(expect.objectContaining({ code: 'ARGUMENT' }));
  });

  it.each([
    [{ grid: 1001, block: 1 }, 'grid.x', 1001, 1000],
    [{ grid: [1, 501], block: 1 }, 'grid.y', 501, 500],
    [{ grid: 1, block: [1, 1, 65] }, 'block.z', 65, 64],
    [{ grid: 1, block: [1024, 2] }, 'threads per block', 2048, 1024],
    [{ grid: 1, block: 1, sharedBytes: 65_537 }, 'sharedBytes', 65_537, 65_536],
  ] as const)('says of %j what was asked and what there is', (shape, resource, requested, max) => {
    expect(() => checkGeometry(shape, limits)).toThrow(
      expect.objectContaining({ code: 'RESOURCE', resource, requested, max }),
    );
  });

  it('takes a lower bound of threads from the kernel', () => {
    expect(() => checkGeometry({ grid: 1, block: 65 }, limits, 64)).toThrow(
      expect.objectContaining({ code: 'RESOURCE', requested: 65, max: 64 }),
    );
  });

  it.each([-1, 0.5, NaN, '8'])('refuses %p bytes of shared memory', (sharedBytes) => {
    expect(() => checkGeometry({ grid: 1, block: 1, sharedBytes: sharedBytes as number }, limits)).toThrow(
      expect.objectContaining({ code: 'ARGUMENT' }),
    );
  });
});
