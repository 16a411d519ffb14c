/** The layout that core packs arguments by, against the one in a code object. */
import { layoutOf, type Artifact, type CompileRequest } from '@heddle/core/backend';
import { kernelParameters } from '../../src/code-object/kernel-parameters';

/** @returns how many kernels were compared; those with types that only the compiler knows are not */
export function compareLayouts({ kernels }: Pick<CompileRequest, 'kernels'>, artifact: Artifact): number {
  const compiled = parametersIn(artifact);
  let count = 0;
  for (const kernel of kernels) {
    if (kernel.templateParameters.length > 0) continue;
    if (kernel.parameters.some(({ byteLength }) => byteLength === undefined)) continue;
    const found = compiled?.get(artifact.entryNames[kernel.overload ?? kernel.name] ?? kernel.name);
    const layout = layoutOf(kernel).slots.map(({ offset, byteLength }) => ({ offset, byteLength }));
    expect({ kernel: kernel.name, found }).toEqual({ kernel: kernel.name, found: layout });
    count += 1;
  }
  return count;
}

// The binary of sources that were joined is asked for each of them.
const known = new WeakMap<Uint8Array, ReturnType<typeof kernelParameters>>();

function parametersIn(artifact: Artifact): ReturnType<typeof kernelParameters> {
  const found = known.get(artifact.bytes) ?? kernelParameters(artifact);
  known.set(artifact.bytes, found);
  return found;
}
