/** What GCC and the GNU linker read from the environment. */
import type { CompilerVariable } from '../compiler-variable';

const manual = 'https://gcc.gnu.org/onlinedocs/gcc/Environment-Variables.html';
const preprocessor = 'https://gcc.gnu.org/onlinedocs/cpp/Environment-Variables.html';
const linker = 'https://sourceware.org/binutils/docs/ld/Environment.html';
const code = 'https://gcc.gnu.org/git/?p=gcc.git;a=tree;f=gcc';

/** The assembler and the linker, which GCC starts by name. */
const startedByName = ['as', 'ld'] as const;
const parts = ['cc1', 'cc1plus', 'f951', 'collect2', 'lto1', 'lto-wrapper', 'specs', ...startedByName] as const;
const linkedByDefault = [
  ...['crti.o', 'crtn.o', 'crtbeginS.o', 'crtendS.o', 'specs', 'libgcc.a', 'libgcc_s.so', 'libgcc_s.so.1'],
  ...['libc.so', 'libc.a', 'libm.so', 'libm.a', 'libstdc++.so', 'libstdc++.a', 'libgfortran.so', 'libgfortran.a'],
  ...['libquadmath.so', 'libgomp.so', 'libgomp.spec', 'libgfortran.spec'],
  ...['libasan.so', 'libubsan.so', 'libtsan.so', 'libsanitizer.spec'],
] as const;

/** Languages that GCC and clang compile as C++. */
export const cxxLanguages = ['c++', 'cuda', 'hip'] as const;

/** gcc, g++ and gfortran, with the assembler and the linker that they start. */
export const gccVariables: readonly CompilerVariable[] = [
  { name: 'CPATH', role: 'include-folders', as: '-I', source: manual },
  { name: 'C_INCLUDE_PATH', role: 'include-folders', as: '-isystem', languages: ['c', 'fortran'], source: manual },
  { name: 'CPLUS_INCLUDE_PATH', role: 'include-folders', as: '-isystem', languages: cxxLanguages, source: manual },
  // Read for languages that Heddle does not compile.
  { name: 'OBJC_INCLUDE_PATH', role: 'removed', source: manual },
  { name: 'OBJCPLUS_INCLUDE_PATH', role: 'removed', source: code },
  { name: 'LIBRARY_PATH', role: 'library-folders', files: linkedByDefault, source: manual },
  { name: 'LPATH', role: 'library-folders', files: linkedByDefault, source: code },
  { name: 'COMPILER_PATH', role: 'places', files: parts, source: manual },
  { name: 'GCC_EXEC_PREFIX', role: 'places', files: parts, source: manual },
  { name: 'PATH', role: 'programs', files: startedByName, source: manual },
  { name: 'GCC_ROOT', role: 'text', source: code },
  { name: 'G++_ROOT', role: 'text', source: code },
  { name: 'BINUTILS_ROOT', role: 'text', source: code },
  { name: 'SOURCE_DATE_EPOCH', role: 'text', source: preprocessor },
  { name: 'LD_RUN_PATH', role: 'text', source: linker },
  // They would change the format of the output, or how messages name functions.
  { name: 'GNUTARGET', role: 'removed', source: linker },
  { name: 'LDEMULATION', role: 'removed', source: linker },
  { name: 'COLLECT_NO_DEMANGLE', role: 'removed', source: linker },
  // They write files, or say more in the log.
  { name: 'DEPENDENCIES_OUTPUT', role: 'removed', source: manual },
  { name: 'SUNPRO_DEPENDENCIES', role: 'removed', source: manual },
  { name: 'GCC_COMPARE_DEBUG', role: 'removed', source: manual },
  { name: 'GCC_EXTRA_DIAGNOSTIC_OUTPUT', role: 'removed', source: manual },
  // Diagnostics are parsed, and files that the compiler makes on the way belong in its own folder.
  { name: 'LC_ALL', role: 'set', source: manual },
  { name: 'GCC_COLORS', role: 'set', source: manual },
  { name: 'TMPDIR', role: 'set', source: manual },
];
