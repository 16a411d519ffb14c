/** Sizes, alignments and field offsets by the rules of the 64-bit ABIs that CUDA runs on (x86-64, AArch64, Windows x64). */

/**
 * @typedef {{ path: string, offset: number, type: string, count?: number }} Field
 * @typedef {{ name: string, byteLength: number, alignment: number, fields: Field[] }} StructLayout
 */

const scalars = new Map([
  ...['char', 'signed char', 'int8_t'].map((name) => [name, 'i8']),
  ...['unsigned char', 'uint8_t'].map((name) => [name, 'u8']),
  ...['short', 'signed short'].map((name) => [name, 'i16']),
  ...['unsigned short', 'uint16_t'].map((name) => [name, 'u16']),
  ...['int', 'signed int', 'int32_t'].map((name) => [name, 'i32']),
  ...['unsigned int', 'unsigned', 'uint32_t', 'cuuint32_t'].map((name) => [name, 'u32']),
  ...['long long', 'long long int', 'int64_t'].map((name) => [name, 'i64']),
  ...['unsigned long long', 'unsigned long long int', 'uint64_t', 'cuuint64_t', 'size_t'].map((name) => [name, 'u64']),
  ['float', 'f32'],
  ['double', 'f64'],
]);

const widths = { i8: 1, u8: 1, i16: 2, u16: 2, i32: 4, u32: 4, i64: 8, u64: 8, f32: 4, f64: 8, pointer: 8 };

/** Looks up types among the declarations of a header. */
export class TypeTable {
  /** @param {import('./parse-declarations.mjs').Declarations} declarations */
  constructor(declarations) {
    this.declarations = declarations;
  }

  /**
   * Resolves a type.
   *
   * @returns {{ form: 'scalar', type: string } | { form: 'pointer' | 'enum' | 'record', name: string } | { form: 'void' }}
   */
  resolve({ base, pointers, inline }) {
    if (pointers > 0) return { form: 'pointer', name: base };
    if (inline) return { form: 'record', name: inline.name };
    if (base === 'void') return { form: 'void' };
    const scalar = scalars.get(base);
    if (scalar) return { form: 'scalar', type: scalar };
    const { enumerations, records, typeNames, callbacks } = this.declarations;
    if (callbacks.has(base)) return { form: 'pointer', name: base };
    if (enumerations.has(base)) return { form: 'enum', name: base };
    if (records.has(base)) return { form: 'record', name: base };
    const meaning = typeNames.get(base);
    if (!meaning) throw new Error(`unknown type '${base}'`);
    if (meaning.extents.length > 0) throw new Error(`'${base}' names an array`);
    return this.resolve(meaning);
  }

  /** The layout of a struct or union by its tag, nested fields spelled as paths. @returns {StructLayout} */
  layout(tag) {
    const record = this.declarations.records.get(tag);
    const fields = [];
    let [end, byteLength, alignment] = [0, 0, Math.max(1, record.alignment)];
    for (const field of record.fields) {
      if (field.extents.includes(Number.NaN))
        throw new Error(`${tag}.${field.name} has an extent that is not a constant`);
      const one = this.#measure(field);
      const offset = record.kind === 'union' ? 0 : roundUp(end, one.alignment);
      end = offset + one.byteLength * field.extents.reduce((product, n) => product * n, 1);
      byteLength = Math.max(byteLength, end);
      alignment = Math.max(alignment, one.alignment);
      fields.push(...this.#flatten(field, offset, one));
    }
    return { name: tag, byteLength: roundUp(byteLength, alignment), alignment, fields };
  }

  #measure(field) {
    const type = this.resolve(field);
    if (type.form === 'record') return this.layout(type.name);
    const width = widths[this.#letter(type)];
    return { byteLength: width, alignment: width };
  }

  #letter(type) {
    if (type.form === 'scalar') return type.type;
    // gcc makes an enumeration unsigned where no value is negative; its bits are the same either way.
    return type.form === 'enum' ? 'i32' : 'pointer';
  }

  #flatten(field, offset, one) {
    const count = field.extents.reduce((product, n) => product * n, 1);
    const type = this.resolve(field);
    if (type.form !== 'record') {
      return [{ path: field.name, offset, type: this.#letter(type), ...(field.extents.length > 0 ? { count } : {}) }];
    }
    const copies = field.extents.length > 0 ? Array.from({ length: count }, (_, i) => i) : [undefined];
    return copies.flatMap((index) => {
      // Members of a nameless struct belong to the one around it.
      const prefix = field.name === '' ? '' : index === undefined ? `${field.name}.` : `${field.name}[${index}].`;
      const start = offset + (index ?? 0) * one.byteLength;
      return one.fields.map((inner) => ({ ...inner, path: `${prefix}${inner.path}`, offset: start + inner.offset }));
    });
  }
}

function roundUp(value, alignment) {
  return Math.ceil(value / alignment) * alignment;
}
