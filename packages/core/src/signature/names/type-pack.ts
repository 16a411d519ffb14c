/** Parameter packs: a type that names one stands for as many types as it has elements. */
import type { TypeNode } from './type-tree';

/** The types that a type with packs in it stands for; the type alone if there is none. */
export function expandPack(type: TypeNode): readonly TypeNode[] {
  const count = elementsIn(type);
  return count === undefined ? [type] : Array.from({ length: count }, (_, index) => elementOf(type, index));
}

function elementsIn(type: TypeNode): number | undefined {
  switch (type.form) {
    case 'pack':
      return type.list.length;
    case 'pointer':
    case 'reference':
    case 'rvalue':
    case 'qualified':
    case 'array':
      return elementsIn(type.of);
    case 'member':
      return elementsIn(type.of) ?? elementsIn(type.in);
    case 'named':
      return type.path
        .flatMap((part) => part.arguments ?? [])
        .reduce<number | undefined>(
          (found, argument) => found ?? (argument.kind === 'type' ? elementsIn(argument.type) : undefined),
          undefined,
        );
    default:
      return undefined;
  }
}

function elementOf(type: TypeNode, index: number): TypeNode {
  switch (type.form) {
    case 'pack':
      return type.list[index] ?? { form: 'unknown', text: 'auto' };
    case 'pointer':
    case 'reference':
    case 'rvalue':
    case 'qualified':
    case 'array':
      return { ...type, of: elementOf(type.of, index) };
    case 'member':
      return { ...type, of: elementOf(type.of, index), in: elementOf(type.in, index) };
    case 'named':
      return {
        ...type,
        path: type.path.map((part) =>
          part.arguments === undefined
            ? part
            : {
                ...part,
                arguments: part.arguments.map((argument) =>
                  argument.kind === 'type' ? { ...argument, type: elementOf(argument.type, index) } : argument,
                ),
              },
        ),
      };
    default:
      return type;
  }
}
