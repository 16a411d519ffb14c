/**
 * The names in a binary of C++ expressions, for compilers without name expressions of their own.
 *
 * The source gets one pointer per expression, initialized with its address: `void* mark_0 = (void*)&saxpy<float>;`.
 * That instantiates templates, leaves overload resolution to the compiler, and tells the name: in PTX it stands in the
 * initializer, in a cubin in the relocation that fills the pointer in.
 */
import { ElfImage } from './elf-image';

/**
 * @param marks - names of the pointers
 * @returns mark -> name of what it points to, for those that were found
 */
export function markedNames(format: string, bytes: Uint8Array, marks: readonly string[]): Map<string, string> {
  return format === 'ptx' ? fromPtx(bytes, marks) : fromCubin(bytes, marks);
}

function fromPtx(bytes: Uint8Array, marks: readonly string[]): Map<string, string> {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  const found = new Map<string, string>();
  for (const [, mark, name] of text.matchAll(/\.u64 ([\w$]+) = (?:generic\()?([\w$]+)\)?;/g)) {
    if (mark !== undefined && name !== undefined && marks.includes(mark)) found.set(mark, name);
  }
  return found;
}

function fromCubin(bytes: Uint8Array, marks: readonly string[]): Map<string, string> {
  const image = new ElfImage(bytes);
  const pointers = image.symbols().filter(({ name }) => marks.includes(name));
  const found = new Map<string, string>();
  for (const { section, offset, symbol } of image.relocations()) {
    const pointer = pointers.find(
      (one) => one.value === offset && section === `.rela${image.sectionName(one.section) ?? ''}`,
    );
    if (pointer && symbol) found.set(pointer.name, symbol.name);
  }
  return found;
}
