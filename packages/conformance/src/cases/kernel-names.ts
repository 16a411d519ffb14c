/** Kernels by every name that C++ has for them, in modules of a source and of stored bytes. */
import type { CaseContext } from '../case-context';
import { casesOf } from '../conformance-case';

const one = { grid: 1, block: 1 } as const;

interface Named {
  readonly cuda: string;
  /** What each name's kernel leaves in its first argument. */
  readonly values: Readonly<Record<string, number>>;
  /** Those of them that the compiler is asked for. */
  readonly names?: readonly string[];
}

async function expectNamed({ compile, zeros, check }: CaseContext, { cuda, values, names = [] }: Named): Promise<void> {
  const module = await compile({ cuda }, { names });
  const out = zeros('int32', 1);
  for (const [name, value] of Object.entries(values)) {
    module.kernel(name).launch(one, out);
    check.arrayEqual(await out.read(), [value], name);
  }
}

/** A name of the kernels here, as errors list them. */
const spelledName = /(?:\(void \(\*\)\([^()]*\)\))?(?:\w+::)*\b(?:f|kv|t)\b(?:<[^>]*>)?/g;

const overloads = `
__global__ void f(int* o) { o[0] = 1; }
__global__ void f(float* o) { o[0] = 2; }
namespace ns { __global__ void f(int* o) { o[0] = 3; } }
`;

