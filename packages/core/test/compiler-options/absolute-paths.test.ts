/** Relative folders among options, in all spellings. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { withAbsolutePaths } from '../../src/compiler-options';
import {
  cOptionRules,
  fortranOptionRules,
  hipOptionRules,
  nvccOptionRules,
  nvrtcOptionRules,
  type OptionRules,
} from '@heddle/core/backend';

const inc = resolve('inc');
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(process.cwd(), 'build-options-'));
  writeFileSync(join(folder, 'there.h'), '');
  writeFileSync(join(folder, 'part.o'), '');
});

afterAll(() => {
  rmSync(folder, { recursive: true });
});

it.each<[string, OptionRules]>([
  ['c', cOptionRules],
  ['fortran', fortranOptionRules],
  ['hip', hipOptionRules],
  ['nvcc', nvccOptionRules],
  ['nvrtc', nvrtcOptionRules],
])('become absolute for %s', (_name, rules) => {
  const made = withAbsolutePaths(['-Iinc', '-I', 'inc', '-I=inc', '-isystem', 'inc', '-isysteminc', '-Linc'], rules);
  expect(made).toEqual([`-I${inc}`, '-I', inc, `-I=${inc}`, '-isystem', inc, `-isystem${inc}`, `-L${inc}`]);
  const kept = ['-I/abs', '-I', '/abs', '-DI=inc', '-O3', '-lm'];
  expect(withAbsolutePaths(kept, rules)).toEqual(kept);
});

it('become absolute in the spellings of one compiler, and where they are passed on to another', () => {
  expect(
    withAbsolutePaths(['-iquoteinc', '-idirafter', 'inc', '-Wp,-Iinc,-DX', '-Xpreprocessor', '-Iinc'], cOptionRules),
  ).toEqual([`-iquote${inc}`, '-idirafter', inc, `-Wp,-I${inc},-DX`, '-Xpreprocessor', `-I${inc}`]);
  const nvidia = ['--include-path=inc,other', '--include-path', 'inc', '-I inc'];
  const [list, ...rest] = [`--include-path=${inc},${resolve('other')}`, '--include-path', inc, `-I ${inc}`];
  expect(withAbsolutePaths(nvidia, nvccOptionRules)).toEqual([list, ...rest]);
  expect(withAbsolutePaths(['-Xcompiler=-O2,-Iinc', '-Xcompiler', '-Iinc'], nvccOptionRules)).toEqual([
    `-Xcompiler=-O2,-I${inc}`,
    '-Xcompiler',
    `-I${inc}`,
  ]);
  // A comma is part of a name for those that take one folder.
  expect(withAbsolutePaths(['-Ia,b'], cOptionRules)).toEqual([`-I${resolve('a,b')}`]);
});

it('are left to the search for headers if a file is not in the working directory', () => {
  const there = relative(process.cwd(), join(folder, 'there.h'));
  const options = [
    '-include',
    there,
    '-include',
    'nowhere.h',
    relative(process.cwd(), join(folder, 'part.o')),
    'none.o',
  ];
  expect(withAbsolutePaths(options, cOptionRules)).toEqual([
    '-include',
    join(folder, 'there.h'),
    '-include',
    'nowhere.h',
    join(folder, 'part.o'),
    'none.o',
  ]);
});
