/** Compares results with answers on the device: the answer is uploaded once, and nothing but the verdict comes back. */
import type { Buffer, Device, DType, Kernel } from '@heddle/core';
import {
  comparisonSource,
  firstAt,
  isExact,
  lanesOf,
  mismatchesAt,
  reportLength,
  worstBitsAt,
  worstIndexAt,
} from './comparison-source';
import type { Tolerance } from './protocol';

/** Where and by how much a result differs from its answer. */
export interface Mismatch {
  readonly mismatches: number;
  readonly count: number;
  /** Index of the first element that differs too much, and of one that differs most. */
  readonly first: number;
  readonly worst: number;
  /** The largest difference; Infinity where one side is not a number and the other is. */
  readonly worstDifference: number;
}

interface Kernels {
  readonly compare: Kernel;
  readonly findWorst: Kernel;
}

const noIndex = 0x7fffffff;
/** Elements of one launch: indices inside it are 32-bit, and its offset suits every device's alignment. */
const chunkLength = 2 ** 30;
const threads = 256;

export class DeviceComparison {
  readonly #device: Device;
  readonly #kernels = new Map<DType, Promise<Kernels>>();
  #report: Buffer<'int32'> | undefined;

  constructor(device: Device) {
    this.#device = device;
  }

  /** Compiles what comparing arrays of a type takes. */
  async prepare(dtype: DType): Promise<void> {
    await this.#kernelsFor(laneType(dtype));
  }

  /**
   * @param result - elements of `dtype`, as many as the answer has
   * @param tolerance - undefined: 1e-6 + 1e-5 * |answer| for floating-point elements, exact for the others
   * @returns undefined if all elements are right
   */
  async compare(
    result: Buffer,
    answer: Buffer,
    dtype: DType,
    tolerance: Tolerance | undefined,
  ): Promise<Mismatch | undefined> {
    const lanes = lanesOf(dtype);
    const element = laneType(dtype);
    const [results, answers] = [result.as(element), answer.as(element)];
    const kernels = await this.#kernelsFor(element);
    const { absolute, relative } = tolerance ?? (isExact(dtype) ? exact : usual);
    let found: Mismatch | undefined;
    for (let start = 0; start < answers.length; start += chunkLength) {
      const end = Math.min(answers.length, start + chunkLength);
      const part = { result: slice(results, start, end), answer: slice(answers, start, end), start };
      const mismatch = await this.#compareChunk(kernels, part, absolute, relative);
      if (mismatch) found = found ? join(found, mismatch) : mismatch;
    }
    if (!found) return undefined;
    return {
      ...found,
      count: answers.length / lanes,
      first: Math.floor(found.first / lanes),
      worst: Math.floor(found.worst / lanes),
    };
  }

  dispose(): void {
    this.#report?.dispose();
    this.#report = undefined;
  }

  async #compareChunk(
    { compare, findWorst }: Kernels,
    { result, answer, start }: { readonly result: Buffer; readonly answer: Buffer; readonly start: number },
    absolute: number,
    relative: number,
  ): Promise<Mismatch | undefined> {
    const report = (this.#report ??= this.#device.allocate('int32', reportLength));
    const blank = new Int32Array(reportLength);
    blank[firstAt] = blank[worstIndexAt] = noIndex;
    await report.write(blank);
    const { length } = answer;
    const shape = {
      grid: Math.min(Math.ceil(length / threads), this.#device.properties.multiprocessors * 64),
      block: threads,
    };
    compare.launch(shape, result, answer, report, length, absolute, relative);
    let facts = await report.read();
    const mismatches = facts[mismatchesAt] ?? 0;
    if (mismatches === 0) return undefined;
    findWorst.launch(shape, result, answer, report, length);
    facts = await report.read();
    const worstDifference = new Float32Array(Int32Array.of(facts[worstBitsAt] ?? 0).buffer)[0] ?? NaN;
    return {
      mismatches,
      count: length,
      first: start + (facts[firstAt] ?? 0),
      worst: start + (facts[worstIndexAt] ?? 0),
      worstDifference,
    };
  }

  #kernelsFor(dtype: DType): Promise<Kernels> {
    let kernels = this.#kernels.get(dtype);
    if (!kernels) {
      kernels = this.#compile(dtype);
      this.#kernels.set(dtype, kernels);
    }
    return kernels;
  }

  async #compile(dtype: DType): Promise<Kernels> {
    const module = await this.#device.compile(comparisonSource(dtype), {
      language: 'portable',
      fileName: 'compare.cl',
    });
    return { compare: module.kernel('heddle_compare'), findWorst: module.kernel('heddle_find_worst') };
  }
}

const usual: Tolerance = { absolute: 1e-6, relative: 1e-5 };
const exact: Tolerance = { absolute: 0, relative: 0 };

// A view only if it is needed: a whole buffer is passed to a kernel at no cost.
function slice(buffer: Buffer, start: number, end: number): Buffer {
  return start === 0 && end === buffer.length ? buffer : buffer.slice(start, end);
}

function laneType(dtype: DType): DType {
  if (dtype === 'complex64') return 'float32';
  if (dtype === 'complex128') return 'float64';
  return dtype;
}

function join(first: Mismatch, second: Mismatch): Mismatch {
  const worst = second.worstDifference > first.worstDifference ? second : first;
  return {
    mismatches: first.mismatches + second.mismatches,
    count: first.count + second.count,
    first: first.first,
    worst: worst.worst,
    worstDifference: worst.worstDifference,
  };
}
