/**
 * Parameter types for random signatures. Each knows by itself, apart from the code under test, which values are right
 * and how they look in memory.
 */
import fc from 'fast-check';
import { bufferSymbol, textureSymbol, type DeviceReference } from '../../src/arguments';
import type { DType } from '../../src/dtype';
import { device, memory } from './memory';

export interface ParameterCase {
  /** In CUDA C++, or in the words of explicit signatures. */
  readonly type: string;
  readonly byteLength: number;
  readonly alignment: number;
  isRight(value: unknown): boolean;
  /** Whether the bytes at `offset` are those of a right value. */
  isWritten(view: DataView, offset: number, value: never): boolean;
  /** Values that are often right. */
  readonly values: fc.Arbitrary<unknown>;
}

const float32Limit = 2 ** 128 * (1 - 2 ** -25);

function integer(type: string, bits: 8 | 16 | 32, signed: boolean): ParameterCase {
  const least = signed ? -(2 ** (bits - 1)) : 0;
  const greatest = least + 2 ** bits - 1;
  return {
    type,
    byteLength: bits / 8,
    alignment: bits / 8,
    isRight: (value) => typeof value === 'number' && Math.floor(value) === value && value >= least && value <= greatest,
    isWritten: (view, offset, value: number) => {
      let bytes = 0;
      for (let i = 0; i < bits / 8; i++) bytes += view.getUint8(offset + i) * 2 ** (8 * i);
      return bytes === (value < 0 ? value + 2 ** bits : value + 0);
    },
    values: fc.oneof(
      fc.integer({ min: least, max: greatest }),
      fc.constantFrom(least, greatest, least - 1, greatest + 1, -0),
    ),
  };
}

function wideInteger(type: string, signed: boolean): ParameterCase {
  const least = signed ? -(2n ** 63n) : 0n;
  const greatest = least + 2n ** 64n - 1n;
  const isWhole = (value: unknown) =>
    typeof value === 'bigint' || (typeof value === 'number' && Number.isSafeInteger(value));
  return {
    type,
    byteLength: 8,
    alignment: 8,
    isRight: (value) => isWhole(value) && BigInt(value as number) >= least && BigInt(value as number) <= greatest,
    isWritten: (view, offset, value: number | bigint) =>
      (signed ? view.getBigInt64(offset, true) : view.getBigUint64(offset, true)) === BigInt(value),
    values: fc.oneof(
      fc.bigInt({ min: least - 1n, max: greatest + 1n }),
      fc.maxSafeInteger(),
      fc.constantFrom(2 ** 53, least, greatest, 2 ** 32),
    ),
  };
}

const float32: ParameterCase = {
  type: 'float',
  byteLength: 4,
  alignment: 4,
  isRight: (value) => typeof value === 'number' && !(Math.abs(value) >= float32Limit && Math.abs(value) !== Infinity),
  isWritten: (view, offset, value: number) => Object.is(view.getFloat32(offset, true), new Float32Array([value])[0]),
  values: fc.oneof(
    fc.double(),
    fc.float(),
    fc.constantFrom(float32Limit, -float32Limit, 3.4028234663852886e38, NaN, -0),
  ),
};

const float64: ParameterCase = {
  type: 'double',
  byteLength: 8,
  alignment: 8,
  isRight: (value) => typeof value === 'number',
  isWritten: (view, offset, value: number) => Object.is(view.getFloat64(offset, true), value),
  values: fc.double(),
};

const boolean: ParameterCase = {
  type: 'bool',
  byteLength: 1,
  alignment: 1,
  isRight: (value) => [true, false, 0, 1].includes(value as never),
  isWritten: (view, offset, value: boolean | number) => view.getUint8(offset) === Number(value),
  values: fc.constantFrom(true, false, 0, 1, -0, 2),
};

const complex: ParameterCase = {
  type: 'cuFloatComplex',
  byteLength: 8,
  alignment: 8,
  isRight: (value) => {
    if (typeof value !== 'object' || value === null) return float32.isRight(value);
    const { re, im } = value as { re?: unknown; im?: unknown };
    return float32.isRight(re) && float32.isRight(im);
  },
  isWritten: (view, offset, value: number | { re: number; im: number }) => {
    const { re, im } = typeof value === 'number' ? { re: value, im: 0 } : value;
    return float32.isWritten(view, offset, re as never) && float32.isWritten(view, offset + 4, im as never);
  },
  values: fc.oneof(
    fc.record({ re: fc.float(), im: fc.float() }),
    fc.record({ re: fc.double(), im: fc.double() }, { requiredKeys: ['re'] }),
    fc.float(),
  ),
};

function pointer(type: string, accepted: readonly (DType | undefined)[]): ParameterCase {
  return {
    type,
    byteLength: 8,
    alignment: 8,
    isRight: (value) => {
      if (value === null) return true;
      const reference = referenceOf(value);
      if (!reference || reference.device !== device || reference.unusable !== undefined || !reference.contiguous)
        return false;
      return accepted.includes(reference.dtype);
    },
    isWritten: (view, offset, value: unknown) =>
      view.getBigUint64(offset, true) === (referenceOf(value)?.address ?? 0n),
    values: fc.oneof(
      fc.constant(null),
      fc.constantFrom(...accepted).map((dtype) => memory({ dtype, address: 0x7fff_0000_1234n })),
    ),
  };
}

function referenceOf(value: unknown): DeviceReference | undefined {
  const method = (value as { [bufferSymbol]?: () => DeviceReference } | null | undefined)?.[bufferSymbol];
  return typeof method === 'function' ? method.call(value) : undefined;
}

