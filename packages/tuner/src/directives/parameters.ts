/** The arguments of a region, as its mark declares them: `a(float*:N) b(double*:ROWS,COLUMNS) n(int:N)`. */
import type { DType } from '@heddle/core';
import { directiveError, type Region } from './read-regions';
import type { Dimensions } from './sizes';

export interface DirectiveParameter {
  readonly name: string;
  /** The C type, without its star. */
  readonly type: string;
  readonly isArray: boolean;
  /** Type of the elements; undefined for a type of the program's own. */
  readonly dtype: DType | undefined;
  /** Elements along each dimension; of a scalar, its value alone. Empty if the mark says nothing. */
  readonly dimensions: readonly number[];
}

const dtypes: Readonly<Record<string, DType>> = {
  float: 'float32',
  double: 'float64',
  bool: 'bool',
  char: 'int8',
  'signed char': 'int8',
  'unsigned char': 'uint8',
  short: 'int16',
  'unsigned short': 'uint16',
  int: 'int32',
  unsigned: 'uint32',
  'unsigned int': 'uint32',
  long: 'int64',
  'unsigned long': 'uint64',
  'long long': 'int64',
  'unsigned long long': 'uint64',
  size_t: 'uint64',
  int8_t: 'int8',
  uint8_t: 'uint8',
  int16_t: 'int16',
  uint16_t: 'uint16',
  int32_t: 'int32',
  uint32_t: 'uint32',
  int64_t: 'int64',
  uint64_t: 'uint64',
};

/** @throws HeddleError `ARGUMENT` for what is not a declaration, an array without a size, a size without a value */
export function parametersOf(region: Region, dimensions: Dimensions): DirectiveParameter[] {
  const { declarations, line } = region;
  const pattern = /\s*([A-Za-z_]\w*)\s*\(([^()]*(?:\([^()]*\)[^()]*)*)\)/y;
  const parameters: DirectiveParameter[] = [];
  while (pattern.lastIndex < declarations.length) {
    const from = pattern.lastIndex;
    const found = pattern.exec(declarations);
    if (!found) {
      const hint = 'An argument is name(type:size), an array name(type*:size): a(float*:N) n(int:N).';
      throw directiveError(line, `no argument: ${declarations.slice(from).trim()}`, hint);
    }
    const [, name = '', inside = ''] = found;
    if (parameters.some((each) => each.name === name)) throw directiveError(line, `${name} twice`, 'Declare it once.');
    parameters.push(parameterOf(name, inside, line, dimensions));
  }
  return parameters;
}

function parameterOf(name: string, inside: string, line: number, dimensions: Dimensions): DirectiveParameter {
  const [declared = '', sizes = ''] = inside.split(':').map((part) => part.trim());
  const isArray = declared.endsWith('*');
  const type = declared.replace(/\*$/, '').replace(/\s+/g, ' ').trim();
  if (!/^[A-Za-z_][\w ]*$/.test(type)) {
    throw directiveError(line, `${name} has the type "${declared}"`, 'It is a type of C, with one star for an array.');
  }
  const extents = sizes === '' ? [] : splitSizes(sizes).map((size) => dimensions.resolve(size, name, line));
  if (isArray && extents.length === 0) {
    throw directiveError(line, `the array ${name} has no size`, `Write ${name}(${declared}:1024).`);
  }
  if (isArray && extents.some((extent) => !Number.isSafeInteger(extent) || extent < 1)) {
    throw directiveError(line, `${name} has the size ${extents.join(' x ')}`, 'A size is a positive integer.');
  }
  if (!isArray && extents.length > 1) throw directiveError(line, `${name} has two values`, 'A scalar has one.');
  return { name, type, isArray, dtype: dtypes[type.replace(/^const /, '')], dimensions: extents };
}

/** At the commas outside of parentheses. */
function splitSizes(text: string): string[] {
  return text.split(/,(?![^(]*\))/).map((part) => part.trim());
}

export function lengthOf({ dimensions }: DirectiveParameter): number {
  return dimensions.reduce((product, extent) => product * extent, 1);
}
