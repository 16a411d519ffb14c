/** Views, shapes, joining, picking, placing, converting. */
import type { CaseValue } from '../case';
import type { Draw } from '../draw';
import { entry } from '../families';
import type { FunctionEntry } from '../function-entry';
import { randomShape, randomStretchable, sizeOf } from '../shapes';
import { allDTypes } from '../values';

/** Moving elements does not depend on what they are: a dtype of each size. */
const moved = ['bool', 'int16', 'float32', 'complex64', 'complex128'] as const;
const tame = { dtypes: moved, values: 'tame' } as const;

function factors(draw: Draw, size: number): number[] {
  if (size === 0) return draw.random.pick([[0], [0, 3], [2, 0]]);
  const shape: number[] = [];
  let rest = size;
  while (rest > 1) {
    const divisors = Array.from({ length: rest }, (_, k) => k + 1).filter((k) => k > 1 && rest % k === 0);
    const next = draw.random.pick(divisors);
    shape.push(next);
    rest /= next;
  }
  if (draw.oneIn(3)) shape.splice(draw.random.integer(0, shape.length), 0, 1);
  return shape;
}

function reshape(draw: Draw) {
  const x = draw.array('x', tame);
  const shape = factors(draw, sizeOf(draw.shapeOf(x)));
  if (draw.oneIn(3) && shape.length > 0) shape[draw.random.integer(0, shape.length - 1)] = -1;
  if (draw.oneIn(20)) shape.push(2);
  return { args: [x, shape] };
}

function joined(draw: Draw, isStack: boolean) {
  const shape = randomShape(draw.random, isStack ? 0 : 1, 3);
  const along = draw.random.integer(0, Math.max(0, shape.length - 1));
  const count = draw.random.integer(1, 3);
  const parts = Array.from({ length: count }, (_, k) => {
    const own = isStack ? shape : shape.map((length, axis) => (axis === along ? draw.random.integer(0, 4) : length));
    return draw.arrayOf(draw.perGroup(`part ${k}`, allDTypes), { shape: own });
  });
  const axis = draw.oneIn(10) ? draw.axis(shape.length) : along;
  return { args: [parts, ...(isStack || !draw.oneIn(6) ? [axis] : [])] };
}

function convertible(draw: Draw) {
  const x = draw.array('x', { dtypes: allDTypes });
  return { args: [x, draw.perGroup('dtype', allDTypes)] };
}

function picked(draw: Draw) {
  const x = draw.array('x', { ...tame, ranks: [1, 3] });
  const shape = draw.shapeOf(x);
  const options: Record<string, CaseValue> = { mode: draw.perGroup('mode', ['wrap', 'clip']) };
  const axis = draw.perGroup('axis', [true, false]) ? draw.axis(shape.length) : undefined;
  if (axis !== undefined) options['axis'] = axis;
  const indices = draw.arrayOf(draw.perGroup('indices', ['int32', 'int64']), { values: 'tame', ranks: [0, 2] });
  return { args: [x, indices], options };
}

function assigned(draw: Draw) {
  const x = draw.array('x', { dtypes: allDTypes, isWritten: true, values: 'tame' });
  const shape = randomStretchable(draw.random, draw.shapeOf(x));
  return { args: [x, draw.array('source', { dtypes: allDTypes, shape, values: 'tame' })] };
}

