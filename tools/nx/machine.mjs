/**
 * Prints what decides results of tests and is not in the repository: Node, compilers and drivers, and environment
 * variables. nx counts the output among the inputs of tests.
 */
import { realpathSync, statSync } from 'node:fs';
import { findCommand, findLibrary } from '../setup/find-on-machine.mjs';

const commands = [
  ...[process.env.HEDDLE_CXX, process.env.HEDDLE_CC, process.env.HEDDLE_FC],
  ...[process.env.HEDDLE_HIPCC, process.env.HEDDLE_NVCC, process.env.HEDDLE_CHROMIUM],
  ...['c++', 'g++', 'clang++', 'cc', 'gcc', 'clang', 'gfortran', 'cmake', 'make', 'ninja'],
  ...['hipcc', 'nvcc', 'oclgrind', 'python3', 'chromium', 'chromium-browser', 'google-chrome'],
];
const libraries = [
  'libOpenCL.so',
  'libpocl.so',
  'libLLVM',
  'libamdhip64.so',
  'libhiprtc.so',
  'libcuda.so',
  'libnvrtc.so',
];
const variables =
  /^(?:HEDDLE_|OCL_|POCL_|CUDA_|NVCC_|HIP|ROCM_|ROCR_|OMP_|CC$|CXX|CFLAGS$|CPATH$|C_INCLUDE|CPLUS_INCLUDE|LIBRARY_PATH$|LD_|NODE_OPTIONS$|LANG$|LC_|TZ$)/;

console.log(process.version, process.platform, process.arch);
for (const path of [...commands.map((name) => findCommand(name)), ...libraries.map((name) => findLibrary(name))]) {
  if (path) console.log(path, version(path));
}
for (const name of Object.keys(process.env).sort()) {
  if (variables.test(name)) console.log(`${name}=${process.env[name]}`);
}

// The file tells two versions apart as surely as the program would, without starting it.
function version(path) {
  const file = realpathSync(path);
  const { size, mtimeMs } = statSync(file);
  return `${file} ${size} ${mtimeMs}`;
}
