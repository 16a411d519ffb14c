/** How variables are declared in a function that executes a block. */
import type { Range } from './declaration';
import { rawText, type Source } from './source-text';
import { NotUnderstood, type Variable } from './statements';
import { isBuiltIn, isVector } from './types';

export function declaratorOf({ declared }: Variable) {
  const declarator = declared?.declaration.declarators[declared.index];
  if (!declared || !declarator) throw new NotUnderstood();
  return { ...declared.declaration, ...declarator };
}

export function firstToken({ declared }: Variable): number {
  return declared ? declared.declaration.first + declared.index / 1000 : -1;
}

export function declarationText(source: Source, variable: Variable): string {
  const { isConst, isConstexpr, type, pointer, name, extents, initializer } = declaratorOf(variable);
  const words = isConstexpr ? 'constexpr ' : isConst ? 'const ' : '';
  return `${words}${type} ${pointer} ${name}${extents} ${initializer ? rawText(source, initializer) : ''}`;
}

// `const int x = …`, `const float *const p = …`: nothing in the region can change it.
export function constantText(source: Source, variable: Variable): string {
  const { isConst, type, pointer, name, initializer } = declaratorOf(variable);
  const value = initializer ? rawText(source, initializer) : '';
  if (pointer === '') return `const ${type} ${name} ${value}`;
  return `${isConst ? 'const ' : ''}${type} ${changeable(pointer)} const ${name} ${value}`;
}

// A `typedef` without its word.
export function storedType(variable: Variable, name: string): string {
  if (!variable.declared) return `__typeof__(${variable.name}) ${name}`;
  const { isConst, type, pointer, extents } = declaratorOf(variable);
  if (/\bauto\b/.test(type) || pointer.includes('&') || /^\[\s*\]/.test(extents)) throw new NotUnderstood();
  return `${isConst && pointer !== '' ? 'const ' : ''}${type} ${changeable(pointer)} ${name}${extents}`;
}

// `* const` -> `*`
function changeable(pointer: string): string {
  return pointer.replace(/\bconst\b(?![^]*\*)/g, '').trim();
}

/** The statement that initializes a variable in its place of the storage, whose type is `Type`. */
export function startText(source: Source, variable: Variable, type: string): string {
  const { extents, initializer, sign } = declaratorOf(variable);
  const mayConstruct = !isNumber(variable);
  // Constructed in its final place, because an object may keep its address.
  const start = (value: string): string =>
    mayConstruct ? `::new (heddle_region_in_place{}, (void *)&${variable.name}) ${type}${value};` : '';
  if (!initializer) return start('');
  if (!mayConstruct || extents !== '' || (sign === '=' && isList(source, initializer)))
    return `{ ${type} heddle_region_value ${rawText(source, initializer)}; HEDDLE_STORE(${variable.name}, heddle_region_value) }`;
  return start(
    sign === '=' ? `(${rawText(source, [initializer[0] + 1, initializer[1]])})` : rawText(source, initializer),
  );
}

// `= {1, 2}`
function isList({ tokens }: Source, [first]: Range): boolean {
  return tokens[first + 1]?.text === '{';
}

/** An assertion that a uniform or recomputed variable is not an object, whose effects would be unknown. */
export function isScalarText(variable: Variable): string {
  return isNumber(variable) ? '' : ` HEDDLE_IS_SCALAR(${variable.name})`;
}

/** An assertion that nothing happens when a region ends, and with it a variable. */
export function isTrivialText(variable: Variable): string {
  const { pointer } = declaratorOf(variable);
  return isNumber(variable) || pointer !== '' ? '' : ` HEDDLE_HAS_NO_END(${variable.name})`;
}

function isNumber(variable: Variable): boolean {
  const { pointer, type } = declaratorOf(variable);
  return pointer.includes('*') || isBuiltIn(type) || (isVector(type) && type !== 'dim3');
}