export const shapes: readonly FunctionEntry[] = [
  entry('reshape', reshape, { heddle: 'array.reshape' }),
  entry('ravel', (draw) => ({ args: [draw.array('x', tame)] }), { heddle: 'array.ravel' }),
  entry(
    'transpose',
    (draw) => {
      const x = draw.array('x', tame);
      const axes = draw.random.shuffled([...draw.shapeOf(x).keys()]);
      return { args: [x, ...(axes.length > 0 && draw.oneIn(2) ? axes : [])] };
    },
    { heddle: 'array.transpose', numpy: 'lambda a, *axes: a.transpose(*axes)' },
  ),
  entry(
    'swapaxes',
    (draw) => {
      const x = draw.array('x', tame);
      const rank = draw.shapeOf(x).length;
      return { args: [x, draw.axis(rank), draw.axis(rank)] };
    },
    { heddle: 'array.swapAxes' },
  ),
  entry(
    'moveaxis',
    (draw) => {
      const x = draw.array('x', tame);
      const rank = draw.shapeOf(x).length;
      return { args: [x, draw.axis(rank), draw.axis(rank)] };
    },
    { heddle: 'array.moveAxis' },
  ),
  entry(
    'squeeze',
    (draw) => {
      const shape = randomShape(draw.random).map((length) => (draw.oneIn(2) ? 1 : length));
      const x = draw.array('x', { ...tame, shape });
      return { args: [x, ...(draw.oneIn(2) ? [draw.axes(shape.length)] : [])] };
    },
    { heddle: 'array.squeeze', numpy: 'lambda a, axis=None: np.squeeze(a, None if axis is None else tuple(axis))' },
  ),
  entry(
    'expandDims',
    (draw) => {
      const x = draw.array('x', { ...tame, ranks: [0, 3] });
      const rank = draw.shapeOf(x).length;
      return { args: [x, draw.oneIn(2) ? draw.axis(rank + 1) : draw.axes(rank + 2).slice(0, 2)] };
    },
    { heddle: 'array.expandDims' },
  ),
  entry(
    'broadcastTo',
    (draw) => {
      const shape = randomShape(draw.random);
      const x = draw.array('x', { ...tame, shape: randomStretchable(draw.random, shape) });
      return { args: [x, draw.oneIn(8) ? randomShape(draw.random) : shape] };
    },
    { heddle: 'array.broadcastTo' },
  ),
  entry(
    'flip',
    (draw) => {
      const x = draw.array('x', tame);
      return { args: [x, ...(draw.oneIn(3) ? [] : [draw.axes(draw.shapeOf(x).length)])] };
    },
    { heddle: 'array.flip', numpy: 'lambda a, axis=None: np.flip(a, None if axis is None else tuple(axis))' },
  ),
  entry(
    'diagonal',
    (draw) => {
      const x = draw.array('x', { ...tame, ranks: [1, 4] });
      const rank = draw.shapeOf(x).length;
      return { args: [x, draw.random.integer(-4, 4), ...(draw.oneIn(2) ? [draw.axis(rank), draw.axis(rank)] : [])] };
    },
    { heddle: 'array.diagonal' },
  ),
  entry('concatenate', (draw) => joined(draw, false)),
  entry('stack', (draw) => joined(draw, true)),
  entry('repeat', (draw) => {
    const x = draw.array('x', tame);
    const shape = draw.shapeOf(x);
    if (draw.oneIn(2)) return { args: [x, draw.random.integer(0, 3)] };
    const axis = draw.axis(shape.length);
    const length = shape.at(axis) ?? 1;
    const counts = draw.oneIn(2) ? draw.random.integer(0, 3) : Array.from({ length }, () => draw.random.integer(0, 3));
    return { args: [x, counts, axis] };
  }),
  entry('tile', (draw) => {
    const x = draw.array('x', { ...tame, ranks: [0, 3] });
    const counts = Array.from({ length: draw.random.integer(0, 3) }, () => draw.random.integer(0, 3));
    return { args: [x, draw.oneIn(2) ? draw.random.integer(0, 3) : counts] };
  }),
  entry(
    'roll',
    (draw) => {
      const x = draw.array('x', tame);
      if (draw.oneIn(3)) return { args: [x, draw.random.integer(-9, 9)] };
      const axes = draw.axes(draw.shapeOf(x).length);
      return {
        args: [x, draw.oneIn(2) ? draw.random.integer(-5, 5) : axes.map(() => draw.random.integer(-5, 5)), axes],
      };
    },
    { refusals: [{ reason: 'Without shifts, roll gives a copy.', message: 'not enough values to unpack' }] },
  ),
  entry('take', picked),
  entry('astype', convertible, {
    heddle: 'array.astype',
    numpy: 'lambda a, dtype: a.astype(dtype)',
    casts: 0,
    weight: 2,
  }),
  entry('copy', (draw) => ({ args: [draw.array('x', { dtypes: moved })] }), { heddle: 'array.copy' }),
  entry('assign', assigned, { heddle: 'array.assign', numpy: 'assign', mutates: true, casts: 1 }),
];
