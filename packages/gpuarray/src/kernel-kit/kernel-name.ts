/** Names that users give to kernels, and those that compilers see. */
import { argumentError, describe } from '@heddle/core/backend';

// Tools that list kernels cut longer ones off, and some compilers limit them.
const longest = 200;

/** @throws HeddleError `ARGUMENT` if the name is not an identifier or is too long */
export function assertKernelName(name: unknown): asserts name is string {
  if (typeof name === 'string' && /^[A-Za-z_]\w*$/.test(name) && name.length <= longest) return;
  const shown = typeof name === 'string' && name.length > longest ? `one of ${name.length} characters` : describe(name);
  throw argumentError(`${shown} is not a valid kernel name`, {
    parameter: 'name',
    hint: `A name has letters, digits and underscores, at most ${longest}, and does not begin with a digit.`,
  });
}

/**
 * The name of a user's kernel in its source. A keyword, `main` and the names of built-in functions, of which each
 * compiler has its own, are names like all others with this before them.
 */
export function nameInSource(name: string): string {
  return `heddle_kernel_${name}`;
}
