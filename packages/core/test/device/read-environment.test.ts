/** The reader of signatures takes options and folders from the variables of its compiler. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CompilerVariable } from '../../src/compiler-environment';
import { makeRequest } from '../../src/device/compile-request';
import type { Compiler } from '../../src/spi';

const source = `#ifdef WHOLE
typedef int T;
#else
typedef float T;
#endif
__global__ void k(T x) {}`;

const documented = { source: 'https://example.com' };
const variables: readonly CompilerVariable[] = [
  { name: 'HEDDLE_TEST_FRONT', role: 'options', at: 'front', ...documented },
  { name: 'HEDDLE_TEST_END', role: 'options', at: 'end', ...documented },
  { name: 'HEDDLE_TEST_FOLDERS', role: 'include-folders', as: '-I', ...documented },
];

const compiler: Compiler = {
  id: 'test',
  languages: ['cuda'],
  optionSyntax: 'nvcc',
  variables,
  fingerprint: () => '',
  compile: () => Promise.reject(new Error('nothing is compiled')),
};

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'heddle-read-environment-'));
});

afterEach(() => {
  for (const { name } of variables) Reflect.deleteProperty(process.env, name);
  rmSync(folder, { recursive: true, force: true });
});

function dtypeOf(written: string, options: readonly string[] = []): string | undefined {
  const { reader } = makeRequest({ backend: 'test', compiler }, written, 'cuda', { options });
  return reader.kernels[0]?.parameters[0]?.dtype;
}

it('reads options before and after those of the request', () => {
  expect(dtypeOf(source)).toBe('float32');
  process.env.HEDDLE_TEST_FRONT = '-DOTHER=1,WHOLE';
  expect(dtypeOf(source)).toBe('int32');
  expect(dtypeOf(source, ['-UWHOLE'])).toBe('float32');
  process.env.HEDDLE_TEST_END = '-D WHOLE=1';
  expect(dtypeOf(source, ['-UWHOLE'])).toBe('int32');
});

it('finds headers in folders, and those that options include first', () => {
  writeFileSync(join(folder, 'whole.h'), '#define WHOLE 1\n');
  process.env.HEDDLE_TEST_FOLDERS = folder;
  expect(dtypeOf(`#include "whole.h"\n${source}`)).toBe('int32');
  process.env.HEDDLE_TEST_FRONT = '-include whole.h';
  expect(dtypeOf(source)).toBe('int32');
});
