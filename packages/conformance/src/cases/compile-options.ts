/** What users pass on to a compiler: options, and names of headers. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { isHeddleError } from '@heddle/core';
import { casesOf } from '../conformance-case';

const plain = 'KERNEL void k(GLOBAL int* out) { out[0] = 1; }\n';

// What every compiler has in common: each is a program or a library with a command line like cc's.
const withoutCode: readonly (readonly string[])[] = [
  ['-E'],
  ['-S'],
  ['-c'],
  ['-M'],
  ['-MD'],
  ['-fsyntax-only'],
  ['-o', 'elsewhere'],
  ['-x', 'c++'],
  ['--help'],
  ['--version'],
  ['-###'],
  ['-O3', '-E'],
];

type Spelling = (folder: string) => readonly string[];

// Each is one that some compiler knows; a compiler that does not is asked no more.
const spellings: readonly Spelling[] = [
  (inc) => [`-I${inc}`],
  (inc) => ['-I', inc],
  (inc) => ['-isystem', inc],
  (inc) => [`-isystem${inc}`],
  (inc) => ['-iquote', inc],
  (inc) => ['-idirafter', inc],
  (inc) => [`--include-path=${inc}`],
  (inc) => ['--include-path', inc],
  (inc) => [`--system-include=${inc}`],
  (inc) => [`--include-directory=${inc}`],
  (inc) => ['--include-directory', inc],
  (inc) => [`-Wp,-I${inc}`],
  (inc) => ['-Xpreprocessor', `-I${inc}`],
  (inc) => [`-Xcompiler=-I${inc}`],
  (inc) => ['-Xcompiler', `-I${inc}`],
  (inc) => ['-include', `${inc}/spelt_value.h`],
];

export const compileOptionCases = casesOf('compile', [
  {
    id: 'options-that-make-no-code',
    title: 'an option after which the compiler makes no code to load is refused by its name, before the compiler runs',
    languages: ['portable'],
    run: async ({ compile, check }) => {
      for (const options of withoutCode) {
        const error = await check.rejects('ARGUMENT', compile({ portable: plain }, { options }));
        const culprit = options.find((option) => option !== '-O3') ?? '';
        check.ok(error.message.includes(`'${culprit}'`), `${culprit} is not named: ${error.message}`);
        check.equal(error.parameter, 'options', `the parameter that is wrong, for ${culprit}`);
      }
      await compile({ portable: plain });
    },
  },
  {
    id: 'relative-folders',
    title: 'a folder of headers given as an option is relative to the working directory, as one in includeDirs is',
    languages: ['portable'],
    run: async ({ compile, zeros, temporaryFolder, check }) => {
      const folder = join(await temporaryFolder(), 'inc');
      await mkdir(folder);
      await writeFile(join(folder, 'relative_value.h'), '#define VALUE 42\n');
      const source = '#include "relative_value.h"\nKERNEL void k(GLOBAL int* out) { out[0] = VALUE; }\n';
      const inc = relative(process.cwd(), folder);
      for (const given of [{ includeDirs: [inc] }, { options: [`-I${inc}`] }, { options: ['-I', inc] }]) {
        const module = await compile({ portable: source }, given);
        const out = zeros('int32', 1);
        module.kernel('k').launch({ grid: 1, block: 1 }, out);
        check.equal((await out.read())[0], 42, `the header's value, for ${JSON.stringify(given)}`);
      }
    },
  },
  {
    id: 'relative-folders-of-every-spelling',
    title: 'what finds a header in an absolute folder finds it in a relative one, however the option is written',
    languages: ['portable'],
    run: async ({ compile, temporaryFolder, check }) => {
      const folder = join(await temporaryFolder(), 'inc');
      await mkdir(folder);
      await writeFile(join(folder, 'spelt_value.h'), '#define VALUE 42\n');
      const find = async (spell: Spelling, inc: string): Promise<boolean> => {
        const options = spell(inc);
        const includes = options.includes('-include') ? '' : '#include "spelt_value.h"\n';
        const source = `${includes}#if VALUE != 42\n#error no value\n#endif\n${plain}`;
        try {
          await compile({ portable: source }, { options });
          return true;
        } catch (error) {
          if (isHeddleError(error, 'COMPILE') || isHeddleError(error, 'ARGUMENT')) return false;
          throw error;
        }
      };
      const known = await Promise.all(spellings.map(async (spell) => find(spell, folder)));
      check.ok(known[0] === true && known[1] === true, 'every compiler knows -I');
      const wanted = spellings.filter((_, i) => known[i]);
      const found = await Promise.all(wanted.map(async (spell) => find(spell, relative(process.cwd(), folder))));
      const lost = wanted.filter((_, i) => !found[i]).map((spell) => spell('inc').join(' '));
      check.equal(lost.join(', '), '', 'options that find a header in absolute folders alone');
    },
  },
  {
    id: 'header-names',
    title: 'a header whose name no #include can ask for, or that leaves its folder, is refused by its name',
    requires: ['headers'],
    languages: ['portable'],
    run: async ({ compile, check }) => {
      const wrong: readonly (readonly string[])[] = [
        ...[
          '',
          ' ',
          'a\0b.h',
          'a\nb.h',
          'a"b.h',
          'a\\b.h',
          '/etc/a.h',
          'C:/a.h',
          '../a.h',
          'a/../../b.h',
          '..',
          '.',
          'a/',
        ],
        ...['a/.', 'a/..', `${'x'.repeat(300)}.h`, `${'ä'.repeat(128)}.h`, `${'d/'.repeat(2000)}a.h`],
      ].map((name) => [name]);
      for (const names of [...wrong, ['b.h', './b.h'], ['b.h', 'a/../b.h'], ['a', 'a/b.h'], ['a/b.h', 'a']]) {
        const headers = Object.fromEntries(names.map((name) => [name, '']));
        const error = await check.rejects('ARGUMENT', compile({ portable: plain }, { headers }));
        check.equal(error.parameter, 'headers', `the parameter that is wrong, for ${JSON.stringify(names)}`);
        const culprit = JSON.stringify(names.at(-1)).slice(0, 40).replace(/"$/, '');
        check.ok(error.message.includes(culprit), `${culprit} is not named: ${error.message}`);
      }
      const fine = ['größe 日本.h', 'with space.h', '-dash.h', 'a/b/c.h', `${'x'.repeat(253)}.h`];
      const headers = Object.fromEntries(fine.map((name, i) => [name, `#define H${i} ${i}\n`]));
      await compile({ portable: `#include "a/b/c.h"\n#include "-dash.h"\n${plain}` }, { headers });
    },
  },
  {
    id: 'too-many-parameters',
    title: 'a kernel of more parameters than the device passes is refused by its name, with the limit',
    languages: ['portable'],
    run: async ({ compile, device, zeros, check }) => {
      const { argumentBytes } = device.properties.limits;
      // A limit of megabytes is out of reach.
      if (argumentBytes < 65536) {
        const blocks = Array.from({ length: Math.ceil(argumentBytes / 256) }, (_, i) => `struct Block b${i}`);
        const wide = `struct Block { int v[64]; };
          KERNEL void wide(GLOBAL int* out, ${blocks.join(', ')}) { out[0] = b0.v[0]; }`;
        const failure = async (): Promise<unknown> => (await compile({ portable: wide })).kernel('wide');
        const error = await check.rejects('ARGUMENT', failure());
        check.equal(error.kernel, 'wide', 'the kernel that the error names');
        check.equal(error.max, argumentBytes, `the limit that the error names: ${error.message}`);
        check.ok(error.message.includes(String(argumentBytes)), `the limit is not in the message: ${error.message}`);
      }
      const count = Math.min(argumentBytes / 4 - 2, 200);
      const parameters = Array.from({ length: count }, (_, i) => `int a${i}`).join(', ');
      const narrow = `KERNEL void wide(GLOBAL int* out, ${parameters}) { out[0] = a0 + a${count - 1}; }\n`;
      const kernel = (await compile({ portable: narrow })).kernel('wide');
      const out = zeros('int32', 1);
      kernel.launch({ grid: 1, block: 1 }, out, ...Array.from({ length: count }, (_, i) => i + 1));
      check.equal((await out.read())[0], 1 + count, 'the sum of the first and the last argument');
    },
  },
]);
