/** Conditions that only the compiler can decide: it is asked, once, and what stays open has no type. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ArtifactCache, HeddleError, openDevice, type Device, type LoadOptions } from '@heddle/core';
import type { Compiler, CompileRequest } from '@heddle/core/backend';
import { decideBranches } from '../../src/device/ask-compiler';
import { SourceReader } from '../../src/device/source-reader';
import { temporaryFolder } from '../cache/temporary-folder';
import { memoryBackend } from '../support/memory-driver';

/** Which of the conditions hold, by their text. */
type Knowledge = Readonly<Record<string, boolean>>;

/** What a compiler says to a question: it decides each condition by its text. */
function reply(text: string, knowledge: Knowledge): HeddleError | undefined {
  if (!text.includes('heddle-branches:')) return undefined;
  const outcomes = [...text.matchAll(/^#if(.*)\n#define HEDDLE_BRANCH_/gm)].map(([, condition = '']) =>
    knowledge[condition.trim()] ? '1' : '0',
  );
  const log = `kernel.cu:9:1: error: static assertion failed: heddle-branches:${outcomes.join('')}:\n`;
  return new HeddleError('COMPILE', 'the source does not compile', { log });
}

function choosing(...types: readonly string[]): string {
  const branches = types.map((type, i) => {
    const directive = i === 0 ? '#if __X0' : i === types.length - 1 ? '#else' : `#elif __X${i}`;
    return `${directive}\ntypedef ${type} T;`;
  });
  return `${branches.join('\n')}\n#endif\n__global__ void k(T x) {}\n`;
}

describe('asking a compiler', () => {
  const questions: string[] = [];
  beforeEach(() => questions.splice(0));

  function ask(source: string, knowledge: Knowledge | undefined, language: 'cuda' | 'c' = 'cuda') {
    const reader = new SourceReader(source, { language });
    const request: CompileRequest = {
      ...{ source, userSource: source, fileName: 'kernel.cu', language, names: [], globals: [], kernels: [] },
      ...{ options: ['-DA'], defines: {}, includeDirs: ['/inc'], headers: {} },
    };
    const compiler: Compiler = {
      id: 'asked',
      languages: [language],
      fingerprint: () => '',
      compile: ({ userSource, options, includeDirs }) => {
        questions.push(userSource);
        expect([options, includeDirs]).toEqual([request.options, request.includeDirs]);
        return Promise.reject(
          (knowledge && reply(userSource, knowledge)) ?? new HeddleError('COMPILE', 'no', { log: 'no' }),
        );
      },
    };
    return { reader, decided: decideBranches({ compiler, request, language, reader }) };
  }

  it('costs nothing where the source decides itself', async () => {
    for (const source of [
      '__global__ void k(int x) {}',
      choosing('int', 'int'),
      '#if 1\n#endif\n__global__ void k() {}',
    ]) {
      expect(await ask(source, {}).decided).toBeUndefined();
    }
    expect(questions).toEqual([]);
  });

  it.each([
    [{ __X0: true }, [true], 'int8', 1],
    [{ __X1: true }, [false, true], 'int16', 2],
    [{}, [false, false], 'int32', 2],
  ] as const)('decides by what it says: %j', async (knowledge, branches, dtype, rounds) => {
    const { reader, decided } = ask(choosing('char', 'short', 'int'), knowledge);
    expect(await decided).toEqual(branches);
    expect(reader.kernels[0]?.parameters[0]).toMatchObject({ kind: 'scalar', dtype });
    expect(questions).toHaveLength(rounds);
  });

  it('keeps the directives before each condition', async () => {
    const source = `#include <limits.h>\n#define WIDE(x) (x > 3)\n${choosing('int', 'float')}`;
    await ask(source, {}).decided;
    expect(questions[0]).toContain(
      '#include <limits.h>\n#define WIDE(x) (x > 3)\n#if __X0\n#define HEDDLE_BRANCH_0 "1"',
    );
    expect(questions[0]).toContain('static_assert(0, "heddle-branches:" HEDDLE_BRANCH_0 ":");');
    await ask('#ifdef __X\nvoid k(int a) {}\n#else\nvoid k(float a) {}\n#endif', {}, 'c').decided;
    expect(questions.at(-1)).toContain('_Static_assert(0, ');
  });

  it.each([
    ['the line', '#if __LINE__ > 0'],
    ['a line in a macro', '#define HERE __LINE__\n#if HERE > 0'],
    ['a counter', '#if __COUNTER__ < 2'],
    ['the depth of headers', '#if __INCLUDE_LEVEL__ > 0'],
    ['the next header of a name', '#if __has_include_next(<there.h>)'],
  ])('asks nothing that has another answer elsewhere: %s', async (_, condition) => {
    const source = `${condition}\ntypedef int T;\n#else\ntypedef float T;\n#endif\n__global__ void k(T x) {}`;
    const { reader, decided } = ask(source, {});
    expect([await decided, questions, reader.isDecided]).toEqual([undefined, [], false]);
    expect(reader.kernels[0]?.parameters[0]).toMatchObject({ kind: 'bytes', byteLength: 4 });
  });

  it('asks what comes before a condition that cannot be asked', async () => {
    const second = '#if __LINE__ > 3\n#define UNUSED\n#else\n#define UNUSED 2\n#endif\n';
    const { reader, decided } = ask(choosing('int', 'float').replace('#endif\n', `#endif\n${second}`), {
      __X0: true,
    });
    expect(await decided).toEqual([true]);
    expect(questions[0]).not.toContain('__LINE__');
    expect(reader.kernels[0]?.parameters[0]).toMatchObject({ kind: 'scalar', dtype: 'int32' });
  });

  it('tells two conditions of the same text apart if their place decides', async () => {
    const at = (types: string) => `#if __LINE__ > 5\n#define ${types.replace(' ', '\n#else\n#define ')}\n#endif\n`;
    const { reader, decided } = ask(`${at('A(int) B(int)')}${at('B(a) A(a)')}__global__ void k(A(float) x) {}`, {});
    await decided;
    expect(reader.isDecided).toBe(false);
  });

  it('asks with the text after `elif`, whatever is before it', async () => {
    const source =
      '#if 0\n# /* here */ elif __X0 // there\ntypedef int T;\n#else\ntypedef float T;\n#endif\nvoid k(T x) {}';
    const { reader, decided } = ask(source, { '__X0 // there': true }, 'c');
    expect(await decided).toEqual([true]);
    expect(reader.kernels[0]?.parameters[0]?.dtype).toBe('int32');
  });

  it('leaves open what it does not say', async () => {
    const { reader, decided } = ask(choosing('int', 'float'), undefined);
    expect(await decided).toBeUndefined();
    expect(reader.kernels[0]?.parameters[0]).toMatchObject({ kind: 'bytes', byteLength: 4 });
  });
});

describe('a kernel whose type depends on the compiler', () => {
  const source: string = choosing('int', 'float');
  let device: Device | undefined;
  afterEach(() => device?.dispose());

  async function open(knowledge: Knowledge | undefined, folder: string) {
    const backend = memoryBackend({ kernels: { k: () => undefined, other: () => undefined } });
    device = await openDevice(backend, { cache: new ArtifactCache({ folder }) });
    const [compiler] = backend.opened[0]?.compilers ?? [];
    if (!compiler) throw new Error('there is no compiler');
    let asked = 0;
    const compile = compiler.compile.bind(compiler);
    compiler.compile = async (request) => {
      const error = knowledge && reply(request.userSource, knowledge);
      if (error) asked++;
      if (error) throw error;
      return compile(request);
    };
    return { device, asked: () => asked };
  }

  it('is asked about when it is compiled, and not when it comes from the cache', async () => {
    const folder = temporaryFolder();
    const first = await open({ __X0: true }, folder);
    const module = await first.device.compile(source);
    expect(module.artifact.branches).toBe('1');
    expect(module.kernel('k').signature.parameters[0]?.dtype).toBe('int32');
    expect(first.asked()).toBe(1);
    await first.device.dispose();
    const second = await open({}, folder);
    const cached = await second.device.compile(source);
    expect([cached.cached, second.asked()]).toEqual([true, 0]);
    expect(cached.kernel('k').signature.parameters[0]?.dtype).toBe('int32');
    const loaded = await second.device.load(cached.artifact, { source });
    expect(loaded.kernel('k').signature.parameters[0]?.dtype).toBe('int32');
  });

  it('takes bytes, refuses a number with the reason, and takes an explicit signature', async () => {
    const { device: opened } = await open(undefined, temporaryFolder());
    const both: string = `${source}__global__ void other(int x) {}`;
    const module = await opened.compile(both);
    const one = { grid: 1, block: 1 };
    module.kernel('other').launch(one, 3);
    expect(() => module.kernel('k').launch(one, 3)).toThrow(
      expect.objectContaining({
        code: 'ARGUMENT',
        kernel: 'k',
        parameter: 'x',
        message: expect.stringMatching(/k: argument 1 \(x, T\) .*depends on '#if __X0' \(line 1\)/) as string,
        hint: expect.stringContaining("module.kernel('k', { signature:") as string,
      }),
    );
    module.kernel('k').launch(one, Float32Array.of(3));
    module.kernel('k', { signature: 'float x' }).launch(one, 3);
  });

  it('is refused where not even its size is known', async () => {
    const { device: opened } = await open(undefined, temporaryFolder());
    const module = await opened.compile(choosing('int', 'double'));
    expect(() => module.kernel('k')).toThrow(/the size of parameter 1 \(x, T\) depends on '#if __X0'/);
    const counted = await opened.compile(
      '#if __X\n#define MORE , int y\n#else\n#define MORE\n#endif\n__global__ void k(int x MORE) {}',
    );
    expect(() => counted.kernel('k')).toThrow(/how many parameters it has depends on '#if __X'/);
  });
});

it('a binary is loaded with the options, macros, folders and headers that it was compiled with', async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'pick.h'), '#ifdef WHOLE\ntypedef int T;\n#else\ntypedef PLAIN T;\n#endif\n');
  await using device = await openDevice(memoryBackend({ kernels: { k: () => undefined } }));
  const source: string = '#include "pick.h"\n#include "more.h"\n__global__ void k(T x, U y) {}';
  const headers = { 'more.h': 'typedef T U;' };
  const given = { options: ['-DWHOLE'], includeDirs: [folder], headers };
  const { artifact } = await device.compile(source, given);
  const dtypes = async (options: LoadOptions) =>
    (await device.load(artifact, { source, ...options })).kernel('k').signature.parameters.map(({ dtype }) => dtype);
  expect(await dtypes(given)).toEqual(['int32', 'int32']);
  expect(await dtypes({ headers, includeDirs: [folder], defines: { PLAIN: 'double' } })).toEqual([
    'float64',
    'float64',
  ]);
});
