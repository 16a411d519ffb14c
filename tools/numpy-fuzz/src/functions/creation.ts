/** New arrays. */
import { entry } from '../families';
import type { FunctionEntry } from '../function-entry';
import { randomShape } from '../shapes';
import { allDTypes, floats, integers, numbers } from '../values';

export const creation: readonly FunctionEntry[] = [
  entry('zeros', (draw) => ({
    args: [randomShape(draw.random)],
    options: { dtype: draw.perGroup('dtype', allDTypes) },
  })),
  entry('ones', (draw) => ({
    args: [randomShape(draw.random)],
    options: { dtype: draw.perGroup('dtype', allDTypes) },
  })),
  entry('full', (draw) => {
    const dtype = draw.perGroup('dtype', allDTypes);
    return { args: [randomShape(draw.random), draw.random.integer(0, 3)], options: { dtype } };
  }),
  entry('zerosLike', (draw) => ({ args: [draw.array('x', { dtypes: allDTypes })] })),
  entry('onesLike', (draw) => ({ args: [draw.array('x', { dtypes: allDTypes })] })),
  entry('fullLike', (draw) => ({ args: [draw.array('x', { dtypes: allDTypes }), draw.random.integer(0, 3)] })),
  entry('arange', (draw) => {
    const { random } = draw;
    const [start, stop, step] = [random.integer(0, 5), random.integer(0, 30), random.pick([1, 2, 3, 7, -1])];
    return { args: [start, stop, step], options: { dtype: draw.perGroup('dtype', [...integers, ...floats]) } };
  }),
  entry(
    'linspace',
    (draw) => {
      const { random } = draw;
      const options = {
        dtype: draw.perGroup('dtype', ['float32', 'float64'] as const),
        ...(draw.oneIn(2) ? { endpoint: random.chance(0.5) } : {}),
      };
      return { args: [random.integer(-9, 9), random.integer(-9, 9), random.pick([0, 1, 2, 3, 7, 20])], options };
    },
    { ulp: 1, magnitude: 'linspace_magnitude' },
  ),
  entry(
    'eye',
    (draw) => {
      const { random } = draw;
      return {
        args: [random.integer(0, 5)],
        options: { k: random.integer(-5, 5), columns: random.integer(0, 5), dtype: draw.perGroup('dtype', numbers) },
      };
    },
    { numpy: 'lambda rows, columns, k, dtype: np.eye(rows, columns, k, dtype)' },
  ),
];
