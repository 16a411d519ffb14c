/** Matrix products and sums of products. */
import type { Draw } from '../draw';
import { entry } from '../families';
import type { FunctionEntry } from '../function-entry';
import { allDTypes } from '../values';

function factors(draw: Draw) {
  const { random } = draw;
  const inner = random.pick([0, 1, 2, 3, 5, 17]);
  const [rows, columns] = [random.integer(0, 5), random.integer(0, 5)];
  const batch = random.pick([[], [], [], [2], [3, 1], [2, 2]]);
  const left = draw.oneIn(5) ? [inner] : [...batch, rows, inner];
  const right = draw.oneIn(5)
    ? [inner]
    : [...(draw.oneIn(3) ? batch.slice(1) : []), draw.oneIn(20) ? inner + 1 : inner, columns];
  return {
    args: [
      draw.array('a', { dtypes: allDTypes, shape: left, values: 'tame' }),
      draw.array('b', { dtypes: allDTypes, shape: right, values: 'tame' }),
    ],
  };
}

function flat(draw: Draw) {
  const shape = [draw.random.pick([0, 1, 2, 7, 33])];
  const one = draw.array('a', { dtypes: allDTypes, shape, values: 'tame' });
  return { args: [one, draw.array('b', { dtypes: allDTypes, shape: draw.oneIn(20) ? [4] : shape, values: 'tame' })] };
}

export const products: readonly FunctionEntry[] = [
  entry('matmul', factors, { ulp: 40, magnitude: 'magnitude_of(np.matmul)', weight: 2 }),
  entry('vdot', flat, { ulp: 40, magnitude: 'magnitude_of(np.vdot)' }),
];
