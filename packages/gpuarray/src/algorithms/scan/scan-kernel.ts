/** Prefix scans that users write. */
import { isArray } from '../../array/strided-array';
import type { DType } from '@heddle/core';
import { argumentError, assertOptions, describe, isDType, optionNames } from '@heddle/core/backend';
import { contiguous } from '../elementwise/contiguous';
import type { GpuArray } from '../../array/gpu-array';
import { isGpuArray } from '../../array/is-gpu-array';
import { mayShareMemory } from '../elementwise';
import { copy } from '../elementwise/copy';
import { checkArguments, deviceOf } from '../../kernel-kit/check-arguments';
import { elementFunctions, elementType } from '../../kernel-kit/element-type';
import { parseArguments, type KernelExtra } from '../../kernel-kit/kernel-extra';
import { runScan } from './run-scan';
import { wholeArrays } from './whole-arrays';
import { scanNeeds, type InputFetch, type ScanSpec } from './scan-spec';
import { assertKernelName } from '../../kernel-kit/kernel-name';

const kernelNames = optionNames<ScanKernelOptions>({
  name: true,
  dtype: true,
  arguments: true,
  input: true,
  scan: true,
  output: true,
  neutral: true,
  isSegmentStart: true,
  fetch: true,
  preamble: true,
  options: true,
});
const callNames = optionNames<ScanCallOptions>({ size: true });
const simpleNames = optionNames<SimpleScanOptions>({
  name: true,
  dtype: true,
  scan: true,
  neutral: true,
  preamble: true,
});

export interface ScanKernelOptions {
  /** Its name in errors. Default `scan`. */
  readonly name?: string;
  /** Type of an item: a dtype, or a C type of the preamble. */
  readonly dtype: string;
  /** Arguments of the expressions, as in C: `const float *x, float *y, float a`. Pointers index memory. */
  readonly arguments: string;
  /** C expression of the item at index `i`, before it is scanned: `x[i]`. It may use `N`, the length. */
  readonly input: string;
  /**
   * C expression in `a` (left) and `b` (right); associative. With segments it uses `acrossSegmentBoundary`:
   * `acrossSegmentBoundary ? b : a + b`.
   */
  readonly scan: string;
  /** C statements that run for every `i`, with `item`, `prevItem`, `lastItem` and `N`: `y[i] = item`. */
  readonly output: string;
  /** C expression of the neutral element of `scan`. Needed if the output uses `prevItem`. */
  readonly neutral?: string;
  /** C expression that is true if a segment starts at `i`. Index 0 always starts one. */
  readonly isSegmentStart?: string;
  /** Elements that `input` and `isSegmentStart` can name. This is safe even if the output overwrites them. */
  readonly fetch?: readonly { readonly name: string; readonly array: string; readonly offset?: 0 | -1 }[];
  /** Source in front of the expressions: types and functions. */
  readonly preamble?: string;
  /** Compiler options. */
  readonly options?: readonly string[];
}

export interface ScanCallOptions {
  /** Length of the scan. Default: that of the first array. */
  readonly size?: number;
}

/** An argument of a call: an array for a pointer, a number for a scalar. */
export type ScanArgument = GpuArray | number | bigint | boolean;

/**
 * A scan of the generality of PyOpenCL's GenericScanKernel: compaction, segmented scans and list building are scans
 * with an output statement of their own.
 *
 * ```ts
 * const kernel = new ScanKernel({
 *   dtype: 'int32', arguments: 'const int *x, int *y', input: 'x[i]', scan: 'a + b', output: 'y[i] = item',
 * });
 * kernel.call(x, y);
 * ```
 */
export class ScanKernel {
  readonly spec: ScanSpec;
  readonly #key: string;
  readonly #whole: readonly KernelExtra[];

  /** @throws HeddleError `ARGUMENT` for options that cannot be right */
  constructor(options: ScanKernelOptions) {
    this.spec = scanSpecOf(options);
    this.#key = JSON.stringify(this.spec);
    this.#whole = wholeArrays(this.spec);
  }

  /**
   * Enqueues the scan over indices 0 to N-1.
   *
   * @param args - in the order of the arguments, then options
   * @throws HeddleError `ARGUMENT` for arguments that do not fit; nothing is written. An array is known to be too short
   *   where an expression without a condition has its element `x[i]`; what expressions touch elsewhere is theirs to keep
   *   within it
   */
  call(...args: readonly (ScanArgument | ScanCallOptions)[]): void {
    const { extras, name } = this.spec;
    const options = args[extras.length] ?? {};
    if (args.length > extras.length + 1 || typeof options !== 'object' || isArray(options)) {
      throw argumentError(`${name} takes ${extras.length} arguments and options, not ${args.length} arguments`);
    }
    assertOptions(name, options, callNames);
    const values: readonly unknown[] = args.slice(0, extras.length);
    const arrays = checkArguments(name, extras, values);
    const device = deviceOf(name, arrays);
    const length = lengthOf(name, options, arrays);
    this.#checkLengths(values, length);
    const prepared = this.#preparedArrays(values);
    const longest = Math.max(length, ...arrays.map(({ size }) => size));
    runScan(device, {
      operation: name,
      key: this.#key,
      spec: this.spec,
      extras: prepared,
      length,
      rows: 1,
      wide: longest > 2 ** 30,
    });
    prepared.forEach((value, n) => {
      if (isGpuArray(value) && value !== values[n]) value.dispose();
    });
  }

