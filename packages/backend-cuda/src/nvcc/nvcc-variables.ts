/** Environment variables that nvcc, its parts and its host compiler read. */
import { hostCompilerVariables, joinedVariables, nvccOptionRules, type CompilerVariable } from '@heddle/core/backend';

const manual = 'https://docs.nvidia.com/cuda/cuda-compiler-driver-nvcc/index.html#nvcc-environment-variables';
/** nvcc adds its own to what the environment has, by this file beside it. */
const profile = 'https://docs.nvidia.com/cuda/cuda-compiler-driver-nvcc/index.html#nvcc-profile';

const hostCompilers = ['gcc', 'g++', 'clang', 'clang++', 'cl.exe'] as const;
const searchLists = ['INCLUDES', 'SYSTEM_INCLUDES', 'LIBRARIES'] as const;
const stepLists = ['CUDAFE_FLAGS', 'NVVM_FLAGS', 'OCG_FLAGS', 'PTXAS_FLAGS', 'NVLINK_FLAGS'] as const;
/** Names of nvcc's own, and options of steps that make no code. */
const unwanted = [
  ...['TOP', '_HERE_', '_SPACE_', '_TARGET_DIR_', '_TARGET_SIZE_', 'compiler-bindir', 'DUMP_KNOBS_TO_FILE'],
  ...['NVASM_FLAGS', 'NVDISASM_FLAGS', 'LLVMC_FLAGS', 'LLVMDIS_FLAGS', 'NVVMCCWIZ'],
] as const;

export const nvccVariables = joinedVariables(
  [
    { name: 'NVCC_PREPEND_FLAGS', role: 'options', at: 'front', rules: nvccOptionRules, source: manual },
    { name: 'NVCC_APPEND_FLAGS', role: 'options', at: 'end', rules: nvccOptionRules, source: manual },
    { name: 'NVCC_CCBIN', role: 'places', files: hostCompilers, source: manual },
    { name: 'PATH', role: 'programs', files: [...hostCompilers, 'as', 'ld'], source: manual },
    ...searchLists.map((name): CompilerVariable => ({
      name,
      role: 'options',
      at: 'end',
      rules: nvccOptionRules,
      source: profile,
    })),
    ...stepLists.map((name): CompilerVariable => ({ name, role: 'options', at: 'end', source: profile })),
    { name: 'CICC_PATH', role: 'places', files: ['cicc'], source: profile },
    { name: 'NVVMIR_LIBRARY_DIR', role: 'places', files: ['libdevice.10.bc'], source: profile },
    ...unwanted.map((name): CompilerVariable => ({ name, role: 'removed', source: profile })),
  ],
  hostCompilerVariables,
);
