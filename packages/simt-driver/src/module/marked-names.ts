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
  if (format === 'ptx') return fromPtx(bytes, marks);
  return format === 'code-object' ? fromCodeObject(bytes, marks) : fromCubin(bytes, marks);
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

// AMD's linker has resolved what the pointers point to: a relocation says the address, and a symbol lies there.
function fromCodeObject(bytes: Uint8Array, marks: readonly string[]): Map<string, string> {
  const image = new ElfImage(bytes);
  const symbols = image.dynamicSymbols();
  const found = new Map<string, string>();
  for (const { offset, symbol, addend } of image.relocations()) {
    const mark = symbols.find(({ name, value }) => value === offset && marks.includes(name));
    if (!mark) continue;
    const named = symbol !== undefined && symbol.name !== '' ? symbol : undefined;
    const target = named ?? symbols.find(({ name, value }) => value === addend && !marks.includes(name));
    if (target) found.set(mark.name, target.name);
  }
  return found;
}
