/** How many nodes a type has when it is written out: parts that it has twice count twice. */
import type { ArgumentNode, NamePart, TypeNode } from './type-tree';

/** Sizes of the types of one symbol, which share their parts. */
export class TreeSizes {
  readonly #known = new WeakMap<TypeNode, number>();

  of(type: TypeNode): number {
    const known = this.#known.get(type);
    if (known !== undefined) return known;
    const size = 1 + this.#parts(type);
    this.#known.set(type, size);
    return size;
  }

  #parts(type: TypeNode): number {
    switch (type.form) {
      case 'named':
        return this.#path(type.path);
      case 'function':
        return this.of(type.returns) + this.#list(type.parameters);
      case 'member':
        return this.of(type.of) + this.of(type.in);
      case 'pack':
        return this.#list(type.list);
      case 'builtin':
      case 'unknown':
        return 0;
      default:
        return this.of(type.of);
    }
  }

  #list(types: readonly TypeNode[]): number {
    return types.reduce((sum, type) => sum + this.of(type), 0);
  }

  #path(path: readonly NamePart[]): number {
    return path.reduce((sum, part) => sum + 1 + this.#arguments(part.arguments ?? []), 0);
  }

  #arguments(list: readonly ArgumentNode[]): number {
    return list.reduce((sum, argument) => {
      if (argument.kind === 'type') return sum + this.of(argument.type);
      return sum + (argument.kind === 'pack' ? this.#arguments(argument.list) : 1);
    }, 0);
  }
}
