/** The letters of the Itanium C++ ABI for types that every compiler has. */

export const builtinCodes: Readonly<Record<string, string>> = {
  v: 'void',
  w: 'wchar_t',
  b: 'bool',
  c: 'char',
  a: 'signed char',
  h: 'unsigned char',
  s: 'short',
  t: 'unsigned short',
  i: 'int',
  j: 'unsigned int',
  l: 'long',
  m: 'unsigned long',
  x: 'long long',
  y: 'unsigned long long',
  n: '__int128',
  o: 'unsigned __int128',
  f: 'float',
  d: 'double',
  e: 'long double',
  g: '__float128',
};

/** Those of two letters. */
export const longBuiltinCodes: Readonly<Record<string, string>> = {
  Di: 'char32_t',
  Ds: 'char16_t',
  Du: 'char8_t',
  Dn: 'std::nullptr_t',
  Dh: 'half',
  Da: 'auto',
};

/** Abbreviations of the standard library's names. */
export const standardCodes: Readonly<Record<string, string>> = {
  a: 'allocator',
  b: 'basic_string',
  s: 'string',
  i: 'istream',
  o: 'ostream',
  d: 'iostream',
};
