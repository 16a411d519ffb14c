/** Arguments passed by value: numbers, short vectors, structs, and bytes that nobody looks into. */
import { describe } from '../diagnostics/describe';
import { arrayTag, dtypeInfo, type DType } from '../dtype/dtype';
import { scalarCheck } from '../dtype/scalar-range';
import { scalarStores, type ScalarValue } from '../dtype/scalar-store';
import { argumentError } from '../errors';
import type { Parameter, StructField } from '../signature/signature';
import { valueWriter, type ValueWriter, type WritingContext } from './argument-writer';

/** Takes a value of the parameter's dtype. */
export function scalarWriter(parameter: Parameter, offset: number, context: WritingContext): ValueWriter {
  return elementWriter(dtypeOf(parameter), offset, context);
}

function elementWriter(dtype: DType, offset: number, context: WritingContext): ValueWriter {
  const { view } = context.record;
  const check = scalarCheck(dtype);
  const store = scalarStores[dtype];
  return (value) => {
    const problem = check(value);
    if (problem === undefined) store(view, offset, value as ScalarValue);
    return problem;
  };
}

/** Takes one value per lane, in an array or typed array. */
export function vectorWriter(parameter: Parameter, offset: number, context: WritingContext): ValueWriter {
  const dtype = dtypeOf(parameter);
  const size = dtypeInfo(dtype).byteLength;
  const lanes = Array.from({ length: parameter.lanes ?? 1 }, (_, lane) =>
    elementWriter(dtype, offset + lane * size, context),
  );
  return elementsWriter(lanes);
}

/** Takes as many values as there are writers, in an array or typed array. */
function elementsWriter(writers: readonly ValueWriter[]): ValueWriter {
  return (value) => {
    if (!isArrayLike(value)) return `got ${describe(value)}; it takes an array of ${writers.length}`;
    if (value.length !== writers.length) return `got ${value.length} values; it takes ${writers.length}`;
    for (let i = 0; i < writers.length; i++) {
      const problem = (writers[i] as ValueWriter)(value[i]);
      if (problem !== undefined) return `[${i}] ${problem}`;
    }
    return undefined;
  };
}

function isArrayLike(value: unknown): value is ArrayLike<unknown> {
  return Array.isArray(value) || (ArrayBuffer.isView(value) && arrayTag(value) !== 'DataView');
}

/** Takes an object with every field and no other, or the whole struct's bytes. */
export function structWriter(parameter: Parameter, offset: number, context: WritingContext): ValueWriter {
  const fields = parameter.fields ?? [];
  const names = new Set(fields.map(({ name }) => name));
  const writers = fields.map((field) => fieldWriter(field, offset + field.offset, context));
  const writeBytes = bytesWriter(parameter, offset, context);
  return (value) => {
    if (ArrayBuffer.isView(value)) return writeBytes(value);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      return `got ${describe(value)}; it takes an object with ${list(names)}, or the bytes of one`;
    }
    let given = 0;
    for (const name in value) {
      if (!names.has(name)) return `has no field '${name}'; it has ${list(names)}`;
      given++;
    }
    // A field may also be a getter of a class, which the loop above does not see.
    const missing = given < fields.length ? fields.find(({ name }) => !(name in value)) : undefined;
    if (missing) return `lacks field '${missing.name}'; it has ${list(names)}`;
    for (let i = 0; i < fields.length; i++) {
      const { name } = fields[i] as StructField;
      const problem = (writers[i] as ValueWriter)((value as Record<string, unknown>)[name]);
      if (problem !== undefined) return `field ${name}: ${problem}`;
    }
    return undefined;
  };
}

function list(names: ReadonlySet<string>): string {
  return names.size === 0 ? 'no fields' : [...names].join(', ');
}

function fieldWriter({ type, extents }: StructField, offset: number, context: WritingContext): ValueWriter {
  if (extents === undefined || extents.length === 0) return valueWriter(type, offset, context);
  const [extent, ...inner] = extents as [number, ...number[]];
  const stride = inner.reduce((product, n) => product * n, sizeOf(type));
  return elementsWriter(
    Array.from({ length: extent }, (_, i) =>
      fieldWriter({ name: '', offset: 0, type, extents: inner }, offset + i * stride, context),
    ),
  );
}

/** Takes exactly the parameter's bytes, in any typed array or DataView. */
export function bytesWriter(parameter: Parameter, offset: number, context: WritingContext): ValueWriter {
  const { uint8 } = context.record;
  const byteLength = sizeOf(parameter);
  return (value) => {
    if (!ArrayBuffer.isView(value)) return `got ${describe(value)}; it takes ${byteLength} bytes in a typed array`;
    if (value.byteLength !== byteLength) return `got ${value.byteLength} bytes; it takes ${byteLength}`;
    uint8.set(new Uint8Array(value.buffer, value.byteOffset, byteLength), offset);
    return undefined;
  };
}

function dtypeOf(parameter: Parameter): DType {
  if (parameter.dtype !== undefined) return parameter.dtype;
  throw argumentError(`a ${parameter.kind} parameter (${parameter.type}) needs a dtype`, { parameter: parameter.name });
}

function sizeOf(parameter: Parameter): number {
  if (parameter.byteLength !== undefined) return parameter.byteLength;
  throw argumentError(`the size of ${parameter.type} is not known`, { parameter: parameter.name });
}
