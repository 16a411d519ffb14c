/**
 * The type level and the run time read the same sources the same way: for random signatures, the argument types that
 * `tsc` derives are those that the run-time parser's parameters take.
 */
import fc from 'fast-check';
import type { DType } from '../../src/dtype';
import { dataModelOf, parseKernels, signatureFor, type Parameter, type SourceLanguage } from '../../src/signature';
import { complaints } from './complaints';

const platforms = [
  { platform: 'linux', arch: 'x64' },
  { platform: 'win32', arch: 'x64' },
  { platform: 'linux', arch: 'arm64' },
];

interface Case {
  readonly language: SourceLanguage;
  readonly source: string;
  readonly name: string;
}

const numbers = [
  ...[
    'bool',
    'char',
    'signed char',
    'unsigned char',
    'short',
    'unsigned short',
    'int',
    'unsigned',
    'unsigned int',
    'long',
    'unsigned long',
  ],
  ...['float', 'double', 'size_t'],
];
const cTypes = [
  ...numbers,
  ...[
    'long long',
    'unsigned long long',
    'int8_t',
    'uint8_t',
    'int16_t',
    'uint16_t',
    'int32_t',
    'uint32_t',
    'int64_t',
    'uint64_t',
    'ptrdiff_t',
  ],
  ...[
    '__half',
    '__nv_bfloat16',
    'cuFloatComplex',
    'cuDoubleComplex',
    'float2',
    'float3',
    'float4',
    'double2',
    'uchar4',
    'longlong2',
    'long3',
  ],
  ...['Unknown', 'struct Thing', 'ns_real'],
];
const openclTypes = [
  ...numbers,
  'uchar',
  'ushort',
  'uint',
  'ulong',
  'half',
  'float3',
  'float8',
  'int16',
  'Unknown',
  'struct Thing',
];
const portableTypes = ['float', 'double', 'int', 'unsigned int', 'INT64', 'UINT64', 'HALF', 'char', 'size_t'];

const space = fc.constantFrom(' ', '  ', '\n', ' /* n, m */ ', ' // first, second\n  ', '\t');

/** One parameter, unnamed now and then. */
function parameter(
  types: readonly string[],
  before: readonly string[],
  pointerWords: readonly string[],
): fc.Arbitrary<string> {
  const type = fc.constantFrom(...types);
  const name = fc.constantFrom('x', 'y1', 'count', '');
  const named = fc.constantFrom('x', 'weights_2');
  return fc.oneof(
    fc.tuple(fc.constantFrom('', 'const '), type, name).map(([qualifier, t, n]) => `${qualifier}${t} ${n}`),
    fc
      .tuple(
        fc.constantFrom(...before),
        fc.constantFrom('', 'const ', 'volatile '),
        type,
        fc.constantFrom('*', ' *', '* ', ' * const '),
        fc.constantFrom(...pointerWords),
        name,
      )
      .map(([space_, qualifier, t, star, word, n]) => `${space_}${qualifier}${t}${star}${word}${n}`),
    fc
      .tuple(fc.constantFrom(...before), type, named, fc.constantFrom('[]', '[16]', '[][4]'))
      .map(([space_, t, n, extent]) => `${space_}${t} ${n}${extent}`),
    fc.tuple(type, named).map(([t, n]) => `${t} **${n}`),
  );
}

/** A list with comments and white space between its parameters. */
function listOf(one: fc.Arbitrary<string>): fc.Arbitrary<string> {
  const spaced = fc.tuple(space, one, space).map((parts) => parts.join(''));
  return fc.oneof(
    { weight: 9, arbitrary: fc.array(spaced, { minLength: 1, maxLength: 6 }).map((all) => all.join(',')) },
    { weight: 1, arbitrary: fc.constantFrom('', 'void') },
  );
}

const cudaList = listOf(parameter(cTypes, ['', ''], ['', ' __restrict__ ']));
const openclList = listOf(
  fc.oneof(
    {
      weight: 5,
      arbitrary: parameter(
        openclTypes,
        ['__global ', 'global ', '__constant ', '__local ', 'local '],
        ['', ' restrict '],
      ),
    },
    { weight: 1, arbitrary: fc.constantFrom('image2d_t picture', 'sampler_t s', 'read_only image3d_t volume') },
  ),
);
const portableList = listOf(parameter(portableTypes, ['GLOBAL ', 'GLOBAL const ', 'CONSTANT ', 'LOCAL_ARG '], ['']));
const templateList = listOf(parameter(['T', 'float', 'int', 'U'], ['', ''], ['', ' __restrict__ ']));

const around = fc.constantFrom(
  '',
  '// a comment with "quotes" and /* \n',
  '/* __global__ void no(int a) {} */\n',
  'struct Thing;\n',
  '__device__ float f(float a) { return a / 2; }\n',
);

