/** Types that headers declare as other names of C's own: what symbols call them. */
import type { DataModel } from '../data-model';
import { orderedWords } from './type-words';

const aliases: Readonly<Record<string, string>> = {
  int8_t: 'signed char',
  uint8_t: 'unsigned char',
  int16_t: 'short',
  uint16_t: 'unsigned short',
  int32_t: 'int',
  uint32_t: 'unsigned int',
  ushort: 'unsigned short',
  uint: 'unsigned int',
  cudaTextureObject_t: 'unsigned long long',
  cudaSurfaceObject_t: 'unsigned long long',
};

/** Those whose width is a pointer's. */
const wide: Readonly<Record<string, 'signed' | 'unsigned'>> = {
  int64_t: 'signed',
  uint64_t: 'unsigned',
  size_t: 'unsigned',
  ssize_t: 'signed',
  ptrdiff_t: 'signed',
  intptr_t: 'signed',
  uintptr_t: 'unsigned',
  intmax_t: 'signed',
  uintmax_t: 'unsigned',
};

/** Classes that have a second name. */
const classes: Readonly<Record<string, string>> = { half: '__half', nv_bfloat16: '__nv_bfloat16' };

/** C's own type of that name; undefined if it is none. */
export function standardType(name: string, { longBytes }: DataModel): string | undefined {
  if (Object.hasOwn(aliases, name)) return aliases[name];
  if (name === 'ulong') return 'unsigned long';
  if (!Object.hasOwn(wide, name)) return undefined;
  const words = [
    ...(wide[name] === 'unsigned' ? ['unsigned'] : []),
    ...(longBytes === 8 ? ['long'] : ['long', 'long']),
  ];
  return orderedWords(words);
}

/** The name of a class in symbols. */
export function classInSymbols(name: string): string {
  return Object.hasOwn(classes, name) ? (classes[name] ?? name) : name;
}
