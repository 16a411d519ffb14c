/** Makers of entries, for functions that are called alike. */
import type { DType } from '@heddle/core';
import type { CaseValue } from './case';
import type { ArrayReference, Draw } from './draw';
import { snakeCase, type DrawnCall, type FunctionEntry } from './function-entry';
import { randomShape, randomStretchable, type Shape } from './shapes';
import { allDTypes, realDTypes, type ValueRange } from './values';

/** What a line says besides the name; everything has a default. */
export interface Line extends Partial<Omit<FunctionEntry, 'name' | 'draw'>> {
  readonly dtypes?: readonly DType[];
  readonly values?: ValueRange;
  /** It has the option `out`. Default: functions of `ga` have, methods do not. */
  readonly hasOut?: boolean;
}

/** An entry with a drawing function of its own. */
export function entry(name: string, draw: (draw: Draw) => DrawnCall, line: Line = {}): FunctionEntry {
  const { dtypes: _dtypes, values: _values, hasOut: _hasOut, ...rest } = line;
  const bare = name.split('.').at(-1) ?? name;
  return { name, heddle: name.includes('.') ? name : `ga.${name}`, numpy: `np.${snakeCase(bare)}`, draw, ...rest };
}

/** A function of each element: `ga.name(x, { out })`. */
export function unary(name: string, line: Line = {}): FunctionEntry {
  return elementwise(name, 1, line);
}

/** A function of pairs of elements, which are broadcast; one of them may be a number. */
export function binary(name: string, line: Line = {}): FunctionEntry {
  return elementwise(name, 2, line);
}

/** A function of so many elements. */
export function elementwise(name: string, count: number, line: Line): FunctionEntry {
  return entry(
    name,
    (draw) => {
      const shape = randomShape(draw.random);
      const args = operands(draw, count, shape, line);
      const { hasOut = !name.includes('.') } = line;
      return { args, options: hasOut && draw.oneIn(8) ? { out: outFor(draw, args, shape) } : {} };
    },
    { isElementwise: true, ...line },
  );
}

/** Arrays that broadcast together, at least one of them of the whole shape; the others may be numbers. */
export function operands(draw: Draw, count: number, shape: Shape, line: Line): CaseValue[] {
  const { dtypes = allDTypes, values } = line;
  const whole = draw.perGroup(
    'whole operand',
    [0, 0, 1, 2].filter((k) => k < count),
  );
  const scalarAt = draw.perGroup('number', [-1, -1, -1, 0, 1]);
  return Array.from({ length: count }, (_, k): CaseValue => {
    if (k !== whole && k === scalarAt)
      return draw.scalar(`operand ${k}`, draw.perGroup(`operand ${whole}`, dtypes), values);
    const choice = { dtypes, ...(values === undefined ? {} : { values }) };
    return draw.array(`operand ${k}`, {
      ...choice,
      shape: k === whole ? shape : randomStretchable(draw.random, shape),
    });
  });
}

/** Where a result goes: an array of a dtype that often holds it. */
function outFor(draw: Draw, args: readonly CaseValue[], shape: Shape): ArrayReference {
  const first = args.find(
    (value): value is ArrayReference => typeof value === 'object' && value !== null && 'array' in value,
  );
  const own = first === undefined ? 'float64' : draw.dtypeOf(first);
  return draw.array('out', {
    dtypes: [own, own, 'float64', 'complex128', ...allDTypes],
    shape,
    isWritten: true,
    values: 'tame',
  });
}

export interface ReductionLine extends Line {
  /** Options besides `axis` and `keepdims` that it takes. */
  readonly takes?: readonly ('dtype' | 'initial' | 'where' | 'ddof' | 'out')[];
  /** Dtypes for the option `dtype`. */
  readonly resultDTypes?: readonly DType[];
}

/** A method over no, one or several axes. */
export function reduction(name: string, line: ReductionLine = {}): FunctionEntry {
  const { takes = [], resultDTypes = allDTypes, ...rest } = line;
  return entry(
    name,
    (draw) => {
      const x = draw.array('x', { dtypes: line.dtypes ?? realDTypes, values: line.values ?? 'any' });
      const shape = draw.shapeOf(x);
      const options: Record<string, CaseValue> = draw.axisOption(shape.length);
      if (draw.oneIn(4)) options['keepdims'] = draw.random.chance(0.8);
      const kind = draw.perGroup('with', ['plain', 'plain', ...takes]);
      if (kind === 'dtype') options['dtype'] = draw.perGroup('dtype', resultDTypes);
      if (kind === 'initial') options['initial'] = draw.random.integer(0, 5);
      if (kind === 'ddof') options['ddof'] = draw.random.integer(0, 3);
      if (kind === 'where') options['where'] = draw.arrayOf('bool', { shape: randomStretchable(draw.random, shape) });
      if (kind === 'where' && takes.includes('initial')) options['initial'] = draw.random.integer(0, 5);
      return { args: [x], options };
    },
    { heddle: `array.${name}`, ...rest },
  );
}
