/** The types that exist without being declared in the source: C's own, and those of each language's headers. */
import { dtypeInfo, type DType } from '../dtype/dtype';
import type { DataModel } from './data-model';
import type { TypeFacts } from './resolved-type';
import type { SourceLanguage } from './signature';

/** Types by name; `std::` and the like are stripped before looking here. */
export type BuiltinTypes = ReadonlyMap<string, TypeFacts>;

/** All types known by one name in a language. */
export function builtinTypes(language: SourceLanguage, model: DataModel): BuiltinTypes {
  const types = new Map<string, TypeFacts>();
  const scalars: Readonly<Record<string, DType>> = { ...fixedScalars, ...modelScalars(model) };
  for (const [name, dtype] of Object.entries(scalars)) types.set(name, scalarFacts(dtype));
  for (const name of textureTypes) types.set(name, { kind: 'texture', byteLength: 8, alignment: 8 });
  if (model.vectorLayout === 'opencl') addOpenclTypes(types);
  else addCudaTypes(types, model);
  if (language === 'portable') addPortableTypes(types);
  return types;
}

export function scalarFacts(dtype: DType, alignment = dtypeInfo(dtype).alignment): TypeFacts {
  return { kind: 'scalar', dtype, byteLength: dtypeInfo(dtype).byteLength, alignment };
}

const fixedScalars: Readonly<Record<string, DType>> = {
  int8_t: 'int8',
  uint8_t: 'uint8',
  int16_t: 'int16',
  uint16_t: 'uint16',
  int32_t: 'int32',
  uint32_t: 'uint32',
  int64_t: 'int64',
  uint64_t: 'uint64',
  size_t: 'uint64',
  ssize_t: 'int64',
  ptrdiff_t: 'int64',
  intptr_t: 'int64',
  uintptr_t: 'uint64',
  intmax_t: 'int64',
  uintmax_t: 'uint64',
  byte: 'uint8',
  uchar: 'uint8',
  ushort: 'uint16',
  uint: 'uint32',
  __int8: 'int8',
  __int16: 'int16',
  __int32: 'int32',
  __int64: 'int64',
  char8_t: 'uint8',
  char16_t: 'uint16',
  char32_t: 'uint32',
  half: 'float16',
  __half: 'float16',
  _Float16: 'float16',
  __fp16: 'float16',
  float16_t: 'float16',
  __nv_bfloat16: 'bfloat16',
  nv_bfloat16: 'bfloat16',
  __hip_bfloat16: 'bfloat16',
  hip_bfloat16: 'bfloat16',
  __bf16: 'bfloat16',
  bfloat16_t: 'bfloat16',
  float32_t: 'float32',
  float64_t: 'float64',
  cuComplex: 'complex64',
  cuFloatComplex: 'complex64',
  cuDoubleComplex: 'complex128',
  hipComplex: 'complex64',
  hipFloatComplex: 'complex64',
  hipDoubleComplex: 'complex128',
};

function modelScalars({ longBytes, layoutOption }: DataModel): Readonly<Record<string, DType>> {
  const ulong = longBytes === 8 ? 'uint64' : 'uint32';
  return layoutOption === undefined ? { ulong, wchar_t: longBytes === 8 ? 'int32' : 'uint16' } : { ulong };
}

const textureTypes = [
  'cudaTextureObject_t',
  'cudaSurfaceObject_t',
  'CUtexObject',
  'CUsurfObject',
  'hipTextureObject_t',
  'hipSurfaceObject_t',
];

/** `type` names the lanes' type: `longlong` in `longlong2`. */
function addCudaTypes(types: Map<string, TypeFacts>, model: DataModel): void {
  const long: DType = model.longBytes === 8 ? 'int64' : 'int32';
  const unsignedLong: DType = model.longBytes === 8 ? 'uint64' : 'uint32';
  const elements: readonly [name: string, dtype: DType][] = [
    ['char', 'int8'],
    ['uchar', 'uint8'],
    ['short', 'int16'],
    ['ushort', 'uint16'],
    ['int', 'int32'],
    ['uint', 'uint32'],
    ['long', long],
    ['ulong', unsignedLong],
    ['longlong', 'int64'],
    ['ulonglong', 'uint64'],
    ['float', 'float32'],
    ['double', 'float64'],
  ];
  for (const [name, dtype] of elements) {
    const size = dtypeInfo(dtype).byteLength;
    for (const lanes of [1, 2, 3, 4]) {
      types.set(`${name}${lanes}`, vectorFacts(dtype, lanes, cudaAlignment(size, lanes, model.vectorLayout)));
    }
    // CUDA 13 names the alignment of the 32-byte vectors.
    if (size < 8) continue;
    types.set(`${name}4_16a`, vectorFacts(dtype, 4, 16));
    types.set(`${name}4_32a`, vectorFacts(dtype, 4, 32));
  }
  for (const name of ['half2', '__half2']) types.set(name, vectorFacts('float16', 2, 4));
  for (const name of ['nv_bfloat162', '__nv_bfloat162', '__hip_bfloat162']) {
    types.set(name, vectorFacts('bfloat16', 2, 4));
  }
  types.set('dim3', vectorFacts('uint32', 3, 4));
}

