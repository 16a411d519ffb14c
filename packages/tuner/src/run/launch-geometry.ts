/** How many blocks, of how many threads, a configuration is launched with. */
import { argumentError } from '@heddle/core';
import type { Configuration } from '../space';
import { callUser, numberOf, type ConfigurationNumber } from './configuration-function';
import type { TuneKernelOptions } from './tune-options';

export type Triple = readonly [number, number, number];

export interface TrialGeometry {
  readonly grid: Triple;
  readonly block: Triple;
  readonly sharedBytes: number;
}

type GeometryOptions = Pick<
  TuneKernelOptions,
  'problemSize' | 'gridDivX' | 'gridDivY' | 'gridDivZ' | 'blockSizeNames' | 'sharedMemory' | 'tune'
>;

export const defaultBlockSizeNames = ['block_size_x', 'block_size_y', 'block_size_z'] as const;
const defaultBlock: Triple = [256, 1, 1];

/** The parameters that are the block's extents. */
export function blockSizeNames(options: Pick<TuneKernelOptions, 'blockSizeNames' | 'tune'>): readonly string[] {
  const names = options.blockSizeNames ?? defaultBlockSizeNames;
  if (names.length > 3)
    throw argumentError(`a block has three extents, not ${names.length}`, { parameter: 'blockSizeNames' });
  const missing = options.blockSizeNames?.find((name) => !(name in options.tune));
  if (missing !== undefined) {
    throw argumentError(`${missing} is among blockSizeNames and not among the parameters`, {
      parameter: 'blockSizeNames',
    });
  }
  return names;
}

/**
 * A function from configurations to launches.
 *
 * @throws HeddleError `ARGUMENT` for unknown names in expressions; when called, for sizes that are none
 */
export function geometryOf(options: GeometryOptions): (configuration: Configuration) => TrialGeometry {
  const blockNames = blockSizeNames(options);
  const names = [...new Set([...Object.keys(options.tune), ...blockNames])];
  const size = problemSizeOf(options.problemSize, names);
  const divisors = [
    divisorOf(options.gridDivX, blockNames[0], names, 'gridDivX'),
    divisorOf(options.gridDivY, blockNames[1], names, 'gridDivY'),
    divisorOf(options.gridDivZ, blockNames[2], names, 'gridDivZ'),
  ] as const;
  const shared = sharedMemoryOf(options.sharedMemory, names);
  return (configuration) => {
    const block = blockOf(configuration, blockNames);
    const blockSizes = Object.fromEntries(blockNames.map((name, axis) => [name, block[axis] ?? 1]));
    const known = { ...blockSizes, ...configuration };
    const extents = size(known);
    const blocks = (axis: 0 | 1 | 2): number => Math.ceil(extents[axis] / divisors[axis](known));
    return { grid: [blocks(0), blocks(1), blocks(2)], block, sharedBytes: shared(known) };
  };
}

function blockOf(configuration: Configuration, names: readonly string[]): Triple {
  const extent = (axis: 0 | 1 | 2): number => {
    const value = configuration[names[axis] ?? ''];
    return value === undefined ? defaultBlock[axis] : Number(value);
  };
  return [extent(0), extent(1), extent(2)];
}

function problemSizeOf(
  size: TuneKernelOptions['problemSize'],
  names: readonly string[],
): (configuration: Configuration) => Triple {
  const what = 'problemSize';
  if (typeof size === 'function') {
    return (configuration) => {
      const given: unknown = callUser(size, configuration, what);
      return triple(Array.isArray(given) ? (given as number[]) : [given as number]);
    };
  }
  const extents = (typeof size === 'object' ? size : [size]).map((extent) => numberOf(extent, names, what));
  return (configuration) => triple(extents.map((extent) => extent(configuration)));
}

function triple(extents: readonly number[]): Triple {
  const isSize = (extent: unknown): boolean => typeof extent === 'number' && extent > 0 && Number.isFinite(extent);
  if (extents.length < 1 || extents.length > 3 || !extents.every(isSize)) {
    throw argumentError(`a problem size is one to three positive numbers, not [${extents.join(', ')}]`, {
      parameter: 'problemSize',
    });
  }
  return [extents[0] ?? 1, extents[1] ?? 1, extents[2] ?? 1];
}

function divisorOf(
  divisor: TuneKernelOptions['gridDivX'],
  blockName: string | undefined,
  names: readonly string[],
  what: string,
): ConfigurationNumber {
  if (divisor === undefined) return blockName === undefined ? () => 1 : (known) => Number(known[blockName]);
  if (typeof divisor === 'function' || typeof divisor === 'string')
    return positive(numberOf(divisor, names, what), what);
  const factors = divisor.map((factor) => numberOf(factor, names, what));
  return positive((known) => factors.reduce((product, factor) => product * factor(known), 1), what);
}

function positive(compute: ConfigurationNumber, what: string): ConfigurationNumber {
  return (configuration) => {
    const value = compute(configuration);
    if (value > 0) return value;
    throw argumentError(`${what} is ${value} for ${JSON.stringify(configuration)}; it must be positive`, {
      parameter: what,
    });
  };
}

function sharedMemoryOf(shared: TuneKernelOptions['sharedMemory'], names: readonly string[]): ConfigurationNumber {
  if (shared === undefined) return () => 0;
  return numberOf(typeof shared === 'object' ? shared.size : shared, names, 'sharedMemory');
}
