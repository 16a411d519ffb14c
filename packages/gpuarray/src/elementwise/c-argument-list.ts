/** Arguments as PyCUDA writes them: `'float a, float *x, const int *y'`. */
import { argumentError, type DType } from '@heddle/core';

export interface CArgument {
  readonly name: string;
  readonly dtype: DType;
  readonly pointer: boolean;
  /** A pointer to const: the kernel does not write there. */
  readonly constant: boolean;
}

const types: Readonly<Record<string, DType>> = {
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
}; // prettier-ignore

/** @throws HeddleError `ARGUMENT` with the argument, where it is none */
export function parseCArguments(text: string): CArgument[] {
  if (typeof text !== 'string') throw argumentError("the arguments are a string: 'float a, float *x'");
  if (text.trim() === '') return [];
  return text.split(',').map((part) => parseCArgument(part.trim()));
}

function parseCArgument(text: string): CArgument {
  const words = text.replaceAll('*', ' * ').replaceAll(/\b(__restrict__|restrict|volatile|__global|GLOBAL)\b/g, ' ');
  const match = /^(.*?)\s*(\*)?\s*\b([A-Za-z_]\w*)$/.exec(words.trim());
  const [, left = '', star, name = ''] = match ?? [];
  const constant = /\bconst\b/.test(left);
  const type = left.replaceAll(/\bconst\b/g, ' ').trim().replaceAll(/\s+/g, ' '); // prettier-ignore
  const dtype = types[type];
  if (!match || dtype === undefined) {
    throw argumentError(`the argument '${text}' is none that an elementwise kernel takes`, {
      hint: "Write C declarations of numbers and of pointers to them: 'float a, const float *x'.",
    });
  }
  if (name === 'i' || name.startsWith('heddle_')) {
    throw argumentError(`an argument cannot be called '${name}', which means something in every operation`, {
      parameter: name,
    });
  }
  return { name, dtype, pointer: star !== undefined, constant };
}
