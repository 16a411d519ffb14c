import type { CompilerVariable } from '../compiler-variable';
import { clangVariables } from './clang-variables';
import { gccVariables } from './gcc-variables';

/** One table of several. A variable that is in more than one counts as in the first. */
export function joinedVariables(...tables: readonly (readonly CompilerVariable[])[]): readonly CompilerVariable[] {
  const byName = new Map<string, CompilerVariable>();
  for (const variable of tables.flat()) if (!byName.has(variable.name)) byName.set(variable.name, variable);
  return [...byName.values()];
}

/** A machine's own C, C++ and Fortran compilers, whichever of GCC and clang they are. */
export const hostCompilerVariables = joinedVariables(gccVariables, clangVariables);

export { clangVariables, gccVariables };
export { comgrVariables, rocmParts } from './comgr-variables';
