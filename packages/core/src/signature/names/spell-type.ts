/** Trees of types and names in C++'s words: what errors list, and what a compiler takes. */
import type { ArgumentNode, NamePart, TypeNode } from './type-tree';

/** A type, around a declarator: `int (*name)(float)`. */
export function spellType(type: TypeNode, declarator = ''): string {
  switch (type.form) {
    case 'builtin':
      return joined(type.name, declarator);
    case 'named':
      return joined(spellPath(type.path), declarator);
    case 'unknown':
      return joined(type.text, declarator);
    case 'pack':
      return joined(type.list.map((each) => spellType(each)).join(', '), declarator);
    case 'qualified':
      return spellQualified(type, declarator);
    case 'pointer':
      return spellType(type.of, grouped(type.of, `*${declarator}`));
    case 'reference':
      return spellType(type.of, grouped(type.of, `&${declarator}`));
    case 'rvalue':
      return spellType(type.of, grouped(type.of, `&&${declarator}`));
    case 'member':
      return spellType(type.of, grouped(type.of, `${spellType(type.in)}::*${declarator}`));
    case 'array':
      return spellType(type.of, `${declarator}[${type.extent ?? ''}]`);
    case 'function': {
      const parameters = type.parameters.map((each) => spellType(each));
      const list = [...parameters, ...(type.isVariadic ? ['...'] : [])].join(', ');
      return spellType(type.returns, `${declarator}(${list})`);
    }
  }
}

/** A qualified name with its template arguments. */
export function spellPath(path: readonly NamePart[]): string {
  return path.map(spellPart).join('::');
}

function spellPart({ name, arguments: list }: NamePart): string {
  return list === undefined ? name : `${name}<${spellArguments(list)}>`;
}

/** Template arguments, without the brackets. */
export function spellArguments(list: readonly ArgumentNode[]): string {
  return list
    .map(spellArgument)
    .filter((text) => text !== '')
    .join(', ');
}

function spellArgument(argument: ArgumentNode): string {
  switch (argument.kind) {
    case 'type':
      return spellType(argument.type);
    case 'entity':
      return `&${spellPath(argument.path)}`;
    case 'pack':
      return spellArguments(argument.list);
    case 'unknown':
      return argument.text;
    case 'value':
      return spellValue(argument.value, argument.type);
  }
}

const suffixes: Readonly<Record<string, string>> = {
  int: '',
  'unsigned int': 'u',
  long: 'l',
  'unsigned long': 'ul',
  'long long': 'll',
  'unsigned long long': 'ull',
};

function spellValue(value: bigint, type: TypeNode | undefined): string {
  if (type === undefined) return String(value);
  if (type.form !== 'builtin') return `(${spellType(type)})${value}`;
  if (type.name === 'bool') return value === 0n ? 'false' : 'true';
  const suffix = suffixes[type.name];
  return suffix === undefined ? `(${type.name})${value}` : `${value}${suffix}`;
}

function spellQualified(type: Extract<TypeNode, { form: 'qualified' }>, declarator: string): string {
  const words = [type.isConst ? 'const' : '', type.isVolatile ? 'volatile' : '']
    .filter((word) => word !== '')
    .join(' ');
  const isPointer = type.of.form === 'pointer' || type.of.form === 'member';
  // A pointer's own qualifiers stand after the star.
  return isPointer ? spellType(type.of, joined(` ${words}`, declarator)) : `${words} ${spellType(type.of, declarator)}`;
}

function grouped(of: TypeNode, declarator: string): string {
  return of.form === 'array' || of.form === 'function' ? `(${declarator.trimStart()})` : declarator;
}

function joined(type: string, declarator: string): string {
  if (declarator === '') return type;
  return /^[*&[]/.test(declarator) ? `${type}${declarator}` : `${type} ${declarator.trimStart()}`;
}
