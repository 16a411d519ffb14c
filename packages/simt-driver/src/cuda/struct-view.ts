/** Structs of the driver as bytes with named fields. */
import { argumentError } from '@heddle/core/backend';

/** How a field is stored: integers by width, floating point, or an address. */
export type FieldType = 'i8' | 'u8' | 'i16' | 'u16' | 'i32' | 'u32' | 'i64' | 'u64' | 'f32' | 'f64' | 'pointer';

/** A field's place: byte offset, type, and how many there are if it is an array. */
export type FieldPlace = readonly [offset: number, type: FieldType, count?: number];

/** A struct as the generated tables describe it. Fields of nested structs are paths: `res.array.hArray`. */
export interface StructDescription {
  readonly name: string;
  readonly byteLength: number;
  readonly alignment: number;
  readonly fields: Readonly<Record<string, FieldPlace>>;
}

/** Names of a struct's fields. */
export type FieldName<Description extends StructDescription> = keyof Description['fields'] & string;

/** What reading a field gives: 64-bit integers and addresses are bigints. */
export type FieldValue<
  Description extends StructDescription,
  Name extends FieldName<Description>,
> = Description['fields'][Name] extends readonly [number, 'i64' | 'u64' | 'pointer', number?] ? bigint : number;

const widths: Readonly<Record<FieldType, number>> = {
  i8: 1,
  u8: 1,
  i16: 2,
  u16: 2,
  i32: 4,
  u32: 4,
  i64: 8,
  u64: 8,
  f32: 4,
  f64: 8,
  pointer: 8,
};

/**
 * One struct, or several in a row as the driver's arrays of structs are. Pass {@link bytes} for a pointer to it.
 *
 * @example
 * ```ts
 * const copy = new StructView(CUDA_MEMCPY2D, { WidthInBytes: 64, Height: 4 });
 * copy.set('dstDevice', address);
 * driver.functions.cuMemcpy2D(copy.bytes);
 * ```
 */
export class StructView<Description extends StructDescription> {
  readonly description: Description;
  readonly bytes: Uint8Array;
  readonly #view: DataView;

  /**
   * @param values - fields to set; the others are zero, or what `bytes` holds
   * @param bytes - where the struct lies. Default: memory of its own
   */
  constructor(
    description: Description,
    values: { readonly [Name in FieldName<Description>]?: number | bigint } = {},
    bytes: Uint8Array = new Uint8Array(description.byteLength),
  ) {
    if (bytes.byteLength < description.byteLength) {
      throw argumentError(`${description.name} takes ${description.byteLength} bytes, not ${bytes.byteLength}`);
    }
    this.description = description;
    this.bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, description.byteLength);
    for (const [name, value] of Object.entries<number | bigint | undefined>(values)) {
      if (value !== undefined) this.set(name, value);
    }
  }

  /**
   * @param index - which one, of a field that is an array
   * @throws HeddleError `ARGUMENT` for a field or index there is not
   */
  get<Name extends FieldName<Description>>(name: Name, index = 0): FieldValue<Description, Name> {
    const [offset, type] = this.#place(name, index);
    return read(this.#view, offset, type) as FieldValue<Description, Name>;
  }

  /** @throws HeddleError `ARGUMENT` for a field or index there is not */
  set(name: FieldName<Description>, value: number | bigint, index = 0): void {
    const [offset, type] = this.#place(name, index);
    write(this.#view, offset, type, value);
  }

  #place(name: string, index: number): readonly [offset: number, type: FieldType] {
    const field = this.description.fields[name];
    if (!field) throw argumentError(`${this.description.name} has no field '${name}'`, { parameter: name });
    const [offset, type, count = 1] = field;
    if (!Number.isInteger(index) || index < 0 || index >= count) {
      throw argumentError(`${this.description.name}.${name} has ${count} elements, none at ${index}`, {
        parameter: name,
      });
    }
    return [offset + index * widths[type], type];
  }
}

function read(view: DataView, offset: number, type: FieldType): number | bigint {
  switch (type) {
    case 'i8':
      return view.getInt8(offset);
    case 'u8':
      return view.getUint8(offset);
    case 'i16':
      return view.getInt16(offset, true);
    case 'u16':
      return view.getUint16(offset, true);
    case 'i32':
      return view.getInt32(offset, true);
    case 'u32':
      return view.getUint32(offset, true);
    case 'i64':
      return view.getBigInt64(offset, true);
    case 'u64':
    case 'pointer':
      return view.getBigUint64(offset, true);
    case 'f32':
      return view.getFloat32(offset, true);
    case 'f64':
      return view.getFloat64(offset, true);
  }
}

function write(view: DataView, offset: number, type: FieldType, value: number | bigint): void {
  switch (type) {
    case 'i8':
    case 'u8':
      view.setUint8(offset, Number(value));
      break;
    case 'i16':
    case 'u16':
      view.setUint16(offset, Number(value), true);
      break;
    case 'i32':
    case 'u32':
      view.setUint32(offset, Number(value), true);
      break;
    case 'i64':
    case 'u64':
    case 'pointer':
      view.setBigUint64(offset, BigInt(value), true);
      break;
    case 'f32':
      view.setFloat32(offset, Number(value), true);
      break;
    case 'f64':
      view.setFloat64(offset, Number(value), true);
  }
}
