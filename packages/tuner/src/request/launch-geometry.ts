/** How many blocks, of how many threads, a configuration is launched with. */
import { argumentError } from '@heddle/core/backend';
import type { Configuration } from '../space';
import { callUser, numberOf, type ConfigurationNumber } from './configuration-function';
import type { TuneKernelOptions } from './tune-options';

export type Triple = readonly [number, number, number];

export interface TrialGeometry {
  readonly grid: Triple;
  readonly block: Triple;
  readonly sharedBytes: number;
}

/** A launch as the options describe it, which may be none. */
export interface ProposedGeometry extends TrialGeometry {
  /** Why this configuration cannot be launched. */
  readonly problem?: string;
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
 * @throws HeddleError `ARGUMENT` as {@link proposedGeometryOf} does; when called, for sizes that are none
 */
export function geometryOf(options: GeometryOptions): (configuration: Configuration) => TrialGeometry {
  const propose = proposedGeometryOf(options);
  return (configuration) => {
    const { problem, ...geometry } = propose(configuration);
    if (problem === undefined) return geometry;
    throw argumentError(problem, { parameter: 'configuration' });
  };
}

/**
 * A function from configurations to launches, those included that cannot be made.
 *
 * @throws HeddleError `ARGUMENT` for unknown names in expressions, and sizes that are none for any configuration; when
 *   called, for functions that fail or give no numbers
 */
export function proposedGeometryOf(options: GeometryOptions): (configuration: Configuration) => ProposedGeometry {
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
    const by: Triple = [divisors[0](known), divisors[1](known), divisors[2](known)];
    const blocks = (axis: 0 | 1 | 2): number => Math.ceil(extents[axis] / by[axis]);
    const geometry = { grid: [blocks(0), blocks(1), blocks(2)] as const, block, sharedBytes: shared(known) };
    const problem = problemWith(geometry, extents, by);
    return problem === undefined
      ? geometry
      : { ...geometry, problem: `${problem}, for ${JSON.stringify(configuration)}` };
  };
}

function problemWith({ block, sharedBytes }: TrialGeometry, extents: Triple, by: Triple): string | undefined {
  if (!extents.every(isExtent)) return problemOfSize(extents);
  if (!block.every((extent) => isExtent(extent) && Number.isInteger(extent))) {
    return `a block is of positive whole numbers of threads, not [${block.join(', ')}]`;
  }
  const axis = by.findIndex((divisor) => !isExtent(divisor));
  if (axis >= 0) return problemOfDivisor(`gridDiv${'XYZ'.charAt(axis)}`, by[axis] ?? NaN);
  if (Number.isInteger(sharedBytes) && sharedBytes >= 0) return undefined;
  return `sharedMemory is a whole number of bytes from 0 on, not ${sharedBytes}`;
}

function isExtent(value: number): boolean {
  return value > 0 && Number.isFinite(value);
}

function problemOfSize(extents: readonly number[]): string {
  return `a problem size is one to three positive numbers, not [${extents.join(', ')}]`;
}

function problemOfDivisor(what: string, value: number): string {
  return `${what} is ${value}; it must be positive`;
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
  const given = typeof size === 'object' ? size : [size];
  // An extent that does not depend on the configuration is wrong for all of them.
  const constants = given.filter((extent) => typeof extent === 'number');
  if (!constants.every(isExtent)) throw argumentError(problemOfSize(constants), { parameter: what });
  const extents = given.map((extent) => numberOf(extent, names, what));
  return (configuration) => triple(extents.map((extent) => extent(configuration)));
}

function triple(extents: readonly number[]): Triple {
  if (extents.length < 1 || extents.length > 3 || !extents.every((extent) => typeof extent === 'number')) {
    throw argumentError(problemOfSize(extents), { parameter: 'problemSize' });
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
  if (typeof divisor === 'function' || typeof divisor === 'string') return numberOf(divisor, names, what);
  const wrong = divisor.find((factor) => typeof factor === 'number' && !isExtent(factor));
  if (wrong !== undefined) throw argumentError(problemOfDivisor(what, Number(wrong)), { parameter: what });
  const factors = divisor.map((factor) => numberOf(factor, names, what));
  return (known) => factors.reduce((product, factor) => product * factor(known), 1);
}

function sharedMemoryOf(shared: TuneKernelOptions['sharedMemory'], names: readonly string[]): ConfigurationNumber {
  if (shared === undefined) return () => 0;
  return numberOf(typeof shared === 'object' ? shared.size : shared, names, 'sharedMemory');
}
