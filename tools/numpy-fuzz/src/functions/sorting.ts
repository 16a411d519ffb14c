/** Sorts, sets, places, counts. */
import type { CaseValue } from '../case';
import type { Draw } from '../draw';
import { entry } from '../families';
import type { FunctionEntry } from '../function-entry';
import { allDTypes, realDTypes, wholeDTypes, type ValueRange } from '../values';

function alongAxis(draw: Draw, values: ValueRange) {
  const x = draw.array('x', { dtypes: allDTypes, values });
  const options: Record<string, CaseValue> = {};
  if (draw.oneIn(2)) options['axis'] = draw.oneIn(4) ? null : draw.axis(draw.shapeOf(x).length);
  return { args: [x], options };
}

function searched(draw: Draw) {
  const values: ValueRange = draw.oneIn(2) ? 'few' : 'tame';
  const dtypes = realDTypes;
  const sorted = draw.arrayOf(draw.perGroup('sorted', dtypes), {
    ranks: [1, 1],
    values,
    isDense: true,
    isSorted: true,
  });
  const wanted = draw.arrayOf(draw.perGroup('wanted', dtypes), { values });
  return { args: [sorted, wanted], options: draw.oneIn(2) ? { side: draw.random.pick(['left', 'right']) } : {} };
}

export const sorting: readonly FunctionEntry[] = [
  entry('sort', (draw) => alongAxis(draw, draw.oneIn(3) ? 'few' : 'any'), {
    heddle: 'array.sort',
    zeros: 'either',
    weight: 2,
  }),
  entry('argsort', (draw) => alongAxis(draw, draw.oneIn(2) ? 'few' : 'any'), {
    heddle: 'array.argsort',
    numpy: "lambda a, **o: np.argsort(a, kind='stable', **o)",
    weight: 2,
  }),
  entry(
    'unique',
    (draw) => ({ args: [draw.array('x', { dtypes: allDTypes, values: draw.oneIn(2) ? 'few' : 'any' })] }),
    {
      heddle: 'array.unique',
      zeros: 'either',
    },
  ),
  entry(
    'uniqueAll',
    (draw) => ({ args: [draw.array('x', { dtypes: realDTypes, values: draw.oneIn(2) ? 'few' : 'any' })] }),
    {
      heddle: 'package.uniqueAll',
      numpy: 'unique_all',
      fields: ['values', 'index', 'inverse', 'counts'],
      zeros: 'either',
    },
  ),
  entry(
    'nonzero',
    (draw) => ({ args: [draw.array('x', { dtypes: allDTypes, values: draw.oneIn(2) ? 'few' : 'any' })] }),
    {
      heddle: 'array.nonzero',
    },
  ),
  entry('flatNonzero', (draw) => ({ args: [draw.array('x', { dtypes: allDTypes, values: 'few' })] }), {
    heddle: 'package.flatNonzero',
    numpy: 'np.flatnonzero',
  }),
  entry('searchsorted', searched, { heddle: 'package.searchsorted', numpy: 'np.searchsorted' }),
  entry(
    'bincount',
    (draw) => ({
      args: [
        draw.array('x', {
          dtypes: ['uint8', 'uint16', 'int32', 'int64', 'bool'],
          values: draw.oneIn(9) ? 'few' : 'whole',
          ranks: [1, 1],
        }),
      ],
      options: draw.oneIn(2) ? { minlength: draw.random.integer(0, 9) } : {},
    }),
    { heddle: 'package.bincount' },
  ),
  entry(
    'lexsort',
    (draw) => {
      const shape = [draw.random.integer(0, 9)];
      const count = draw.random.integer(1, 3);
      return {
        args: [
          Array.from({ length: count }, (_, k) =>
            draw.arrayOf(draw.perGroup(`key ${k}`, wholeDTypes), { shape, values: 'few' }),
          ),
        ],
      };
    },
    { heddle: 'package.lexsort' },
  ),
];
