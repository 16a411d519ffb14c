/** The compilers that random sources are written for: what each takes, and what it says of itself. */

/** Spells an option for a name or a path. */
type OptionOf = (text: string) => readonly string[];

export interface Target {
  readonly name: 'host' | 'nvcc' | 'nvrtc' | 'opencl';
  readonly language: 'cuda' | 'opencl';
  /** Options that define a macro: `NAME`, or `NAME=value`. */
  readonly defining: readonly OptionOf[];
  /** Options that undefine one; empty if there are none. */
  readonly undefining: readonly OptionOf[];
  /** Options that add a folder to the search. */
  readonly searching: readonly OptionOf[];
  /** Options that include a file before the source. */
  readonly forcing: readonly OptionOf[];
  /** Options that change what the language is. */
  readonly standards: readonly (readonly string[])[];
  /**
   * Structs may ask for more alignment than their members need. PoCL 3.1 gives a kernel the wrong bytes of such an
   * argument, in programs that call it without Heddle too.
   */
  readonly hasAlignedTypes: boolean;
  /** Environment variables that name folders with headers. */
  readonly folderVariables: readonly string[];
  /** Environment variables that hold options. */
  readonly flagVariables: readonly string[];
  /** Conditions that mean the same to every compiler. */
  readonly certain: readonly string[];
  /** Conditions on what this compiler defines itself, about which Heddle can ask it. */
  readonly known: readonly string[];
  /** Conditions that only the compiler itself can decide. */
  readonly unknown: readonly string[];
}

const joined =
  (name: string): OptionOf =>
  (text) => [`${name}${text}`];
const apart =
  (name: string): OptionOf =>
  (text) => [name, text];

/** What the standard says of conditions, whatever compiles. */
const arithmetic = [
  '-1 > 0u',
  '(1 ? -1 : 0u) > 0',
  "'A' == 65",
  '0x10 == 16 && 010 == 8',
  '0 && (1 / 0)',
  '1 << 3 == 8',
  '5 / 2 * 2 == 5',
  '-7 % 3 == -1',
  'not_defined_anywhere',
];
const cpp = ['true', 'not defined(not_defined_anywhere)', '1 and 0', 'defined(__cplusplus)', '__cplusplus > 201703L'];
/** As the standard says; clang 14, which is PoCL's compiler, finds the two different. */
const largest = '18446744073709551615u == -1';
const ofGnu = [
  '__GNUC__ >= 5',
  '__SIZEOF_LONG__ == 8',
  '__SIZEOF_POINTER__ < 8',
  'defined(__x86_64__)',
  '__CHAR_BIT__ == 8 && __INT_MAX__ > 40000',
  '__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__',
  'defined(__clang__)',
  'defined(__linux__) && !defined(_WIN32)',
  'defined(__OPTIMIZE__)',
  'defined(NDEBUG)',
  '__has_include(<cstdint>)',
  '__has_include(<not_there.h>)',
];
const ofCuda = ['defined(__CUDACC__)', 'defined(__CUDACC_RTC__)', 'defined(__HIPCC__)'];
const ofTheDevice = [
  'defined(__CUDA_ARCH__)',
  '__CUDA_ARCH__ >= 700',
  'defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 600',
  '__CUDACC_VER_MAJOR__ >= 12',
];
/** Decided by state or tables inside of the compiler, or by the place where it is asked. */
const insideTheCompiler = [
  '__LINE__ > 5',
  '__COUNTER__ < 2',
  '__INCLUDE_LEVEL__ > 0',
  '__has_builtin(__builtin_expect)',
  '__has_include("not_there.h")',
];

export const targets: readonly Target[] = [
  {
    name: 'host',
    language: 'cuda',
    defining: [joined('-D'), apart('-D')],
    undefining: [joined('-U'), apart('-U')],
    searching: [
      joined('-I'),
      apart('-I'),
      apart('-isystem'),
      joined('-isystem'),
      apart('-idirafter'),
      apart('-iquote'),
    ],
    forcing: [apart('-include'), apart('-imacros')],
    standards: [[], ['-std=c++17'], ['-std=c++20'], ['-std=gnu++17'], ['-O1']],
    hasAlignedTypes: true,
    folderVariables: ['CPATH', 'CPLUS_INCLUDE_PATH'],
    flagVariables: [],
    certain: [...arithmetic, largest],
    known: [...cpp, ...ofGnu, ...ofCuda, ...ofTheDevice],
    unknown: insideTheCompiler,
  },
  {
    name: 'nvcc',
    language: 'cuda',
    defining: [joined('-D'), apart('-D'), joined('--define-macro='), apart('--define-macro')],
    undefining: [joined('-U'), apart('-U'), joined('--undefine-macro=')],
    searching: [joined('-I'), apart('-I'), joined('--include-path='), apart('-isystem')],
    forcing: [apart('-include'), joined('--pre-include=')],
    standards: [[], ['-std=c++17'], ['-std=c++20'], ['--std=c++14'], ['-O1']],
    hasAlignedTypes: true,
    folderVariables: ['CPATH', 'CPLUS_INCLUDE_PATH'],
    flagVariables: ['NVCC_PREPEND_FLAGS', 'NVCC_APPEND_FLAGS'],
    certain: [...arithmetic, largest],
    known: [...cpp, ...ofGnu, ...ofCuda, ...ofTheDevice, 'defined(__NVCC__)'],
    unknown: insideTheCompiler,
  },
  {
    name: 'nvrtc',
    language: 'cuda',
    defining: [joined('-D'), joined('--define-macro=')],
    undefining: [joined('-U'), joined('--undefine-macro=')],
    searching: [joined('-I'), joined('--include-path=')],
    forcing: [joined('--pre-include=')],
    standards: [[], ['-std=c++17'], ['--std=c++20'], ['-std=c++14']],
    hasAlignedTypes: true,
    folderVariables: [],
    flagVariables: [],
    certain: [...arithmetic, largest],
    known: [...cpp, ...ofCuda, ...ofTheDevice],
    unknown: [...insideTheCompiler, ...ofGnu],
  },
  {
    name: 'opencl',
    language: 'opencl',
    defining: [joined('-D'), apart('-D')],
    undefining: [],
    searching: [joined('-I'), apart('-I')],
    forcing: [],
    standards: [[], ['-cl-std=CL1.2'], ['-cl-mad-enable']],
    hasAlignedTypes: false,
    folderVariables: [],
    flagVariables: [],
    certain: arithmetic,
    known: ['defined(__OPENCL_VERSION__)', '__OPENCL_VERSION__ >= 120', 'defined(__cplusplus)'],
    unknown: [...insideTheCompiler, ...ofGnu, '__OPENCL_C_VERSION__ > 120'],
  },
];

/** The compiler behind a backend. */
export function targetOf(backend: string): Target {
  const name = backend === 'cuda' ? 'nvcc' : backend;
  const found = targets.find((target) => target.name === name);
  if (!found) throw new Error(`no random sources are written for the backend '${backend}'`);
  return found;
}
