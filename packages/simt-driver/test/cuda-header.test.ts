/** Our tables against cuda.h, if a toolkit and a C compiler are installed: symbols, parameters, struct layouts. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cuda, signatures, type FunctionName } from '@heddle/simt-driver';
import * as layouts from '../src/memory/layouts';

const include = join(process.env['CUDA_PATH'] ?? '/usr/local/cuda', 'include');
const withHeader = existsSync(join(include, 'cuda.h')) ? describe : describe.skip;

// Of another version than the header's, or only in an older one: their prototypes are not in it.
const notInHeader = new Set([
  'cuDeviceGetUuid',
  'cuEventElapsedTime',
  'cuCtxCreate_v2',
  'cuMemPrefetchAsync',
  'cuMemAdvise',
]);

withHeader('the tables and cuda.h', () => {
  const folder = mkdtempSync(join(tmpdir(), 'heddle-header-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  function compile(name: string, text: string, ...options: string[]): string {
    const file = join(folder, name);
    writeFileSync(file, text);
    return execFileSync('cc', [...options, '-I', include, file], { encoding: 'utf8', maxBuffer: 64 * 1024 ** 2 });
  }

  it('agree on what each function takes', () => {
    const header = compile('cuda.c', '#include <cuda.h>\n', '-E', '-P').replace(/\s+/g, ' ');
    const problems: string[] = [];
    for (const [name, symbols] of Object.entries(cuda.functions) as [FunctionName, readonly string[]][]) {
      for (const symbol of symbols) {
        if (notInHeader.has(symbol)) continue;
        const prototype = new RegExp(`CUresult ${symbol}\\(([^;]*)\\);`).exec(header)?.[1];
        if (prototype === undefined) problems.push(`${symbol} is not in cuda.h`);
        else problems.push(...disagreements(symbol, signatures[name], prototype));
      }
    }
    expect(problems).toEqual([]);
  });

  it('agree on every struct', () => {
    const structs = {
      CUDA_MEMCPY3D: layouts.volumeCopyLayout,
      CUDA_ARRAY3D_DESCRIPTOR: layouts.arrayLayout,
      CUDA_RESOURCE_DESC: layouts.resourceLayout,
      CUDA_TEXTURE_DESC: layouts.textureLayout,
      CUlaunchConfig: layouts.launchLayout,
      CUlaunchAttribute: layouts.launchAttributeLayout,
    };
    const lines: string[] = [];
    for (const [name, { byteLength, fields }] of Object.entries(structs)) {
      lines.push(`_Static_assert(sizeof(${name}) == ${byteLength}, "${name}");`);
      for (const [written, [offset, type]] of Object.entries(fields)) {
        const field = written.replace(/(?<=addressMode)\d$/, '[$&]');
        lines.push(`_Static_assert(offsetof(${name}, ${field}) == ${offset}, "${name}.${field}");`);
        if (written === 'res' || written === 'addressMode' || name === 'CUlaunchAttribute') continue;
        lines.push(`_Static_assert(sizeof(((${name}*)0)->${field}) == ${type === 'u32' ? 4 : 8}, "${name}.${field}");`);
      }
    }
    compile('layouts.c', `#include <stddef.h>\n#include <cuda.h>\n${lines.join('\n')}\n`, '-fsyntax-only');
  });

  it('agree on the attributes', () => {
    const lines = Object.entries(cuda.deviceAttributes).map(
      ([name, number]) => `_Static_assert(CU_DEVICE_ATTRIBUTE_${name} == ${number}, "${name}");`,
    );
    const { others } = cuda.kernelAttributes;
    for (const [name, number] of Object.entries(others)) {
      lines.push(`_Static_assert(CU_FUNC_ATTRIBUTE_${name} == ${number}, "${name}");`);
    }
    compile('attributes.c', `#include <cuda.h>\n${lines.join('\n')}\n`, '-fsyntax-only');
  });
});

// The letters of our table that a C parameter may be described by.
function lettersFor(parameter: string): string {
  if (parameter.includes('*')) return /const char \*/.test(parameter) && !parameter.includes('**') ? 'ps' : 'ph';
  const type = parameter
    .replace(/\bconst\b/g, '')
    .trim()
    .split(' ')
    .slice(0, -1)
    .join(' ');
  if (type === 'int' || type === 'CUdevice' || type === 'CUresult') return 'i';
  if (type === 'unsigned int' || type === 'cuuint32_t') return 'u';
  if (type === 'unsigned char') return 'c';
  if (type === 'unsigned short') return 'w';
  if (type === 'size_t') return 'z';
  if (type === 'unsigned long long') return 'q';
  if (
    /^CU(context|deviceptr|stream|event|module|function|linkState|graph|graphExec|array|texObject|surfObject)$/.test(
      type,
    )
  )
    return 'h';
  if (type === 'CUipcMemHandle') return 'b';
  return 'i'; // enumerations
}

function disagreements(symbol: string, ours: string, prototype: string): string[] {
  const theirs = prototype.trim() === 'void' ? [] : prototype.split(',').map((parameter) => parameter.trim());
  const letters = ours === '' ? [] : ours.split(' ');
  if (letters.length !== theirs.length) return [`${symbol} takes ${theirs.length} parameters, not ${letters.length}`];
  return theirs.flatMap((parameter, i) =>
    lettersFor(parameter).includes(letters[i] ?? '')
      ? []
      : [`${symbol}: '${parameter}' does not match '${letters[i] ?? ''}'`],
  );
}
