/** How elements of each dtype are multiplied and summed in a matrix product. */
import { dtypeInfo, type DType } from '@heddle/core';
import { cType, loadExpression, storeStatement } from '../../kernel-kit/c-types';

export interface MatrixArithmetic {
  readonly dtype: DType;
  /** As memory holds an element. */
  readonly stored: string;
  /** As sums are kept: float for the 16-bit floats, unsigned integers for integers, which wrap around. */
  readonly accumulated: string;
  /** Bytes of {@link accumulated}. */
  readonly accumulatedBytes: number;
  readonly zero: string;
  /** Statement that adds the product of two accumulated values to a third. */
  readonly multiplyAdd: (sum: string, a: string, b: string) => string;
  /** Statement that adds a sum to another. */
  readonly add: (sum: string, value: string) => string;
  readonly load: (pointer: string, index: string) => string;
  readonly store: (pointer: string, index: string, value: string) => string;
  /** Elements that one vector load fetches, and how the dialects spell their type; 1 if the dtype has no such load. */
  readonly lanes: 1 | 2 | 4;
  /** Vector of {@link lanes} accumulated values. */
  readonly vector: string;
}

export function matrixArithmetic(dtype: DType): MatrixArithmetic {
  const { kind } = dtypeInfo(dtype);
  const form = kind === 'complex' ? complexForm(dtype) : kind === 'float' ? floatForm(dtype) : integerForm(dtype);
  return {
    dtype,
    stored: cType(dtype),
    load: (pointer, index) => `(${form.accumulated})${loadExpression(dtype, pointer, index)}`,
    store: (pointer, index, value) => storeStatement(dtype, pointer, index, value),
    add: (sum, value) => `${sum} += ${value};`,
    multiplyAdd: (sum, a, b) => `${sum} += ${a} * ${b};`,
    ...form,
  };
}

type Form = Pick<MatrixArithmetic, 'accumulated' | 'accumulatedBytes' | 'zero' | 'lanes' | 'vector'> &
  Partial<MatrixArithmetic>;

function floatForm(dtype: DType): Form {
  if (dtype === 'float64') {
    return { accumulated: 'double', accumulatedBytes: 8, zero: '0.0', lanes: 2, vector: 'double2' };
  }
  return { accumulated: 'float', accumulatedBytes: 4, zero: '0.0f', lanes: 4, vector: 'float4' };
}

// Unsigned, since signed overflow is undefined in C; the low bits are the same.
function integerForm(dtype: DType): Form {
  const stored = cType(dtype);
  if (dtype === 'bool') {
    const any = (sum: string, value: string): string => `${sum} |= ${value};`;
    return { ...narrowForm, add: any, multiplyAdd: (sum, a, b) => any(sum, `${a} & ${b}`) };
  }
  const store = (pointer: string, index: string, value: string): string =>
    storeStatement(dtype, pointer, index, `(${stored})(${value})`);
  if (dtypeInfo(dtype).byteLength < 8) return { ...narrowForm, store };
  return {
    accumulated: 'UINT64',
    accumulatedBytes: 8,
    zero: '0',
    lanes: 1,
    vector: 'UINT64',
    store,
  };
}

const narrowForm: Form = { accumulated: 'unsigned int', accumulatedBytes: 4, zero: '0u', lanes: 4, vector: 'uint4' };

function complexForm(dtype: DType): Form {
  const real = dtype === 'complex64' ? 'float' : 'double';
  return {
    accumulated: cType(dtype),
    accumulatedBytes: dtypeInfo(dtype).byteLength,
    zero: `${dtype}_make((${real})0, (${real})0)`,
    lanes: 1,
    vector: cType(dtype),
    load: (pointer, index) => loadExpression(dtype, pointer, index),
    add: (sum, value) => `${sum}.re += ${value}.re; ${sum}.im += ${value}.im;`,
    multiplyAdd: (sum, a, b) =>
      `${sum}.re += ${a}.re * ${b}.re; ${sum}.re -= ${a}.im * ${b}.im; ` +
      `${sum}.im += ${a}.re * ${b}.im; ${sum}.im += ${a}.im * ${b}.re;`,
  };
}

/** The dtype that a workspace of sums has. */
export function accumulatedDType({ dtype, accumulated }: MatrixArithmetic): DType {
  const names: Readonly<Record<string, DType>> = {
    float: 'float32',
    double: 'float64',
    'unsigned int': 'uint32',
    UINT64: 'uint64',
  };
  return names[accumulated] ?? dtype;
}
