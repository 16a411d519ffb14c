/** Elements that fulfil a condition, brought together. */
import type { DType } from '@heddle/core';
import { argumentError, assertOptions, describe, optionNames } from '@heddle/core/backend';
import { assertTogether } from '../../array/assert-together';
import { contiguous } from '../elementwise/contiguous';
import type { GpuArray } from '../../array/gpu-array';
import { formatShape, sameShape } from '../../array/shape';
import { emptyArray } from '../../array/empty';
import { assertNoOptions } from '../../array/no-options';
import { cutTo } from '../elementwise/cut';
import { fill } from '../elementwise/fill';
import { checkArguments } from '../../kernel-kit/check-arguments';
import { elementFunctions, elementType, isComplex, requireDType } from '../../kernel-kit/element-type';
import { parseArguments, type KernelExtra } from '../../kernel-kit/kernel-extra';
import { assertOneAxis } from '../../kernel-kit/one-axis';
import { runScan } from './run-scan';
import type { ScanArgument } from './scan-kernel';
import type { ScanSpec } from './scan-spec';

const conditionNames = optionNames<ConditionOptions>({ arguments: true, values: true, preamble: true });
const equalNames: readonly string[] = ['equal', 'preamble'];

/** What a condition sees besides the array. */
export interface ConditionOptions {
  /** C declarations of what the condition uses: `float limit, const int *flags`. */
  readonly arguments?: string;
  /** Their values. */
  readonly values?: readonly ScanArgument[];
  /** Source in front of the condition. */
  readonly preamble?: string;
}

/** Elements at the start of an array that is long enough for all, and how many they are. */
export interface Selection<D extends DType = DType> {
  /** As long as the input. Its contents after the first `count` elements are undefined. */
  readonly out: GpuArray<D>;
  /** One int64, of no axes. 0 for an empty input. */
  readonly count: GpuArray<'int64'>;
}

export interface Partition<D extends DType = DType> {
  /** Elements that fulfil the condition: the first `count`. */
  readonly outTrue: GpuArray<D>;
  /** The others: the first `size - count`. */
  readonly outFalse: GpuArray<D>;
  readonly count: GpuArray<'int64'>;
}

/**
 * Elements for which a condition holds, in their order.
 *
 * @param condition - C expression in the array's element `x[i]`, in `i` and in the arguments: `x[i] > limit`
 * @throws HeddleError `ARGUMENT` for an array of several axes
 */
export function copyIf<D extends DType>(
  a: GpuArray<D>,
  condition: string,
  options: ConditionOptions = {},
): Selection<D> {
  return select('copyIf', a, condition, options);
}

/** Elements for which a condition does not hold, in their order. */
export function removeIf<D extends DType>(
  a: GpuArray<D>,
  condition: string,
  options: ConditionOptions = {},
): Selection<D> {
  return select('removeIf', a, `!(${condition})`, options);
}

/** Elements for which a condition holds, and the others, each in their order. */
export function partition<D extends DType>(
  a: GpuArray<D>,
  condition: string,
  options: ConditionOptions = {},
): Partition<D> {
  assertOneAxis('partition', a);
  assertOptions('partition', options, conditionNames);
  const outFalse = emptyArray(a.device, a.dtype, [a.size]);
  const { out, count } = select('partition', a, condition, options, outFalse);
  return { outTrue: out, outFalse, count };
}

/**
 * Elements that differ from the one before them: of sorted elements, each once.
 *
 * @param equal - C expression in `a` and `b`. Default: equality, where NaN equals NaN
 */
export function uniqueConsecutive<D extends DType>(
  a: GpuArray<D>,
  options: { readonly equal?: string; readonly preamble?: string } = {},
): Selection<D> {
  assertOneAxis('uniqueConsecutive', a);
  assertOptions('uniqueConsecutive', options, equalNames);
  const value = elementType(a.dtype).value;
  const same = options.equal ?? defaultEquality(a.dtype);
  const preamble = `${options.preamble ?? ''}\nDEVICE int heddle_equal(${value} a, ${value} b) { return (${same}); }\n`;
  return select('uniqueConsecutive', a, 'i == 0 || !heddle_equal(x[i - 1], x[i])', { preamble });
}

function defaultEquality(dtype: DType): string {
  if (isComplex(dtype)) return 'a.re == b.re && a.im == b.im';
  return 'a == b || (a != a && b != b)';
}

