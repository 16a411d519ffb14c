/** The facts of an artifact besides its bytes. */
import type { Artifact } from '@heddle/core/backend';

/** Kernel -> its parameters as declarations, for drivers that forget them in a binary. */
export type KernelDeclarations = Readonly<Record<string, readonly string[]>>;

/** The declarations in an artifact, which may be someone else's and have none. */
export function declarationsIn({ facts }: Pick<Artifact, 'facts'>): KernelDeclarations {
  const kernels = facts?.kernels;
  return typeof kernels === 'object' && kernels !== null ? (kernels as KernelDeclarations) : {};
}
