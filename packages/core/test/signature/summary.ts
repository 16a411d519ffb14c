import {
  parseKernels,
  type DataModel,
  type KernelSignature,
  type Parameter,
  type ParseOptions,
} from '../../src/signature';

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

/** `size alignment f@offset d@offset` of a struct `S`; undefined if it has no layout. */
export function layoutOf(definition: string, dataModel: DataModel = linux): string | undefined {
  const [kernel] = parseKernels(`${definition}\n__global__ void k(S s) {}`, { language: 'cuda', dataModel });
  const parameter = kernel?.parameters[0];
  if (parameter?.byteLength === undefined) return undefined;
  const offsetOf = (name: string) => parameter.fields?.find((field) => field.name === name)?.offset ?? 0;
  return `${parameter.byteLength} ${parameter.alignment} f@${offsetOf('f')} d@${offsetOf('d')}`;
}