function vector(type: string, lanes: number, alignment: number): ParameterCase {
  return {
    type,
    byteLength: 4 * lanes,
    alignment,
    isRight: (value) => {
      const isList = Array.isArray(value) || (ArrayBuffer.isView(value) && !(value instanceof DataView));
      return (
        isList &&
        (value as unknown[]).length === lanes &&
        Array.from(value as unknown[]).every((lane) => float32.isRight(lane))
      );
    },
    isWritten: (view, offset, value: ArrayLike<number>) =>
      Array.from(value).every((lane, i) => float32.isWritten(view, offset + 4 * i, lane as never)),
    values: fc.oneof(
      fc.array(fc.float(), { minLength: lanes, maxLength: lanes }),
      fc.array(fc.float(), { minLength: lanes, maxLength: lanes }).map((list) => new Float64Array(list)),
      fc.array(fc.oneof(fc.float(), fc.string()), { maxLength: lanes + 1 }),
    ),
  };
}

/** Declared in the source of every random signature. */
export const structSource = 'struct Pair { short first; double second[2]; };';

const struct: ParameterCase = {
  type: 'Pair',
  byteLength: 24,
  alignment: 8,
  isRight: (value) => {
    if (ArrayBuffer.isView(value)) return value.byteLength === 24;
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
    if (Object.keys(value).some((key) => key !== 'first' && key !== 'second')) return false;
    const { first, second } = value as { first?: unknown; second?: unknown };
    const isList = Array.isArray(second) || (ArrayBuffer.isView(second) && !(second instanceof DataView));
    return (
      integer('', 16, true).isRight(first) &&
      isList &&
      (second as unknown[]).length === 2 &&
      Array.from(second as unknown[]).every((n) => typeof n === 'number')
    );
  },
  isWritten: (view, offset, value: ArrayBufferView | { first: number; second: ArrayLike<number> }) => {
    if (ArrayBuffer.isView(value)) {
      return [...new Uint8Array(value.buffer, value.byteOffset, 24)].every(
        (byte, i) => byte === view.getUint8(offset + i),
      );
    }
    const { first, second } = value;
    return (
      view.getInt16(offset, true) === first + 0 &&
      [0, 1].every((i) => Object.is(view.getFloat64(offset + 8 + 8 * i, true), second[i]))
    );
  },
  values: fc.oneof(
    fc.record({
      first: fc.integer({ min: -40000, max: 40000 }),
      second: fc.array(fc.double(), { minLength: 2, maxLength: 2 }),
    }),
    fc.record({ first: fc.constant(1), second: fc.constant(new Float32Array([1, 2])) }, { requiredKeys: ['first'] }),
    fc.record({ first: fc.constant(1), second: fc.constant([1, 2]), third: fc.constant(3) }),
    fc.uint8Array({ minLength: 23, maxLength: 25 }),
  ),
};

const texture: ParameterCase = {
  type: 'cudaTextureObject_t',
  byteLength: 8,
  alignment: 8,
  isRight: (value) => {
    const handle = handleOf(value);
    return typeof handle === 'bigint' && handle >= 0n && handle < 2n ** 64n;
  },
  isWritten: (view, offset, value: unknown) => view.getBigUint64(offset, true) === handleOf(value),
  values: fc.oneof(
    fc.bigInt({ min: -1n, max: 2n ** 64n }),
    fc.bigInt({ min: 0n, max: 9n }).map((n) => ({ [textureSymbol]: () => n })),
  ),
};

function handleOf(value: unknown): unknown {
  return typeof value === 'object' && value !== null
    ? (value as { [textureSymbol]?: () => bigint })[textureSymbol]?.()
    : value;
}

export const parameterCases: readonly ParameterCase[] = [
  integer('signed char', 8, true),
  integer('unsigned char', 8, false),
  integer('short', 16, true),
  integer('unsigned short', 16, false),
  integer('int', 32, true),
  integer('unsigned', 32, false),
  wideInteger('long long', true),
  wideInteger('size_t', false),
  float32,
  float64,
  boolean,
  complex,
  pointer('float*', ['float32', undefined]),
  pointer('const float2*', ['float32', 'complex64', undefined]),
  pointer('bool*', ['bool', 'uint8', undefined]),
  pointer('void*', ['float32', 'complex64', 'bool', 'uint8', 'float16', 'int64', undefined]),
  vector('float3', 3, 4),
  vector('float4', 4, 16),
  struct,
  texture,
];

/** Values of every kind, right or not. */
export const anyValue: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    undefined,
    true,
    false,
    0,
    1,
    -1,
    0.5,
    NaN,
    Infinity,
    1e39,
    2 ** 40,
    3n,
    -3n,
    2n ** 64n,
    '',
    '1',
    Symbol('s'),
  ),
  fc.constantFrom<unknown>(
    [],
    [1, 2, 3],
    {},
    { re: 1, im: 2 },
    { first: 1, second: [1, 2] },
    () => 1,
    new Date(0),
    new DataView(new ArrayBuffer(24)),
  ),
  fc.constantFrom<unknown>(
    new Uint8Array(24),
    new Float32Array(3),
    new BigInt64Array(4),
    new ArrayBuffer(8),
    Object.create(null),
  ),
  fc
    .record({
      dtype: fc.constantFrom<DType | undefined>('float32', 'complex64', 'bool', 'uint8', undefined),
      device: fc.constantFrom<object>(device, device, device, {}),
      contiguous: fc.boolean(),
      unusable: fc.constantFrom(undefined, undefined, 'disposed'),
    })
    .map((facts) => memory(facts)),
  ...parameterCases.map(({ values }) => values),
);
