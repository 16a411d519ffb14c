/**
 * What stands before kernels: bfloat16, complex numbers, and functions that some dialect lacks. Plain C that CUDA C++,
 * HIP C++, OpenCL C and the host's C++ compiler all take.
 */
import { complexHeader } from './complex-header';
import { scalarSections } from './scalar-header';

/**
 * The parts of the header that a source names: leaving out the rest saves half of the time a compiler takes.
 *
 * @param source - undefined gives all of them
 */
export function kernelHeader(source?: string): string {
  const named = (pattern: RegExp): boolean => source === undefined || pattern.test(source);
  const parts = scalarSections.filter(({ pattern }) => named(pattern)).map(({ text }) => text);
  if (named(/complex64/)) parts.push(complexHeader({ name: 'complex64', part: 'float' }, source));
  if (named(/complex128/)) {
    const double = complexHeader({ name: 'complex128', part: 'double' }, source);
    parts.push(`#if HEDDLE_HAS_FP64\n${double}\n#endif`);
  }
  return parts.join('\n');
}
