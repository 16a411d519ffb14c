/**
 * What stands before kernels: bfloat16, complex numbers, and functions that some dialect lacks. Plain C that CUDA C++,
 * HIP C++, OpenCL C and the host's C++ compiler all take.
 */
import { complexHeader } from './complex-header';
import { scalarSections, type HeaderSection } from './scalar-header';

const sections: readonly HeaderSection[] = [
  ...scalarSections,
  { pattern: /complex64/, text: complexHeader('complex64', 'float', 'f') },
  { pattern: /complex128/, text: `#if HEDDLE_HAS_FP64\n${complexHeader('complex128', 'double', '')}\n#endif` },
];

/**
 * The parts of the header that a source names: leaving out the rest saves half of the time a compiler takes.
 *
 * @param source - undefined gives all of them
 */
export function kernelHeader(source?: string): string {
  const needed = sections.filter(({ pattern }) => source === undefined || pattern.test(source));
  return needed.map(({ text }) => text).join('\n');
}
