/** Types of arguments as PyCUDA's `prepare` takes them: the codes of Python's `struct` module, or names of dtypes. */
import { dtypeInfo, type DType } from '@heddle/core';
import { argumentError, describe, describeParameter, isDType, type KernelSignature } from '@heddle/core/backend';

/** A code, several in a row (`PPi`), a count with a code (`3f`; `16s` for a struct of 16 bytes), or a dtype. */
export type ArgumentTypes = string | readonly string[];

const codes: Readonly<Record<string, DType>> = {
  '?': 'bool',
  b: 'int8',
  B: 'uint8',
  h: 'int16',
  H: 'uint16',
  i: 'int32',
  I: 'uint32',
  l: 'int64',
  L: 'uint64',
  q: 'int64',
  Q: 'uint64',
  n: 'int64',
  N: 'uint64',
  e: 'float16',
  f: 'float32',
  d: 'float64',
  F: 'complex64',
  D: 'complex128',
};

/**
 * One type per parameter, as core's explicit signatures spell them.
 *
 * @throws HeddleError `ARGUMENT` for a code that is none
 */
export function parseArgumentTypes(types: ArgumentTypes): string[] {
  const parts = typeof types === 'string' ? [types] : types;
  if (!Array.isArray(parts)) throw argumentError(`prepare takes codes such as 'PPi', not ${describe(types)}`);
  return (parts as readonly unknown[]).flatMap((part) => {
    if (typeof part !== 'string') throw argumentError(`a type is a code or a dtype, not ${describe(part)}`);
    return isDType(part) ? [part] : codesOf(part);
  });
}

function codesOf(text: string): string[] {
  // Python's marks of byte order and alignment: CUDA knows one of each.
  const list = text.replace(/^[@=<]/, '').replace(/\s+/g, '');
  const types: string[] = [];
  let at = 0;
  for (const { 0: all, 1: count, 2: code, index } of list.matchAll(/(\d*)(\D)/g)) {
    at = index + all.length;
    if (code === 's') types.push(`bytes[${count === '' ? 1 : Number(count)}]`);
    else types.push(...Array.from({ length: count === '' ? 1 : Number(count) }, () => typeOf(code ?? '', text)));
  }
  if (at !== list.length) throw argumentError(`'${text}' ends with a count that counts nothing`);
  return types;
}

function typeOf(code: string, text: string): string {
  if (code === 'P') return 'pointer';
  const dtype = codes[code];
  if (dtype) return dtype;
  throw argumentError(`'${code}' in '${text}' is not a type code`, {
    hint: `The codes are P (pointer), ${Object.entries(codes)
      .map(([each, name]) => `${each} (${name})`)
      .join(', ')} and 16s (a struct of 16 bytes).`,
  });
}

/**
 * Compares what was prepared with what the source declares.
 *
 * @throws HeddleError `ARGUMENT` naming the first parameter on which they differ
 */
export function assertSameTypes(types: readonly string[], { name, parameters }: KernelSignature): void {
  if (types.length !== parameters.length) {
    throw argumentError(`${name}: takes ${parameters.length} arguments, prepared for ${types.length}`, {
      kernel: name,
    });
  }
  for (const [i, parameter] of parameters.entries()) {
    const type = types[i] ?? '';
    const isPointer = parameter.kind === 'pointer';
    const same =
      type === 'pointer'
        ? isPointer
        : !isPointer && bytesOf(type) === parameter.byteLength && sameKind(type, parameter.dtype);
    if (same) continue;
    throw argumentError(`${name}: argument ${i + 1} (${describeParameter(parameter)}) is prepared as ${type}`, {
      kernel: name,
      parameter: parameter.name,
    });
  }
}

function bytesOf(type: string): number {
  return isDType(type) ? dtypeInfo(type).byteLength : Number(/\d+/.exec(type)?.[0] ?? 0);
}

// Four bytes of an int are not those of a float; whether an integer is signed is the source's business.
function sameKind(type: string, dtype: DType | undefined): boolean {
  if (!isDType(type) || dtype === undefined) return true;
  const isFloating = (each: DType): boolean => dtypeInfo(each).kind === 'float';
  return isFloating(type) === isFloating(dtype);
}
