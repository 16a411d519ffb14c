/** The names of kernels mean what nvcc says they mean: its own answers, read from the cubins that it makes. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  canonicalName,
  entryNamesOf,
  kernelExpressions,
  parseKernels,
  signatureFor,
  symbolExpressions,
  symbolsNamed,
} from '@heddle/core/backend';
import { kernelSymbols, markedNames } from '@heddle/simt-driver';
import { withNvcc } from '../pycuda/with-nvcc';
import { kernels, source } from './every-form';

jest.setTimeout(300_000);

/** Names that Heddle takes and C++ does not. */
const outside = new Set(kernels.map((row) => row.notCpp));
const cppSpellings = kernels.flatMap(({ full, inSource = [] }) => [...full, ...inSource]);
const folder = mkdtempSync(join(tmpdir(), 'heddle-kernel-names-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Compiled {
  /** The kernels in the cubin. */
  readonly symbols: readonly string[];
  /** The kernels that `nm` lists. */
  readonly listed: readonly string[];
  /** What nvcc takes each expression for. */
  readonly meant: ReadonlyMap<string, string>;
}

/** Compiles the source with a pointer to each of these, which nvcc fills with what the expression means. */
function compileWith(expressions: readonly string[]): Compiled {
  const marks = expressions.map((_, i) => `mark_${i}`);
  const lines = expressions.map((expression, i) => `__device__ void* ${marks[i]} = (void*)(${expression});`);
  const output = join(folder, 'names.cubin');
  writeFileSync(join(folder, 'names.cu'), [source, ...lines, ''].join('\n'));
  execFileSync('nvcc', ['-std=c++17', '-arch=sm_90', '-w', '-cubin', '-o', output, join(folder, 'names.cu')], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const bytes = readFileSync(output);
  const pointers = markedNames('cubin', bytes, marks);
  const meant = expressions.map((expression, i) => [expression, pointers.get(`mark_${i}`) ?? ''] as const);
  return { symbols: kernelSymbols('cubin', bytes), listed: listedByNm(output), meant: new Map(meant) };
}

function listedByNm(path: string): string[] {
  const lines = execFileSync('nm', [path], { encoding: 'utf8' }).trim().split('\n');
  return lines
    .flatMap((line) => /^[0-9a-f]+ [tTwW] (.*)$/.exec(line)?.[1] ?? [])
    .filter((name) => !name.startsWith('__nv_reserved') && name !== '_Z5twicei');
}

withNvcc('every kernel that nvcc makes', () => {
  const signatures = parseKernels(source, { language: 'cuda' });
  let compiled: Compiled;
  let entryNames: Record<string, string>;

  beforeAll(() => {
    compiled = compileWith(cppSpellings);
    entryNames = entryNamesOf(signatures, compiled.symbols);
  });

  /** The kernel of a table's row, in the binary. */
  const symbolOf = (row: (typeof kernels)[number]): string => {
    const [first] = [...row.full, ...(row.inSource ?? [])];
    return compiled.meant.get(first ?? '') ?? '';
  };

  /** The symbols that a name means in the source. */
  const fromSource = (name: string): readonly string[] => {
    const signature = signatureFor(signatures, name);
    const entry = entryNames[signature.overload ?? signature.name];
    return entry === undefined ? symbolsNamed(canonicalName(signature), compiled.symbols) : [entry];
  };

  it('has a row in the table, and no row has two', () => {
    expect(kernels.map(symbolOf).sort()).toEqual([...compiled.symbols].sort());
    expect([...compiled.listed].sort()).toEqual([...compiled.symbols].sort());
    for (const row of kernels) {
      const all = [...row.full, ...(row.inSource ?? [])].map((name) => compiled.meant.get(name));
      expect(new Set(all).size).toBe(1);
    }
  });

  it('is found in its source by all its names, and by no other', () => {
    const found = kernels.flatMap(({ full, inSource = [], notCpp }) =>
      [...full, ...inSource, ...(notCpp === undefined ? [] : [notCpp])].map((name) => [name, fromSource(name)]),
    );
    const wanted = kernels.flatMap((row) =>
      [...row.full, ...(row.inSource ?? []), ...(row.notCpp === undefined ? [] : [row.notCpp])].map((name) => [
        name,
        [symbolOf(row)],
      ]),
    );
    expect(found).toEqual(wanted);
  });

  it('is found in a binary by its full names, and by no name of another', () => {
    for (const row of kernels) {
      for (const name of [...row.full, ...(row.notCpp === undefined ? [] : [row.notCpp])]) {
        expect([name, symbolsNamed(name, compiled.symbols)]).toEqual([name, [symbolOf(row)]]);
      }
      for (const name of row.inSource ?? []) {
        const found = symbolsNamed(name, compiled.symbols);
        expect([name, found.filter((symbol) => found.length === 1 && symbol !== symbolOf(row))]).toEqual([name, []]);
      }
    }
  });

  it('is offered under a name that nvcc takes for it', () => {
    const offered = symbolExpressions(compiled.symbols);
    const written = [...offered].filter(([symbol, expression]) => !outside.has(symbol) && !outside.has(expression));
    expect(written.filter(([symbol, expression]) => symbol === expression).map(([symbol]) => symbol)).toEqual([
      'linked',
    ]);
    const { meant } = compileWith(written.map(([, expression]) => expression));
    // The name of an unnamed namespace is made of the file.
    const plain = (symbol: string | undefined): string | undefined => symbol?.replace(/_GLOBAL__N__\w{8}_/, '');
    expect(written.map(([, expression]) => [expression, plain(meant.get(expression))])).toEqual(
      written.map(([symbol, expression]) => [expression, plain(symbol)]),
    );
  });

  it('is offered under a name that its source takes for it', () => {
    const plain = signatures.filter(({ templateParameters }) => templateParameters.length === 0);
    const offered = kernelExpressions(plain);
    expect(offered).toHaveLength(plain.length);
    const { meant } = compileWith(offered.filter((name) => !outside.has(name)));
    expect(offered.map((name) => [name, signatureFor(signatures, name).line])).toEqual(
      plain.map(({ line }, i) => [offered[i], line]),
    );
    expect([...meant.values()].filter((symbol) => symbol === '')).toEqual([]);
  });
});