function cudaAlignment(size: number, lanes: number, layout: DataModel['vectorLayout']): number {
  if (lanes === 3) return size;
  return layout === 'hip' ? size * lanes : Math.min(16, size * lanes);
}

function addOpenclTypes(types: Map<string, TypeFacts>): void {
  const elements: readonly [name: string, dtype: DType][] = [
    ['char', 'int8'],
    ['uchar', 'uint8'],
    ['short', 'int16'],
    ['ushort', 'uint16'],
    ['int', 'int32'],
    ['uint', 'uint32'],
    ['long', 'int64'],
    ['ulong', 'uint64'],
    ['half', 'float16'],
    ['float', 'float32'],
    ['double', 'float64'],
  ];
  for (const [name, dtype] of elements) {
    for (const lanes of [2, 3, 4, 8, 16]) {
      // Three lanes take the room of four.
      const byteLength = dtypeInfo(dtype).byteLength * (lanes === 3 ? 4 : lanes);
      types.set(`${name}${lanes}`, { kind: 'vector', dtype, lanes, byteLength, alignment: byteLength });
    }
  }
  const shapes = ['1d', '1d_array', '1d_buffer', '2d', '2d_array', '2d_depth', '2d_array_depth', '2d_msaa', '3d'];
  for (const shape of shapes) types.set(`image${shape}_t`, { kind: 'image', byteLength: 8, alignment: 8 });
  types.set('sampler_t', { kind: 'sampler', byteLength: 8, alignment: 8 });
}

function addPortableTypes(types: Map<string, TypeFacts>): void {
  types.set('INT64', scalarFacts('int64'));
  types.set('UINT64', scalarFacts('uint64'));
  types.set('HALF', scalarFacts('float16'));
}

function vectorFacts(dtype: DType, lanes: number, alignment: number): TypeFacts {
  return { kind: 'vector', dtype, lanes, byteLength: dtypeInfo(dtype).byteLength * lanes, alignment };
}

/** The words that C's own types are spelled with. */
export const typeWords: ReadonlySet<string> = new Set([
  'void',
  'bool',
  '_Bool',
  'char',
  'short',
  'int',
  'long',
  'float',
  'double',
  'signed',
  'unsigned',
  '__signed__',
  '_Complex',
  '__complex__',
  '__int128',
  'auto',
]);

/**
 * The type that some of {@link typeWords} spell together, in any order: `unsigned long long int`.
 *
 * @returns 'void', the facts, or undefined if the words make no type that can be passed
 */
export function typeOfWords(words: readonly string[], model: DataModel): TypeFacts | 'void' | undefined {
  const has = (word: string) => words.includes(word);
  const longs = words.filter((word) => word === 'long').length;
  if (has('void')) return 'void';
  if (has('auto')) return undefined;
  if (has('_Complex') || has('__complex__'))
    return has('float') ? scalarFacts('complex64', 4) : scalarFacts('complex128', 8);
  if (has('bool') || has('_Bool')) return scalarFacts('bool');
  if (has('float')) return scalarFacts('float32');
  // Sixteen bytes on x86-64 and AArch64; no dtype holds one.
  if (has('double') && longs > 0 && model.layoutOption !== undefined) return undefined;
  if (has('__int128') || (has('double') && longs > 0)) return { kind: 'bytes', byteLength: 16, alignment: 16 };
  if (has('double')) return scalarFacts('float64');
  const unsigned = has('unsigned');
  if (has('char')) {
    const signed = has('signed') || has('__signed__') || (!unsigned && model.charIsSigned);
    return scalarFacts(signed ? 'int8' : 'uint8');
  }
  const size = has('short') ? 16 : longs >= 2 || (longs === 1 && model.longBytes === 8) ? 64 : 32;
  return scalarFacts(`${unsigned ? 'uint' : 'int'}${size}`);
}

/** Class templates of complex numbers, by their name without namespace: `complex<float>`. */
export function complexFacts(qualifiedName: string, element: DType | undefined): TypeFacts | undefined {
  const dtype = element === 'float32' ? 'complex64' : element === 'float64' ? 'complex128' : undefined;
  if (dtype === undefined) return undefined;
  // The host's std::complex is two plain numbers; the device libraries' align theirs for one load.
  return scalarFacts(dtype, qualifiedName === 'std::complex' ? dtypeInfo(dtype).byteLength / 2 : undefined);
}
