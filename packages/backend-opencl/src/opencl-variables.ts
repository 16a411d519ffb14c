/** Environment variables that the vendors' OpenCL compilers read, by the names of their platforms. */
import { comgrVariables, joinedVariables, openclOptionRules, type CompilerVariable } from '@heddle/core/backend';

const pocl = 'https://portablecl.org/docs/html/env_variables.html';
const oclgrind = 'https://github.com/jrprice/Oclgrind/wiki';
const intel =
  'https://www.intel.com/content/www/us/en/docs/opencl-sdk/developer-reference-cpu-runtime/2018/performance-related-configuration-variables-on-cpu.html';
const igc = 'https://github.com/intel/intel-graphics-compiler/blob/master/documentation/configuration_flags.md';
const neo = 'https://github.com/intel/compute-runtime';
const amd = 'https://github.com/ROCm/clr/blob/amd-staging/rocclr/utils/flags.hpp';
const loader = 'https://github.com/KhronosGroup/OpenCL-ICD-Loader#debugging-layers';

/** In a variable's text, each word is an option of its own. */
const rules = { ...openclOptionRules, wordsInEntries: false };

const texts = (source: string, names: readonly string[]): readonly CompilerVariable[] =>
  names.map((name) => ({ name, role: 'text', source }));

/** Layers stand between the program and the driver, and may change what is compiled. */
const ofLoader = texts(loader, ['OPENCL_LAYERS', 'OPENCL_LAYER_PATH']);

const ofPocl: readonly CompilerVariable[] = [
  { name: 'POCL_EXTRA_BUILD_FLAGS', role: 'options', at: 'end', rules, source: pocl },
  { name: 'POCL_ARGS_CLANG', role: 'options', at: 'end', source: pocl },
  { name: 'POCL_BITCODE_FINALIZER', role: 'places', files: [], source: pocl },
  ...texts(pocl, [
    ...['POCL_WORK_GROUP_METHOD', 'POCL_WORK_GROUP_SPECIALIZATION', 'POCL_BINARY_SPECIALIZE_WG'],
    ...['POCL_MAX_WORK_GROUP_SIZE', 'POCL_VECTORIZER_REMARKS', 'POCL_KERNELLIB_NAME', 'POCL_LLVM_CPU_NAME'],
    ...['POCL_DEBUG_LLVM_PASSES', 'POCL_ENABLE_UNINIT', 'POCL_FULL_REPLICATION_THRESHOLD', 'POCL_LLVM_VERIFY'],
    ...['POCL_FORCE_PARALLEL_OUTER_LOOP', 'POCL_WILOOPS_MAX_UNROLL_COUNT', 'POCL_BUILDING', 'POCL_OFFLINE_COMPILE'],
    ...['POCL_CUDA_GPU_ARCH', 'POCL_LEVEL0_JIT', 'POCL_SPIRV_OPTIONS', 'POCL_VULKAN_VALIDATE'],
  ]),
];

const ofOclgrind: readonly CompilerVariable[] = [
  { name: 'OCLGRIND_BUILD_OPTIONS', role: 'options', at: 'end', rules, source: oclgrind },
  { name: 'OCLGRIND_PCH_DIR', role: 'text', source: oclgrind },
  { name: 'OCLGRIND_DISABLE_PCH', role: 'text', source: oclgrind },
];

const ofAmd = joinedVariables(
  [
    { name: 'AMD_OCL_BUILD_OPTIONS', role: 'options', at: 'front', rules, source: amd },
    { name: 'AMD_OCL_BUILD_OPTIONS_APPEND', role: 'options', at: 'end', rules, source: amd },
    { name: 'AMD_OCL_LINK_OPTIONS', role: 'options', at: 'front', rules, source: amd },
    { name: 'AMD_OCL_LINK_OPTIONS_APPEND', role: 'options', at: 'end', rules, source: amd },
    { name: 'AMD_OCL_SUBST_OBJFILE', role: 'text', source: amd },
  ],
  comgrVariables,
);

const ofIntel = [...texts(intel, ['CL_CONFIG_*']), ...texts(igc, ['IGC_*']), ...texts(neo, ['NEOReadDebugKeys'])];

/** NVIDIA documents none. */
const byPlatform: readonly (readonly [name: RegExp, variables: readonly CompilerVariable[]])[] = [
  [/^Portable Computing Language$/, readOnce(ofPocl)],
  [/^Oclgrind$/, readOnce(ofOclgrind)],
  [/^AMD /, readOnce(ofAmd)],
  [/^Intel/, readOnce(ofIntel)],
  [/^NVIDIA CUDA$/, []],
];

/** PoCL keeps each value that it has found, and the others read theirs when they are loaded. */
function readOnce(variables: readonly CompilerVariable[]): readonly CompilerVariable[] {
  return variables.map((variable) => ({ ...variable, isReadOnce: true }));
}

/** Every variable of every platform: the table of the documentation, and of a platform that is not known. */
export const allOpenClVariables = joinedVariables(ofLoader, ...byPlatform.map(([, variables]) => variables));

/** The variables for a platform. */
export function openClVariables(platform: string): readonly CompilerVariable[] {
  const known = byPlatform.find(([name]) => name.test(platform));
  return known ? joinedVariables(ofLoader, known[1]) : allOpenClVariables;
}
