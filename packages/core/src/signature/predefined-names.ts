/** Which macros may be there although no text that was read defines them. */
import type { SourceLanguage } from './signature';

/** What is known of a name that no text defines. */
export type Predefined =
  /** It is a macro; its value is unknown if it is absent. */
  | { readonly defined: true; readonly value?: string }
  | { readonly defined: false }
  /** Only the compiler knows. */
  | undefined;

/**
 * Names that compilers, and the headers that they read before every source, take for themselves: those with an
 * underscore first, and families of names that vendors' headers define.
 */
const compilersNames =
  /^(?:_|HEDDLE_|CUDA|CU_|CUB_|CCCL_|THRUST_|LIBCUDACXX_|HIP_|HIP[A-Z]*_VERSION|hip[A-Z]|CL_|CLK_|cl_|cles_|FP_FAST_|M_|(?:U?(?:CHAR|SHRT|INT|LONG|LLONG|INT(?:8|16|32|64|MAX|PTR)|INT_(?:LEAST|FAST)\d+)|SCHAR|SIZE|PTRDIFF|WCHAR|SSIZE|FLT|DBL|LDBL|HALF|DECIMAL)_)/;
const compilersWords = new Set([
  ...['linux', 'unix', 'i386', 'WIN32', 'NULL', 'NAN', 'INFINITY', 'MAXFLOAT', 'HUGE_VALF', 'HUGE_VAL', 'assert'],
  ...['threadIdx', 'blockIdx', 'blockDim', 'gridDim', 'bool', 'true', 'false', 'kernel', 'min', 'max'],
]);
/** Names that standard headers define, and nothing else. */
const headersWords = new Set([
  ...['I', 'EOF', 'static_assert', 'alignas', 'alignof', 'complex', 'imaginary', 'offsetof', 'errno', 'noreturn'],
  ...['RAND_MAX', 'BUFSIZ', 'CLOCKS_PER_SEC', 'EXIT_SUCCESS', 'EXIT_FAILURE', 'isnan', 'isinf', 'isfinite', 'signbit'],
  ...['stdin', 'stdout', 'stderr', 'thread_local', 'major', 'minor', 'and', 'or', 'not', 'xor', 'bitand', 'bitor'],
]);

/**
 * What is certain of a name, whichever compiler of the language it is.
 *
 * @param hasHeaders - standard headers were included, which are not read
 */
export function predefined(name: string, language: SourceLanguage, hasHeaders: boolean): Predefined {
  // Portable source becomes one of several languages.
  const own = language === 'portable' ? undefined : languagesNames.get(name);
  if (!own) {
    const isCompilers = compilersNames.test(name) || compilersWords.has(name) || (hasHeaders && headersWords.has(name));
    return isCompilers ? undefined : { defined: false };
  }
  if (own.always.includes(language)) return { defined: true };
  return own.sometimes.includes(language) ? undefined : { defined: false };
}

/** The same, if a name that a language's own compilers define counts as defined, and any other as not. */
export function likelyPredefined(name: string, language: SourceLanguage): Predefined {
  const [usual] = languagesNames.get(name)?.sometimes ?? [];
  return usual === undefined ? predefined(name, language, false) : { defined: usual === language };
}

interface LanguageName {
  /** The languages whose compilers all define it. */
  readonly always: readonly SourceLanguage[];
  /** Those of which some compilers do, the one that it is named for first: one compiler takes HIP and CUDA. */
  readonly sometimes: readonly SourceLanguage[];
}

const languagesNames: ReadonlyMap<string, LanguageName> = new Map<string, LanguageName>([
  ['__cplusplus', { always: ['cuda', 'hip', 'c++'], sometimes: [] }],
  ['__OPENCL_VERSION__', { always: ['opencl'], sometimes: [] }],
  ['__OPENCL_C_VERSION__', { always: ['opencl'], sometimes: [] }],
  ['__CUDACC__', { always: [], sometimes: ['cuda', 'hip'] }],
  ['__CUDACC_RTC__', { always: [], sometimes: ['cuda', 'hip'] }],
  ['__HIP__', { always: [], sometimes: ['hip', 'cuda'] }],
  ['__HIPCC__', { always: [], sometimes: ['hip', 'cuda'] }],
  ['__HIPCC_RTC__', { always: [], sometimes: ['hip', 'cuda'] }],
]);

const standardHeader =
  /^(?:c?(?:assert|complex|ctype|errno|fenv|float|inttypes|iso646|limits|locale|math|setjmp|signal|stdarg|stddef|stdint|stdio|stdlib|string|tgmath|time|uchar|wchar|wctype)(?:\.h)?|std(?:bool|align|noreturn|atomic)\.h|threads\.h|malloc\.h|unistd\.h|algorithm|any|array|atomic|barrier|bit|bitset|charconv|chrono|compare|concepts|deque|exception|forward_list|functional|future|initializer_list|iosfwd|iostream|istream|iterator|latch|limits|list|map|memory|mutex|new|numbers|numeric|optional|ostream|queue|random|ratio|semaphore|set|span|sstream|stack|stdexcept|stdfloat|string|string_view|system_error|thread|tuple|type_traits|typeindex|typeinfo|unordered_map|unordered_set|utility|valarray|variant|vector|version|omp\.h|cuda\.h|cuda_\w+\.(?:h|hpp)|cuda_runtime\w*\.h|cuComplex\.h|cooperative_groups(?:\/\w+)?\.h|curand_?\w*\.h|math_constants\.h|math_functions\.h|device_functions\.h|device_launch_parameters\.h|device_types\.h|device_atomic_functions\.h|vector_types\.h|vector_functions\.h|texture_\w+\.h|surface_\w+\.h|mma\.h|sm_\w+\.(?:h|hpp)|builtin_types\.h|driver_types\.h|nvfunctional|nv\/target|cuda\/(?:std\/)?\w+|thrust\/\w+\.h|hip\/\w+\.h|hiprand\/\w+\.h)$/;

/**
 * True for headers of a language's or vendor's own library. They define no macros but those that {@link predefined}
 * leaves to the compiler; any other header may define anything.
 */
export function isStandardHeader(name: string): boolean {
  return standardHeader.test(name);
}