/** The elements of an array at which a mask of its shape is true, in C order. */
export function compress<D extends DType>(mask: GpuArray, a: GpuArray<D>): Promise<GpuArray<D>>;
export async function compress<D extends DType>(
  mask: GpuArray,
  a: GpuArray<D>,
  options?: unknown,
): Promise<GpuArray<D>> {
  assertNoOptions('compress', options);
  assertTogether('compress', [a, mask]);
  if (mask.dtype !== 'bool') throw argumentError(`compress: the mask is ${mask.dtype}; a mask is bool`);
  if (!sameShape(mask.shape, a.shape)) {
    throw argumentError(`compress: the mask of shape ${formatShape(mask.shape)} is none for ${formatShape(a.shape)}`);
  }
  const [flatMask, flat] = [contiguous(mask.reshape(-1)), a.reshape(-1)];
  const selection = select('compress', flat, 'mask[i]', {
    arguments: 'const unsigned char *mask',
    values: [flatMask],
  });
  for (const view of [flatMask, flat]) view.dispose();
  return await trimmed(selection);
}

/** A selection cut to its length, once that is known. */
export async function trimmed<D extends DType>({ out, count }: Selection<D>): Promise<GpuArray<D>> {
  const [length = 0n] = await count.get();
  count.dispose();
  return cutTo(out, Number(length));
}

function select<D extends DType>(
  operation: string,
  a: GpuArray<D>,
  condition: string,
  options: ConditionOptions,
  rest?: GpuArray<D>,
): Selection<D> {
  if (typeof condition !== 'string' || condition.trim() === '') {
    throw argumentError(`${operation}: the condition is a C expression, not ${describe(condition)}`);
  }
  assertOptions(operation, options, conditionNames);
  assertOneAxis(operation, a);
  requireDType(a.device, a.dtype, operation);
  const { preamble = '', values = [] } = options;
  const extras = parseArguments(options.arguments ?? '', preamble, operation);
  checkArguments(operation, extras, values);
  const input = contiguous(a);
  const out = emptyArray(a.device, a.dtype, [a.size]);
  const count = emptyArray(a.device, 'int64', []);
  if (a.size === 0) {
    fill(count, 0n);
    return { out, count };
  }
  const wide = a.size > 2 ** 30;
  const spec = selectionSpec(operation, a.dtype, { condition, preamble, extras, wide, splits: rest !== undefined });
  runScan(a.device, {
    operation,
    key: `${JSON.stringify([operation, a.dtype, condition, preamble, options.arguments ?? ''])}${wide ? 'w' : ''}`,
    spec,
    extras: [input, out, count, ...(rest ? [rest] : []), ...values],
    length: a.size,
    rows: 1,
    wide,
  });
  if (!a.isContiguous) input.dispose();
  return { out, count };
}

interface SelectionParts {
  readonly condition: string;
  readonly preamble: string;
  readonly extras: readonly KernelExtra[];
  readonly wide: boolean;
  /** Elements that are left out are kept too. */
  readonly splits: boolean;
}

/** Item i counts the elements up to i that are taken: the place after that of element i. */
function selectionSpec(name: string, dtype: DType, parts: SelectionParts): ScanSpec {
  const { storage, value, load } = elementType(dtype);
  // Conditions see values; what is copied are the stored elements, bit by bit.
  const conditionOf = (here: string): string =>
    parts.condition.replace(/\bx\s*\[([^\][]*)\]/g, (_, index: string) =>
      load(index.trim() === 'i' ? here : `x[${index}]`),
    );
  const rest = parts.splits ? 'else rest[i - item] = x[i];' : '';
  return {
    name,
    extras: [
      { name: 'x', kind: 'memory', type: storage, dtype },
      { name: 'out', kind: 'memory', type: storage, dtype, writable: true },
      { name: 'count', kind: 'memory', type: 'INT64', dtype: 'int64', writable: true },
      ...(parts.splits ? [{ name: 'rest', kind: 'memory' as const, type: storage, dtype, writable: true }] : []),
      ...parts.extras,
    ],
    preamble: `${elementFunctions([dtype])}typedef ${value} heddle_element;\n${parts.preamble}`,
    itemType: parts.wide ? 'INT64' : 'int',
    input: `(${conditionOf('x[i]')}) ? 1 : 0`,
    scan: 'a + b',
    neutral: '0',
    segmentStart: undefined,
    output: `if (item != prevItem) out[item - 1] = x[i]; ${rest} if (i == N - 1) count[0] = item`,
    fetches: [],
    header: true,
    sparse: !parts.splits,
    selection: {
      array: 'x',
      type: storage,
      condition: conditionOf('heddle_here'),
      taken: 'out',
      left: parts.splits ? 'rest' : undefined,
      count: 'count',
    },
  };
}
