/** What AMD's compiler library (comgr) reads from the environment: hiprtc and AMD's OpenCL compile with it. */
import type { CompilerVariable } from '../compiler-variable';
import { cxxLanguages } from './gcc-variables';

const clang = 'https://clang.llvm.org/docs/CommandGuide/clang.html';
const comgr = 'https://github.com/ROCm/llvm-project/tree/amd-staging/amd/comgr';
const runtime = 'https://github.com/ROCm/clr/blob/amd-staging/rocclr/utils/flags.hpp';

/** Parts of a ROCm installation: compiler, linker, versions, device libraries. */
export const rocmParts: readonly string[] = [
  ...['clang', 'clang++', 'lld', 'ld.lld', 'clang-offload-bundler'].flatMap((program) => [
    program,
    `bin/${program}`,
    `llvm/bin/${program}`,
  ]),
  ...['.info/version', 'bin/.hipVersion', 'share/hip/version', 'include/hip/hip_version.h'],
  ...['ocml.bc', 'ockl.bc', 'hip.bc', 'opencl.bc'].flatMap((library) => [library, `amdgcn/bitcode/${library}`]),
];

/** Nothing can be kept from a library in this process, so whatever changes its output is tracked. */
export const comgrVariables: readonly CompilerVariable[] = [
  { name: 'CPATH', role: 'include-folders', as: '-I', source: clang },
  { name: 'CPLUS_INCLUDE_PATH', role: 'include-folders', as: '-isystem', languages: cxxLanguages, source: clang },
  { name: 'C_INCLUDE_PATH', role: 'include-folders', as: '-isystem', languages: ['opencl', 'c'], source: clang },
  { name: 'COMPILER_PATH', role: 'places', files: rocmParts, source: clang },
  { name: 'LLVM_PATH', role: 'places', files: rocmParts, source: comgr },
  { name: 'ROCM_PATH', role: 'places', files: rocmParts, source: comgr },
  { name: 'HIP_PATH', role: 'places', files: rocmParts, source: comgr },
  { name: 'HIP_DEVICE_LIB_PATH', role: 'places', files: rocmParts, source: clang },
  { name: 'AMD_COMGR_EMIT_VERBOSE_LOGS', role: 'text', source: comgr },
  { name: 'LLVM_OVERRIDE_PRODUCER', role: 'text', source: comgr },
  { name: 'LLD_VERSION', role: 'text', source: comgr },
  { name: 'GPU_ENABLE_WAVE32_MODE', role: 'text', isReadOnce: true, source: runtime },
  { name: 'GPU_ENABLE_WGP_MODE', role: 'text', isReadOnce: true, source: runtime },
  { name: 'AMD_GPU_FORCE_SINGLE_FP_DENORM', role: 'text', isReadOnce: true, source: runtime },
];
