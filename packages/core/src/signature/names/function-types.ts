/** The parameters of the function type that a cast names. */
import type { TypeNode } from './type-tree';

/** Undefined for a type that is not a function, nor a pointer or reference to one. */
export function parametersOf(type: TypeNode): readonly TypeNode[] | undefined {
  switch (type.form) {
    case 'function':
      return type.parameters;
    case 'pointer':
    case 'reference':
    case 'rvalue':
    case 'qualified':
      return parametersOf(type.of);
    default:
      return undefined;
  }
}

/** `(void (*)(int*))` before a name: what chooses one of several functions of that name. */
export function castTo(parameters: readonly TypeNode[]): TypeNode {
  const returns: TypeNode = { form: 'builtin', name: 'void' };
  return { form: 'pointer', of: { form: 'function', returns, parameters, isVariadic: false } };
}
