import { parseKernels, type KernelSignature, type Parameter, type ParseOptions } from '../../src/signature';

/** A parameter in one short line: `x: const float32*`, `v: float32x4 (16/16)`, `p: struct (8/4) {a@0: int32, b@4: int32}`. */
export function summary(parameter: Parameter): string {
  const { name, kind, dtype, lanes, readonly } = parameter;
  const element = dtype === undefined ? 'void' : lanes === undefined ? dtype : `${dtype}x${lanes}`;
  const size = `(${parameter.byteLength ?? '?'}/${parameter.alignment ?? '?'})`;
  const prefix = name === '' ? '' : `${name}: `;
  if (kind === 'pointer') return `${prefix}${readonly ? 'const ' : ''}${element}*`;
  if (kind === 'scalar') return `${prefix}${element}`;
  if (kind === 'vector') return `${prefix}${element} ${size}`;
  if (kind !== 'struct') return kind === 'bytes' ? `${prefix}bytes ${size}` : `${prefix}${kind}`;
  const fields = (parameter.fields ?? []).map(({ name: field, offset, type, extents = [] }) => {
    const shape = extents.map((extent) => `[${extent}]`).join('');
    return `${field}@${offset}${shape}: ${summary({ ...type, name: '' })}`;
  });
  return `${prefix}struct ${size} {${fields.join(', ')}}`;
}

export function summaries({ parameters }: KernelSignature): string[] {
  return parameters.map(summary);
}

/** Name -> parameters of every kernel of a source. */
export function kernelsOf(source: string, options: Partial<ParseOptions> = {}): Record<string, string[]> {
  const kernels = parseKernels(source, { language: 'cuda', dataModel: linux, ...options });
  return Object.fromEntries(kernels.map((kernel) => [kernel.name, summaries(kernel)]));
}

/** Parameters of a CUDA kernel with this parameter list. */
export function parametersOf(list: string, before = '', options: Partial<ParseOptions> = {}): string[] | undefined {
  return kernelsOf(`${before}\n__global__ void k(${list}) {}`, options).k;
}

export const linux = { longBytes: 8, charIsSigned: true, vectorLayout: 'cuda' } as const;
