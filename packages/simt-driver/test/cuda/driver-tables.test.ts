/** The generated driver API against cuda.h, if a toolkit of its version and a C compiler are installed. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as enumerations from '../../src/cuda/generated/enumerations';
import { functionTable } from '../../src/cuda/generated/functions';
import * as constants from '../../src/cuda/generated/constants';
import * as structs from '../../src/cuda/generated/structs';
import type { FieldType, StructDescription } from '../../src/cuda/struct-view';

const include = ['13.0', '13']
  .map((version) => join(`/usr/local/cuda-${version}`, 'include'))
  .concat(join(process.env['CUDA_PATH'] ?? '/usr/local/cuda', 'include'))
  .find((folder) => versionIn(folder) === constants.CUDA_VERSION);
const withHeader = include === undefined ? describe.skip : describe;

function versionIn(folder: string): number {
  const header = join(folder, 'cuda.h');
  return existsSync(header) ? Number(/#define CUDA_VERSION (\d+)/.exec(readFileSync(header, 'utf8'))?.[1]) : 0;
}

withHeader('the generated driver API', () => {
  const folder = mkdtempSync(join(tmpdir(), 'heddle-cuda-api-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  function compile(text: string, ...options: string[]): string {
    const file = join(folder, 'check.c');
    writeFileSync(file, `#include <stddef.h>\n#include <cudaProfiler.h>\n${text}\n`);
    return execFileSync('cc', [...options, '-I', include ?? '', file], { encoding: 'utf8', maxBuffer: 64 * 1024 ** 2 });
  }

  it('has every function of the header exactly once, and no other', () => {
    const text = compile('', '-E', '-P').replace(/\s+/g, ' ');
    const declared = [...text.matchAll(/CUresult (cu[A-Z]\w*) ?\(/g)].map(([, symbol]) => symbol ?? '');
    const ours = Object.values(functionTable).map(([symbol]) => symbol as string);
    expect(ours.length).toBeGreaterThan(400);
    expect(new Set(ours).size).toBe(ours.length);
    expect([...ours].sort()).toEqual([...new Set(declared)].sort());
  });

  it('calls each function by the name that C programs write', () => {
    // A macro of the header makes the plain name mean the symbol: taking the address of one gives the other's.
    const lines = Object.entries(functionTable).map(
      ([name, [symbol]]) => `  if ((void*)${name} != (void*)${symbol}) return 1;`,
    );
    compile(`int check(void) {\n${lines.join('\n')}\n  return 0;\n}`, '-w', '-fsyntax-only');
    const renamed = Object.entries(functionTable).filter(([name, [symbol]]) => name !== symbol);
    const expanded = compile(renamed.map(([name]) => `"${name}" ${name}`).join('\n'), '-E', '-P');
    for (const [name, [symbol]] of renamed) expect(expanded).toContain(`"${name}" ${symbol}`);
  });

  it('has the layout of every struct', () => {
    const sizes: Record<FieldType, number> = {
      i8: 1,
      u8: 1,
      i16: 2,
      u16: 2,
      i32: 4,
      u32: 4,
      i64: 8,
      u64: 8,
      f32: 4,
      f64: 8,
      pointer: 8,
    };
    const lines: string[] = [];
    for (const [name, { byteLength, alignment, fields }] of Object.entries(structs) as [string, StructDescription][]) {
      lines.push(`_Static_assert(sizeof(${name}) == ${byteLength} && _Alignof(${name}) == ${alignment}, "${name}");`);
      for (const [field, [offset, type, count = 1]] of Object.entries(fields)) {
        lines.push(`_Static_assert(offsetof(${name}, ${field}) == ${offset}, "${name}.${field}");`);
        lines.push(`_Static_assert(sizeof(((${name}*)0)->${field}) == ${sizes[type] * count}, "${name}.${field}");`);
      }
    }
    expect(lines.length).toBeGreaterThan(1000);
    compile(lines.join('\n'), '-fsyntax-only');
  });

  it('has the value of every enumerator and constant', () => {
    const lines: string[] = [];
    for (const values of Object.values(enumerations) as Readonly<Record<string, number>>[]) {
      for (const [name, value] of Object.entries(values)) lines.push(`_Static_assert(${name} == ${value}, "${name}");`);
    }
    for (const [name, value] of Object.entries(constants)) {
      lines.push(`_Static_assert((long)(${name}) == ${value}, "${name}");`);
    }
    compile(lines.join('\n'), '-fsyntax-only', '-w');
  });

  it('is what the generator writes', () => {
    const root = join(__dirname, '../../../..');
    execFileSync(process.execPath, [join(root, 'tools/generate-cuda-api/generate.mjs'), include ?? '', folder]);
    const committed = join(__dirname, '../../src/cuda/generated');
    for (const file of readdirSync(committed)) {
      expect(readFileSync(join(folder, file), 'utf8')).toBe(readFileSync(join(committed, file), 'utf8'));
    }
  });
});