const cases: fc.Arbitrary<Case> = fc.oneof(
  fc
    .tuple(
      around,
      fc.constantFrom(
        '__global__ void',
        'extern "C" __global__ void',
        '__global__ void __launch_bounds__(128)',
        '__global__\nvoid',
      ),
      cudaList,
      around,
    )
    .map(([before, mark, list, after]): Case => ({
      language: 'cuda',
      name: 'k',
      source: `${before}${mark} k(${list}) {}\n${after}`,
    })),
  fc
    .tuple(
      around,
      fc.constantFrom('__kernel void', 'kernel void', '__kernel __attribute__((reqd_work_group_size(8, 8, 1))) void'),
      openclList,
    )
    .map(([before, mark, list]): Case => ({
      language: 'opencl',
      name: 'k',
      source: `${before.replace('__global__', 'f')}${mark} k(${list}) {}`,
    })),
  portableList.map((list): Case => ({ language: 'portable', name: 'k', source: `KERNEL void k(${list}) {}` })),
  fc
    .tuple(
      around,
      templateList,
      fc.constantFrom('float', 'unsigned char', 'long long', 'double2'),
      fc.constantFrom('int', 'bool'),
    )
    .map(([before, list, first, second]): Case => ({
      language: 'cuda',
      name: `k<${first}, ${second}>`,
      source: `${before}template <typename T, class U = int>\n__global__ void k(${list}) {}`,
    })),
);

/**
 * What the run time accepts, as a type. `tsc` knows neither the platform nor the language, so `long` and `char` are
 * what they may be on any.
 */
function expectedTuple({ language, source, name }: Case): string {
  const { vectorLayout } = dataModelOf(language);
  const signatures = platforms.map((platform) => {
    const options = { language, dataModel: { ...dataModelOf('cuda', platform), vectorLayout } };
    return signatureFor(parseKernels(source, options), name).parameters;
  });
  const [first = []] = signatures;
  return `[${first.map((_, i) => expectedType(signatures.map((parameters) => parameters[i] as Parameter))).join(', ')}]`;
}

function expectedType(variants: readonly Parameter[]): string {
  const [{ kind, lanes }] = variants as [Parameter];
  const dtypes = [...new Set(variants.flatMap(({ dtype }) => (dtype === undefined ? [] : [dtype])))];
  switch (kind) {
    case 'pointer': {
      if (dtypes.length === 0) return 'DeviceArgument | null';
      const accepted = new Set(dtypes.flatMap((dtype) => interchangeable(dtype, lanes)));
      return `TypedDeviceArgument<${[...accepted].map((dtype) => `'${dtype}'`).join(' | ')}> | null`;
    }
    case 'scalar':
      return dtypes.map(scalarType).join(' | ');
    case 'vector':
      return `ArrayLike<${dtypes.map(scalarType).join(' | ')}>`;
    case 'local':
      return 'number';
    case 'texture':
    case 'image':
    case 'sampler':
      return 'bigint | TextureArgument';
    default:
      return 'LooseArgument';
  }
}

function interchangeable(dtype: DType, lanes: number | undefined): DType[] {
  if (dtype === 'bool' || dtype === 'uint8') return ['bool', 'uint8'];
  if (dtype === 'complex64') return ['complex64', 'float32'];
  if (dtype === 'complex128') return ['complex128', 'float64'];
  if (lanes === 2 && dtype === 'float32') return ['float32', 'complex64'];
  return lanes === 2 && dtype === 'float64' ? ['float64', 'complex128'] : [dtype];
}

function scalarType(dtype: DType): string {
  if (dtype === 'bool') return 'boolean | 0 | 1';
  if (dtype === 'int64' || dtype === 'uint64') return 'number | bigint';
  return dtype.startsWith('complex') ? 'Complex | number' : 'number';
}

const preamble = `
import type { Complex } from '../../src/dtype/dtype';
import type { DeviceArgument, TextureArgument } from '../../src/arguments/device-reference';
import type { KernelArguments, KernelNamed, KernelTable, LooseArgument, TypedDeviceArgument } from '../../src/signature/types';
type Same<A, B> = (<X>() => X extends A ? 1 : 2) extends <X>() => X extends B ? 1 : 2 ? true : false;
// Element by element: of two tuples of equal elements TypeScript (6.0) denies at times that they are the same.
type Equal<A, B> = A extends readonly [infer First, ...infer Rest]
  ? B extends readonly [infer Other, ...infer Others] ? Same<First, Other> extends true ? Equal<Rest, Others> : false : false
  : Same<A, B>;
type Arguments<Source extends string, Name extends string> = KernelArguments<KernelNamed<KernelTable<Source>, Name>>;
declare function check<Condition extends true>(): void;
export type Used = [Complex, DeviceArgument, TextureArgument, LooseArgument, TypedDeviceArgument<'bool'>];
`;

function checkLine(one: Case): string {
  return `check<Equal<Arguments<${JSON.stringify(one.source)}, ${JSON.stringify(one.name)}>, ${expectedTuple(one)}>>();`;
}

describe('type level and run time', () => {
  it('agree on 300 random signatures', () => {
    const batch = fc.sample(cases, { numRuns: 300 });
    expect(complaints(preamble + batch.map(checkLine).join('\n'))).toEqual([]);
  });

  it('agree on vectors of different elements side by side', () => {
    const one: Case = { language: 'opencl', name: 'k', source: '__kernel void k(const float3 a, int16 b) {}' };
    expect(complaints(preamble + checkLine(one))).toEqual([]);
  });

  it('would be caught disagreeing', () => {
    const one: Case = { language: 'cuda', name: 'k', source: '__global__ void k(float* x, long n) {}' };
    expect(complaints(preamble + checkLine(one))).toEqual([]);
    expect(complaints(preamble + checkLine(one).replace("'float32'", "'float64'"))).toHaveLength(1);
  });
});
