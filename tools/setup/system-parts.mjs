/**
 * What Heddle uses of the system, as data: the one place that names system packages.
 *
 * - `name`: what HEDDLE_REQUIRE calls it
 * - `purpose`: why anyone would want it
 * - `usedBy`: the commands that install it of their own accord; the others only when HEDDLE_REQUIRE names it
 * - `optional`: its absence is a reported skip; the absence of the others stops the command
 * - `packages`: Debian's and Ubuntu's names
 * - `present`: whether the machine has it, from this package or from anywhere else
 */
import { filesEndingIn, findCommand, findLibrary } from './find-on-machine.mjs';

/** @typedef {'test' | 'demo' | 'bench'} Command */
/** @typedef {{ name: string, purpose: string, usedBy: Command[], optional: boolean, packages: string[], present: () => boolean }} SystemPart */

/** @type {SystemPart[]} */
export const systemParts = [
  {
    name: 'host',
    purpose: 'a C++ compiler: the host backend compiles kernels with it, and the native addon is built by it',
    usedBy: ['test', 'demo', 'bench'],
    optional: false,
    packages: ['g++'],
    present: () => Boolean(findCommand(process.env.HEDDLE_CXX, 'c++', 'g++', 'clang++')),
  },
  {
    name: 'native',
    purpose: 'CMake: builds the native addon, which makes launches cheaper',
    usedBy: ['test', 'bench'],
    optional: true,
    packages: ['cmake', 'make'],
    present: () => Boolean(findCommand('cmake')) && Boolean(findCommand('make', 'ninja')),
  },
  {
    name: 'fortran',
    purpose: 'a Fortran compiler: the host backend calls Fortran functions',
    usedBy: ['test'],
    optional: true,
    packages: ['gfortran'],
    present: () => Boolean(findCommand(process.env.HEDDLE_FC, 'gfortran')),
  },
  {
    name: 'opencl',
    purpose: 'an OpenCL loader and PoCL, OpenCL on the CPU: the OpenCL backend is tested against it',
    usedBy: ['test', 'bench'],
    optional: true,
    packages: ['ocl-icd-libopencl1', 'pocl-opencl-icd'],
    present: hasOpenCl,
  },
  {
    name: 'oclgrind',
    purpose: 'Oclgrind, an OpenCL device that checks for races and bad accesses',
    usedBy: ['test'],
    optional: true,
    packages: ['oclgrind'],
    present: () => Boolean(findCommand('oclgrind')),
  },
  {
    name: 'pyopencl',
    purpose: 'PyOpenCL: the peer that benchmarks compare with',
    usedBy: ['bench'],
    optional: true,
    packages: ['python3-pyopencl'],
    present: () => filesEndingIn('/usr/lib/python3/dist-packages', 'pyopencl').length > 0,
  },
  {
    name: 'browser',
    purpose: 'Chromium: the pages of heddle report are opened in it',
    usedBy: ['test'],
    optional: true,
    packages: ['chromium', 'fonts-liberation'],
    present: () => Boolean(findCommand(process.env.HEDDLE_CHROMIUM, 'chromium', 'chromium-browser', 'google-chrome')),
  },
  {
    name: 'hip',
    purpose: "ROCm's HIP and hiprtc libraries: HIP kernels compile on a machine with no AMD GPU",
    usedBy: ['test'],
    optional: true,
    packages: ['libamdhip64-5', 'libhiprtc-builtins5', 'libamd-comgr2'],
    present: () => Boolean(findLibrary('libamdhip64.so')),
  },
  {
    name: 'hipcc',
    purpose: "hipcc with clang and ROCm's device libraries: HIP kernels compile and link without an AMD GPU",
    usedBy: ['test'],
    optional: true,
    packages: ['hipcc', 'rocm-device-libs'],
    present: () => Boolean(findCommand(process.env.HEDDLE_HIPCC, 'hipcc')),
  },
];

/** The names in HEDDLE_REQUIRE: what must be here, so that its absence is a failure. */
export function requiredNames() {
  return (process.env.HEDDLE_REQUIRE ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean);
}

// A loader without a driver behind it finds no device, so both are looked for.
function hasOpenCl() {
  if (!findLibrary('libOpenCL.so.1')) return false;
  if (process.env.OCL_ICD_FILENAMES) return true;
  return filesEndingIn(process.env.OCL_ICD_VENDORS ?? '/etc/OpenCL/vendors', '.icd').length > 0;
}
