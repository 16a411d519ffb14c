/** Parameters as error messages name them. */
import type { Parameter } from './signature';

/** @returns `x, const float*`, or the type alone where the parameter has no name */
export function describeParameter(parameter: Parameter): string {
  const type = describeType(parameter);
  return parameter.name === '' ? type : `${parameter.name}, ${type}`;
}

/** @returns the type as C spells it, `const` where the pointee is */
export function describeType(parameter: Parameter): string {
  return parameter.readonly && parameter.kind === 'pointer' ? `const ${parameter.type}` : parameter.type;
}

/** What to do about a kernel whose parameters cannot be known from its source. */
export function explicitSignatureHint(kernel: string): string {
  return `Give the signature explicitly: module.kernel('${kernel}', { signature: 'float a, const float* x' }).`;
}
