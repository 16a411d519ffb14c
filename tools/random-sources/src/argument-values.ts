/**
 * Arguments for a kernel by its signature. Each number is told from all others, and from what its bytes would be as any
 * other type.
 */
import type { DType } from '@heddle/core';
import type { Parameter, StructField } from '@heddle/core/backend';
import type { Shape } from './shape';

/** Makes the values of one launch. */
export class ArgumentValues {
  readonly #pointer: unknown;
  #count = 0;

  /** @param pointer - what is passed for pointers */
  constructor(pointer: unknown) {
    this.#pointer = pointer;
  }

  /** A value that the signature takes; what the source has there is the shape. */
  for(parameter: Parameter, shape: Shape): unknown {
    switch (parameter.kind) {
      case 'pointer':
        return this.#pointer;
      case 'scalar':
        return this.#number(parameter.dtype, shape);
      case 'vector':
        return Array.from({ length: parameter.lanes ?? 1 }, () => this.#number(parameter.dtype, shape));
      case 'struct':
        return Object.fromEntries(
          (parameter.fields ?? []).map((field) => [field.name, this.#field(field, fieldShape(shape, field.name))]),
        );
      case 'bytes':
        return this.#bytes(parameter, shape);
      default:
        throw new Error(`no source has a parameter of kind ${parameter.kind}`);
    }
  }

  #field({ type, extents = [] }: StructField, shape: Shape): unknown {
    const [extent, ...inner] = extents;
    if (extent === undefined) return this.for(type, shape);
    const element = shape.form === 'array' ? shape.of : shape;
    const field = { name: '', offset: 0, type, extents: inner };
    return Array.from({ length: extent }, () => this.#field(field, element));
  }

  // Only what has no type of its own is passed as bytes: for anything else they would have to be made by hand.
  #bytes({ byteLength = 0 }: Parameter, { form }: Shape): unknown {
    if (form !== 'union' && form !== 'hidden') return {};
    return Uint8Array.from({ length: byteLength }, () => (this.#next() % 120) + 1);
  }

  #number(dtype: DType | undefined, { form }: Shape): number | bigint | boolean {
    const n = this.#next();
    // Other numbers are not values of an enum.
    if (form === 'enum') return isLong(dtype) ? BigInt(n % 4) : n % 4;
    return numberOf(dtype, n);
  }

  #next(): number {
    return this.#count++;
  }
}

function fieldShape(shape: Shape, name: string): Shape {
  const fields = shape.form === 'struct' ? shape.fields : [];
  return fields.find((field) => field.name === name)?.shape ?? { form: 'scalar' };
}

function isLong(dtype: DType | undefined): boolean {
  return dtype === 'int64' || dtype === 'uint64';
}

function numberOf(dtype: DType | undefined, n: number): number | bigint | boolean {
  switch (dtype) {
    case 'bool':
      return true;
    case 'int8':
      return -(n % 100) - 1;
    case 'uint8':
      return 255 - (n % 100);
    case 'int16':
      return -300 - n;
    case 'uint16':
      return 65_000 - n;
    case 'int32':
      return -70_000 - n;
    case 'uint32':
      return 4_294_900_000 - n;
    case 'int64':
      return -(1n << 40n) - BigInt(n);
    case 'uint64':
      // A multiple of what a double can tell apart there.
      return (1n << 63n) + BigInt(n + 1) * 4096n;
    case 'float32':
      return n + 1.5;
    case 'float64':
      return n + 1 + 2 ** -30;
    default:
      throw new Error(`no source has a number of type ${dtype ?? 'unknown'}`);
  }
}
