/** The compile options of CuPy's raw kernels and modules. */
import { argumentError, assertOptions, describe, optionNames } from '@heddle/core/backend';

/** What compiles: NVRTC in this process, or nvcc through `@heddle/backend-cuda`. */
export type CompilerBackend = 'nvrtc' | 'nvcc';

export interface RawOptions {
  /** Options of the compiler, one per entry. */
  readonly options?: readonly string[];
  /** Default `nvrtc`. */
  readonly backend?: CompilerBackend;
  /**
   * Gives the source a `cuComplex.h` of its own, for machines that have NVRTC without the toolkit's headers.
   * Default false.
   */
  readonly translateCucomplex?: boolean;
  /** Launches so that all blocks run at once and may wait for each other. Default false. */
  readonly enableCooperativeGroups?: boolean;
}

const rawOptionNames = optionNames<RawOptions>({
  options: true,
  backend: true,
  translateCucomplex: true,
  enableCooperativeGroups: true,
});

/**
 * @param operation - what takes the options
 * @param more - options that only this operation takes
 * @throws HeddleError `ARGUMENT` for what cannot be right, and for an option that does not exist
 */
export function checkRawOptions(operation: string, given: RawOptions, ...more: readonly string[]): void {
  assertOptions(operation, given, [...rawOptionNames, ...more]);
  const { options = [], backend = 'nvrtc' } = given;
  if (!Array.isArray(options)) throw argumentError(`options is an array of strings, not ${describe(options)}`);
  if (backend !== 'nvrtc' && backend !== 'nvcc') {
    throw argumentError(`backend is 'nvrtc' or 'nvcc', not ${describe(backend)}`, { parameter: 'backend' });
  }
}
