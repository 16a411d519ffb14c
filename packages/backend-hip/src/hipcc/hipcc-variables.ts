/** Environment variables that hipcc, its clang and its Perl read. */
import {
  hipOptionRules,
  hostCompilerVariables,
  joinedVariables,
  rocmParts,
  type CompilerVariable,
} from '@heddle/core/backend';

const manual = 'https://rocm.docs.amd.com/projects/HIPCC/en/latest/env.html';
const code = 'https://github.com/ROCm/llvm-project/tree/amd-staging/amd/hipcc';
const perl = 'https://perldoc.perl.org/perlrun#ENVIRONMENT';

const places = [
  ...['HIP_PATH', 'ROCM_PATH', 'HIP_CLANG_PATH', 'DEVICE_LIB_PATH', 'HIP_DEVICE_LIB_PATH', 'HIP_LIB_PATH'],
  ...['HIP_ROCCLR_HOME', 'HIP_CLANG_INCLUDE_PATH', 'HSA_PATH', 'CUDA_PATH', 'HIP_CLANG_LAUNCHER'],
] as const;
const choices = [
  ...['HIP_COMPILER', 'HIP_RUNTIME', 'HIP_COMPILE_CXX_AS_HIP', 'HCC_AMDGPU_TARGET'],
  ...['HIP_USE_PERL_SCRIPTS', 'HIP_CLANG_HCC_COMPAT_MODE'],
] as const;

export const hipccVariables = joinedVariables(
  [
    { name: 'HIPCC_COMPILE_FLAGS_APPEND', role: 'options', at: 'end', rules: hipOptionRules, source: manual },
    { name: 'HIPCC_LINK_FLAGS_APPEND', role: 'options', at: 'end', rules: hipOptionRules, source: manual },
    ...places.map((name): CompilerVariable => ({ name, role: 'places', files: rocmParts, source: manual })),
    ...choices.map((name): CompilerVariable => ({ name, role: 'text', source: code })),
    { name: 'PERL5LIB', role: 'text', source: perl },
    { name: 'PERLLIB', role: 'text', source: perl },
    { name: 'PERL5OPT', role: 'text', source: perl },
    // It writes the command line to the output.
    { name: 'HIPCC_VERBOSE', role: 'removed', source: manual },
    { name: 'HIP_PLATFORM', role: 'set', source: manual },
  ],
  hostCompilerVariables,
);