export const kernelNameCases = casesOf('templates', [
  {
    id: 'linkage-in-namespace',
    title: 'a kernel of C linkage in a namespace has its qualified name and its last one',
    requires: ['templates'],
    languages: ['cuda'],
    run: (context) =>
      expectNamed(context, {
        cuda: `namespace q { extern "C" __global__ void cc(int* o) { o[0] = 8; } }
extern "C" { namespace q { __global__ void dd(int* o) { o[0] = 9; } } }`,
        values: { cc: 8, 'q::cc': 8, '::q::cc': 8, dd: 9, 'q::dd': 9 },
      }),
  },
  {
    id: 'looked-up-as-in-source',
    title: 'inline namespaces, using and namespace aliases lead to kernels',
    requires: ['templates'],
    languages: ['cuda'],
    run: (context) =>
      expectNamed(context, {
        cuda: `inline namespace v1 { __global__ void kv(int* o) { o[0] = 1; } }
namespace lib { inline namespace v2 { __global__ void kv(int* o) { o[0] = 2; } } }
namespace deep { namespace er { __global__ void k(int* o) { o[0] = 3; } } }
namespace brief = deep::er;
namespace used { __global__ void imported(int* o) { o[0] = 4; } __global__ void named(int* o) { o[0] = 5; } }
using namespace used;
namespace other { using used::named; }`,
        values: {
          ...{ 'v1::kv': 1, kv: 1, 'lib::kv': 2, 'lib::v2::kv': 2, 'deep::er::k': 3, 'brief::k': 3 },
          ...{ imported: 4, 'used::imported': 4, 'other::named': 5 },
        },
      }),
  },
  {
    id: 'overload-by-cast',
    title: 'a cast chooses one of several kernels of a name',
    requires: ['templates'],
    languages: ['cuda'],
    run: async ({ compile, zeros, check }) => {
      const module = await compile({ cuda: overloads });
      const [ints, floats] = [zeros('int32', 1), zeros('float32', 1)];
      for (const [name, value] of [
        ['(void(*)(int*))f', 1],
        ['static_cast<void (*)(int *)>(&f)', 1],
        ['ns::f', 3],
      ] as const) {
        module.kernel(name).launch(one, ints);
        check.arrayEqual(await ints.read(), [value], name);
      }
      module.kernel('(void (*)(float*))f').launch(one, floats);
      check.arrayEqual(await floats.read(), [2]);
      check.throws('ARGUMENT', () => module.kernel('f'), { message: /overloaded/ });
      check.throws('ARGUMENT', () => module.kernel('(void(*)(double*))f'));
    },
  },
  {
    id: 'overload-asked-for',
    title: 'an overload among the names of a compilation is that one',
    requires: ['templates', 'name-expressions'],
    languages: ['cuda'],
    run: (context) =>
      expectNamed(context, { cuda: overloads, values: { '(void(*)(int*))f': 1 }, names: ['(void(*)(int*))f'] }),
  },
  {
    id: 'beside-template',
    title: 'a plain kernel has its name beside a template and functions of that name',
    requires: ['templates', 'name-expressions'],
    languages: ['cuda'],
    run: (context) =>
      expectNamed(context, {
        cuda: `template <class T> __global__ void f(T* o) { o[0] = 7; }
__global__ void f(int* o) { o[0] = 9; }
template <class T> __device__ T add(T a, T b) { return a + b; }
__global__ void add(int* o) { o[0] = add(1, 2); }`,
        values: { f: 9, 'f<int>': 7, add: 3 },
        names: ['f<int>'],
      }),
  },
  {
    id: 'templates-of-one-name',
    title: 'templates of one name are told apart by the kinds of their parameters',
    requires: ['templates', 'name-expressions'],
    languages: ['cuda'],
    run: (context) =>
      expectNamed(context, {
        cuda: `template <class T> __global__ void f(T* o) { o[0] = (int)sizeof(T); }
template <int N> __global__ void f(int* o) { o[0] = N; }`,
        values: { 'f<7>': 7, 'f<int>': 4 },
        names: ['f<7>', 'f<int>'],
      }),
  },
  {
    id: 'spelled-by-meaning',
    title: 'template arguments are compared by what they mean',
    requires: ['templates', 'name-expressions'],
    languages: ['cuda'],
    run: (context) =>
      expectNamed(context, {
        cuda: `typedef int number;
enum Color { red, green };
template <class T, int N = 4> __global__ void f(int* o) { o[0] = N + (int)sizeof(T); }
template <Color C> __global__ void g(int* o) { o[0] = C == green; }`,
        values: {
          'f<number>': 8,
          'f<int>': 8,
          'f<int, 4>': 8,
          'f<unsigned long long, 2 + 1>': 11,
          'g<green>': 1,
          'g<(Color)1>': 1,
        },
        names: ['f<number>', 'f<unsigned long long, 3>', 'g<green>'],
      }),
  },
  {
    id: 'references',
    title: 'a reference takes a buffer with what it refers to',
    requires: ['templates'],
    languages: ['cuda'],
    run: async ({ compile, upload, zeros, check }) => {
      const cuda = '__global__ void k(float* o, const float& by, int& count) { o[0] = 2 * by; count += 3; }';
      const module = await compile({ cuda });
      const [out, by, count] = [zeros('float32', 1), await upload(Float32Array.of(4)), await upload(Int32Array.of(5))];
      module.kernel('k').launch(one, out, by, count);
      check.arrayEqual(await out.read(), [8]);
      check.arrayEqual(await count.read(), [8]);
      check.throws('ARGUMENT', () => module.kernel('k').launch(one, out, 4, count));
    },
  },
  {
    id: 'member-types',
    title: 'a type that a class declares is passed by value',
    requires: ['templates', 'name-expressions'],
    languages: ['cuda'],
    run: async ({ compile, zeros, check }) => {
      const cuda = `struct Config { typedef int type; };
__global__ void plain(int* o, typename Config::type v) { o[0] = v; }
template <class C> __global__ void of(int* o, typename C::type v) { o[0] = 2 * v; }`;
      const module = await compile({ cuda }, { names: ['of<Config>'] });
      const out = zeros('int32', 1);
      module.kernel('plain').launch(one, out, 3);
      check.arrayEqual(await out.read(), [3]);
      module.kernel('of<Config>').launch(one, out, 4);
      check.arrayEqual(await out.read(), [8]);
    },
  },
  {
    id: 'copied-candidates',
    title: 'each name that an error offers can be asked for as it is written',
    requires: ['templates', 'name-expressions'],
    languages: ['cuda'],
    run: async ({ compile, check }) => {
      const cuda = `${overloads}
inline namespace v1 { __global__ void kv(int* o) { o[0] = 4; } }
template <class T> __global__ void t(T* o) { o[0] = 5; }`;
      const module = await compile({ cuda }, { names: ['t<float>'] });
      const offered = (name: string): string[] => {
        const { hint = '' } = check.throws('ARGUMENT', () => module.kernel(name));
        // A template is not a kernel until it has arguments.
        const [kernels = ''] = hint.split('; and the template');
        return [...kernels.matchAll(spelledName)].map(([text]) => text);
      };
      const candidates = [...offered('f'), ...offered('kw')];
      check.ok(candidates.length >= 3, `the errors offer ${candidates.join(', ')}`);
      for (const name of candidates) check.equal(typeof module.kernel(name).name, 'string', name);
    },
  },
  {
    id: 'in-stored-bytes',
    title: 'kernels of stored bytes have the names of their source',
    requires: ['templates', 'binaries', 'name-expressions'],
    languages: ['cuda'],
    run: async ({ compile, device, own, zeros, check }) => {
      const cuda = `${overloads} template <class T> __global__ void t(T* o) { o[0] = (T)5; }`;
      const { artifact } = await compile({ cuda }, { names: ['t<int>'] });
      const loaded = own(
        await device.load({ format: artifact.format, bytes: artifact.bytes, entryNames: artifact.entryNames }),
      );
      const out = zeros('int32', 1);
      for (const [name, value] of [
        ['(void (*)(int*))f', 1],
        ['ns::f', 3],
        ['t<int>', 5],
      ] as const) {
        loaded.kernel(name, { signature: 'int* o' }).launch(one, out);
        check.arrayEqual(await out.read(), [value], name);
      }
    },
  },
]);