  #checkLengths(values: readonly unknown[], length: number): void {
    const { extras, name } = this.spec;
    for (const extra of this.#whole) {
      const value = values[extras.indexOf(extra)];
      if (!isGpuArray(value) || value.size >= length) continue;
      throw argumentError(`${name}: ${extra.name} has ${value.size} elements; the scan goes over ${length}`, {
        parameter: extra.name,
        hint: 'Pass a longer array, or { size } after the arguments.',
      });
    }
  }

  /**
   * Arrays as the kernel takes them: dense; and where an element before `i` is fetched from memory that the output
   * writes, a copy, since another block may have written it already.
   */
  #preparedArrays(values: readonly unknown[]): readonly unknown[] {
    const { extras, fetches, name } = this.spec;
    const written = values.filter((_, n) => extras[n]?.writable === true).filter(isGpuArray);
    return values.map((value, n) => {
      const extra = extras[n];
      if (extra?.kind !== 'memory' || !isGpuArray(value)) return value;
      const array = value;
      if (extra.writable === true) {
        if (!array.isContiguous) throw argumentError(`${name}: ${extra.name} is written, so it must be contiguous`);
        return array;
      }
      const before = fetches.some(({ array: fetched, offset }) => fetched === extra.name && offset === -1);
      if (before && written.some((output) => mayShareMemory(output, array))) return copy(array);
      return contiguous(array);
    });
  }
}

function scanSpecOf(options: ScanKernelOptions): ScanSpec {
  assertOptions('a scan kernel', options, kernelNames);
  const { name = 'scan', preamble = '', neutral, isSegmentStart } = options;
  assertKernelName(name);
  for (const field of ['dtype', 'arguments', 'input', 'scan', 'output'] as const) {
    if (typeof options[field] !== 'string') {
      throw argumentError(`${name}: ${field} is a string, not ${describe(options[field])}`, { parameter: field });
    }
  }
  const extras = parseArguments(options.arguments, preamble, name);
  const spec: ScanSpec = {
    name,
    extras,
    preamble,
    itemType: itemType(options.dtype),
    input: options.input,
    scan: options.scan.replace(/\bacross_seg_boundary\b/g, 'acrossSegmentBoundary'),
    neutral,
    segmentStart: isSegmentStart,
    output: options.output,
    fetches: (options.fetch ?? []).map((fetch) => fetchOf(name, extras, fetch)),
    header: true,
    ...(options.options ? { options: options.options } : {}),
  };
  if (scanNeeds(spec).previous && neutral === undefined) {
    throw argumentError(`${name}: the output uses prevItem, so a neutral element is needed`, { parameter: 'neutral' });
  }
  return spec;
}

function itemType(dtype: string): string {
  return isDType(dtype) ? elementType(dtype).value : dtype;
}

function fetchOf(
  operation: string,
  extras: readonly KernelExtra[],
  fetch: { readonly name: string; readonly array: string; readonly offset?: 0 | -1 },
): InputFetch {
  const { name, array, offset = 0 } = fetch;
  const extra = extras.find((one) => one.name === array && one.kind === 'memory');
  if (!extra) throw argumentError(`${operation}: '${array}', which is fetched as ${name}, is not a pointer argument`);
  if (offset !== 0 && offset !== -1) {
    throw argumentError(`${operation}: an element is fetched at offset 0 or -1, not ${describe(offset)}`);
  }
  return { type: extra.type, name, array, offset };
}

function lengthOf(operation: string, options: ScanCallOptions, arrays: readonly GpuArray[]): number {
  const length = options.size ?? arrays[0]?.size ?? 0;
  if (!Number.isSafeInteger(length) || length < 0) {
    throw argumentError(`${operation}: size is a whole number, not ${describe(length)}`, { parameter: 'size' });
  }
  return length;
}

/** Options of inclusive and exclusive scans. */
export interface SimpleScanOptions {
  readonly name?: string;
  /** dtype of input and output. */
  readonly dtype: DType;
  /** C expression in `a` and `b`. */
  readonly scan: string;
  /** C expression; needed by the exclusive scan. */
  readonly neutral?: string;
  readonly preamble?: string;
}

/** A scan whose item i covers elements 0 to i. Call it with input and output, which may be the same. */
export function inclusiveScanKernel(options: SimpleScanOptions): ScanKernel {
  assertOptions('inclusiveScanKernel', options, simpleNames);
  return simpleScanKernel(options, 'item');
}

/** A scan whose item i covers elements 0 to i-1; the first is the neutral element. */
export function exclusiveScanKernel(options: SimpleScanOptions): ScanKernel {
  assertOptions('exclusiveScanKernel', options, simpleNames);
  if (options.neutral === undefined) {
    throw argumentError('an exclusive scan needs a neutral element', { parameter: 'neutral' });
  }
  return simpleScanKernel(options, 'prevItem');
}

function simpleScanKernel({ dtype, ...options }: SimpleScanOptions, result: 'item' | 'prevItem'): ScanKernel {
  const { storage, load, store } = elementType(dtype);
  return new ScanKernel({
    ...options,
    preamble: elementFunctions([dtype]) + (options.preamble ?? ''),
    dtype,
    arguments: `const ${storage} *x, ${storage} *y`,
    input: load('x[i]'),
    output: `y[i] = ${store(result)}`,
  });
}
