/** Arguments of users' kernels as C, PyCUDA and PyOpenCL write them: `'float a, float *x, __global const int *y'`. */
import type { DType } from '@heddle/core';
import { argumentError, describe, didYouMean, nearestNames } from '@heddle/core/backend';
import { kernelHeader } from './kernel-header';
import { probeKernel } from './probe-kernel';

export interface CArgument {
  readonly name: string;
  /** C type of the scalar, or of what the pointer points to, in portable source. */
  readonly type: string;
  /** The same as a dtype; undefined if the type is the user's own. */
  readonly dtype: DType | undefined;
  readonly pointer: boolean;
  /** A pointer to const: the kernel does not write there. */
  readonly constant: boolean;
}

const dtypesByName = new Map<string, DType>(Object.entries({
  bool: 'bool',
  char: 'int8', 'signed char': 'int8', int8_t: 'int8',
  'unsigned char': 'uint8', uchar: 'uint8', uint8_t: 'uint8',
  short: 'int16', int16_t: 'int16', 'unsigned short': 'uint16', ushort: 'uint16', uint16_t: 'uint16',
  int: 'int32', int32_t: 'int32', unsigned: 'uint32', 'unsigned int': 'uint32', uint: 'uint32', uint32_t: 'uint32',
  'long long': 'int64', int64_t: 'int64', INT64: 'int64', 'unsigned long long': 'uint64', uint64_t: 'uint64',
  size_t: 'uint64', UINT64: 'uint64',
  half: 'float16', HALF: 'float16', float: 'float32', double: 'float64',
  complex64_t: 'complex64', 'pycuda::complex<float>': 'complex64', cfloat_t: 'complex64',
  complex128_t: 'complex128', 'pycuda::complex<double>': 'complex128', cdouble_t: 'complex128',
} as const)); // prettier-ignore

/** Spellings that not every dialect knows, in portable source. */
const portable = new Map(
  Object.entries({
    'long long': 'INT64',
    'unsigned long long': 'UINT64',
    'pycuda::complex<float>': 'complex64_t',
    cfloat_t: 'complex64_t',
    'pycuda::complex<double>': 'complex128_t',
    cdouble_t: 'complex128_t',
  }),
);

const qualifiers = /\b(?:GLOBAL|__global|global|CONST|const|volatile|restrict|__restrict__|__restrict)\b/g;
const typeForm = /^(?:[A-Za-z_][\w ]*|pycuda::complex<(?:float|double)>)$/;

/**
 * @param operation - the kernel's name, for errors
 * @param preamble - defines the types that are not C's
 * @throws HeddleError `ARGUMENT` quoting the declaration that cannot be read, or the name that cannot be
 */
export function parseCArguments(list: string, operation: string, preamble = ''): readonly CArgument[] {
  if (typeof list !== 'string') throw argumentError(`${operation}: arguments is a string, not ${describe(list)}`);
  if (list.trim() === '') return [];
  const declared = list.split(',').map((text) => parseDeclaration(text.trim(), operation));
  const names = declared.map(({ name }) => name);
  const twice = names.find((name, k) => names.indexOf(name) !== k);
  if (twice !== undefined) {
    throw argumentError(`${operation}: the argument ${twice} is declared twice`, { parameter: twice });
  }
  return withUserTypes(declared, preamble);
}

/** The error for an argument whose type is not a type of a number. */
export function unknownType({ name, type }: CArgument, operation: string): Error {
  const near = nearestNames(type, [...dtypesByName.keys()]).slice(0, 1);
  return argumentError(`${operation}: the type '${type}' of the argument ${name} is not a number type`, {
    parameter: name,
    hint: didYouMean(near, 'Write C types, such as float, int and double.'),
  });
}

function parseDeclaration(text: string, operation: string): CArgument {
  const [, before, name] = /^(.*?[\s*])\s*([A-Za-z_]\w*)$/s.exec(text) ?? [];
  const type = before?.replace(qualifiers, ' ').replace(/\*/g, ' ').replace(/\s+/g, ' ').trim();
  if (before === undefined || name === undefined || type === undefined || !typeForm.test(type)) {
    throw argumentError(`${operation}: the argument '${text}' cannot be read`, {
      hint: "Arguments are written as in C: 'const float *x, float a'.",
    });
  }
  if (name === 'i' || name.startsWith('heddle_')) {
    throw argumentError(`${operation}: an argument cannot be called '${name}', which means something in every kernel`, {
      parameter: name,
    });
  }
  const stars = before.split('*').length - 1;
  if (stars > 1) throw argumentError(`${operation}: the argument '${text}' is a pointer to a pointer`);
  const constant = stars === 1 && /\b(?:const|CONST)\b/.test(before);
  return { name, type: portable.get(type) ?? type, dtype: dtypesByName.get(type), pointer: stars === 1, constant };
}

/** Types that this package does not know are read by core's parser, after the preamble. */
function withUserTypes(declared: readonly CArgument[], preamble: string): readonly CArgument[] {
  if (declared.every(({ dtype }) => dtype !== undefined)) return declared;
  const parameters = declared.map(({ name, pointer, type }) => `${type} ${pointer ? '*' : ''}${name}`);
  const probe = probeKernel(`${kernelHeader()}\n${preamble}`, parameters.join(', '));
  return declared.map((argument, k) => {
    const parameter = probe?.parameters[k];
    const known = parameter === undefined || (parameter.lanes ?? 1) > 1 ? undefined : parameter.dtype;
    return argument.dtype === undefined ? { ...argument, dtype: known } : argument;
  });
}
