/** Environment variables that clang and LLVM's linker read. */
import type { CompilerVariable } from '../compiler-variable';
import { cxxLanguages } from './gcc-variables';

const manual = 'https://clang.llvm.org/docs/CommandGuide/clang.html';
const users = 'https://clang.llvm.org/docs/UsersManual.html';
const code = 'https://github.com/llvm/llvm-project/tree/main/clang';
const linker = 'https://github.com/llvm/llvm-project/tree/main/lld';

/** clang and clang++, with lld. */
export const clangVariables: readonly CompilerVariable[] = [
  { name: 'CPATH', role: 'include-folders', as: '-I', source: manual },
  { name: 'C_INCLUDE_PATH', role: 'include-folders', as: '-isystem', languages: ['c', 'fortran'], source: manual },
  { name: 'CPLUS_INCLUDE_PATH', role: 'include-folders', as: '-isystem', languages: cxxLanguages, source: manual },
  { name: 'OBJC_INCLUDE_PATH', role: 'removed', source: manual },
  { name: 'OBJCPLUS_INCLUDE_PATH', role: 'removed', source: manual },
  { name: 'MACOSX_DEPLOYMENT_TARGET', role: 'text', source: manual },
  { name: 'SDKROOT', role: 'text', source: code },
  { name: 'CLANG_NO_DEFAULT_CONFIG', role: 'text', source: users },
  { name: 'SOURCE_DATE_EPOCH', role: 'text', source: code },
  // They would change what the output says of its compiler.
  { name: 'LLVM_OVERRIDE_PRODUCER', role: 'removed', source: code },
  { name: 'RC_DEBUG_PREFIX_MAP', role: 'removed', source: code },
  { name: 'LLD_VERSION', role: 'removed', source: linker },
  // Rewrites of the command line that no key could follow.
  { name: 'CCC_OVERRIDE_OPTIONS', role: 'removed', source: code },
  { name: 'QA_OVERRIDE_GCC3_OPTIONS', role: 'removed', source: code },
  { name: 'RC_DEBUG_OPTIONS', role: 'removed', source: code },
  // They write files, or print what they do.
  ...[
    ...['CC_PRINT_OPTIONS', 'CC_PRINT_OPTIONS_FILE', 'CC_PRINT_HEADERS', 'CC_PRINT_HEADERS_FILE'],
    ...['CC_PRINT_HEADERS_FORMAT', 'CC_PRINT_HEADERS_FILTERING', 'CC_LOG_DIAGNOSTICS', 'CC_LOG_DIAGNOSTICS_FILE'],
    ...['CC_PRINT_PROC_STAT', 'CC_PRINT_PROC_STAT_FILE', 'CC_PRINT_INTERNAL_STAT', 'CC_PRINT_INTERNAL_STAT_FILE'],
    ...['AS_SECURE_LOG_FILE', 'FORCE_CLANG_DIAGNOSTICS_CRASH', 'FORCE_LLD_DIAGNOSTICS_CRASH', 'LLD_REPRODUCE'],
  ].map((name) => ({ name, role: 'removed' as const, source: code })),
  { name: 'NO_COLOR', role: 'set', source: 'https://no-color.org' },
];
