/** The name expressions that tell kernels of one name apart. */
import type { KernelSignature } from '../signature';
import { castTo } from './function-types';
import { spellType } from './spell-type';

/** The kernels, each with the expression that means it alone if several share its name. */
export function nameOverloads(signatures: readonly KernelSignature[]): KernelSignature[] {
  const counts = new Map<string, number>();
  for (const { declared } of signatures) {
    if (declared) counts.set(declared.qualifiedName, (counts.get(declared.qualifiedName) ?? 0) + 1);
  }
  return signatures.map((signature) => {
    const { declared, templateParameters, name } = signature;
    const isPlain = templateParameters.length === 0 && declared !== undefined && name === declared.qualifiedName;
    if (!isPlain || (counts.get(name) ?? 0) < 2) return signature;
    const named = { ...signature, overload: expressionByParameters(signature) };
    return Object.defineProperty(named, 'declared', { value: declared });
  });
}

/** `(void (*)(const float*, int))exp`: means a kernel whatever other functions have its name. */
export function expressionByParameters({ name, declared }: KernelSignature): string {
  return declared ? `(${spellType(castTo(declared.parameters))})${name}` : name;
}
