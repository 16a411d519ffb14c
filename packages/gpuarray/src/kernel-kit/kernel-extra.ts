/** What the expressions of a kernel see besides its own variables: scalars, and memory that they index themselves. */
import type { DType } from '@heddle/core';
import { parseCArguments } from './index';

export interface KernelExtra {
  readonly name: string;
  /** `memory` has a pointer. */
  readonly kind: 'scalar' | 'memory';
  /** C type of the scalar, or of the memory's elements, as the expressions see it. */
  readonly type: string;
  /** The scalar's dtype, or the elements'; undefined if the type is the user's own. */
  readonly dtype: DType | undefined;
  /** The memory is written. Default false. */
  readonly writable?: boolean;
}

/**
 * The arguments of a user's kernel. Pointers are memory, which the kernel writes unless they are const.
 *
 * @param preamble - defines the types that are not C's
 * @throws HeddleError `ARGUMENT` for a declaration that cannot be read
 */
export function parseArguments(list: string, preamble: string, operation: string): readonly KernelExtra[] {
  return parseCArguments(list, operation, preamble).map(({ name, type, dtype, pointer, constant }) => ({
    name,
    kind: pointer ? 'memory' : 'scalar',
    type,
    dtype,
    writable: pointer && !constant,
  }));
}

/** Name of a pointer parameter, before its type is known to the kernel's body. */
export const dataName = (name: string): string => `heddle_${name}_data`;
export const offsetName = (name: string): string => `heddle_${name}_offset`;

/** Name in a kernel's body, where names of the user could meet ours; functions have the user's own. */
const kernelName = (name: string): string => `heddle_argument_${name}`;

const constness = (extra: KernelExtra): string => (extra.writable === true ? '' : 'const ');

/** Parameters that a kernel takes for its extras. */
export function extraParameters(extras: readonly KernelExtra[]): readonly string[] {
  return extras.flatMap((extra) =>
    extra.kind === 'scalar'
      ? [`${extra.type} ${kernelName(extra.name)}`]
      : [`GLOBAL ${constness(extra)}void* ${dataName(extra.name)}`, `INT64 ${offsetName(extra.name)}`],
  );
}

/** Statements at a kernel's start that make typed pointers of memory extras. */
export function extraPointers(extras: readonly KernelExtra[]): string {
  return extras
    .filter(({ kind }) => kind === 'memory')
    .map((extra) => {
      const pointer = `GLOBAL ${constness(extra)}${extra.type}*`;
      return `  ${pointer} ${kernelName(extra.name)} = (${pointer})${dataName(extra.name)} + ${offsetName(extra.name)};`;
    })
    .join('\n');
}

/** Parameters of a function to which a kernel passes its extras by name. */
export function extraDeclarations(extras: readonly KernelExtra[]): readonly string[] {
  return extras.map((extra) =>
    extra.kind === 'scalar' ? `${extra.type} ${extra.name}` : `GLOBAL ${constness(extra)}${extra.type}* ${extra.name}`,
  );
}

/** What is passed for them. */
export function extraNames(extras: readonly KernelExtra[]): readonly string[] {
  return extras.map(({ name }) => kernelName(name));
}
