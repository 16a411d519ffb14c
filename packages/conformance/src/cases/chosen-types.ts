/** What a kernel takes where macros, headers and the compiler itself choose its types. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CompileOptions } from '@heddle/core';
import type { CaseContext } from '../case-context';
import { casesOf } from '../conformance-case';

const one = { grid: 1, block: 1 } as const;

const chosen = `
#ifdef WHOLE
typedef int number;
#else
typedef float number;
#endif
`;
// A number that arrives as one of the other type is 1077936128, or 0.
const kernel = 'KERNEL void k(GLOBAL int* out, number a) { out[0] = (int)a; out[1] = (int)(a / 2 * 2); }';

async function expectValues(
  { compile, zeros, check }: CaseContext,
  portable: string,
  options: CompileOptions,
  expected: readonly number[],
): Promise<void> {
  const out = zeros('int32', 2);
  const module = await compile({ portable }, options);
  module.kernel('k').launch(one, out, 3);
  check.arrayEqual(await out.read(), expected, JSON.stringify(options));
}

export const chosenTypeCases = casesOf('arguments', [
  {
    id: 'type-chosen-by-option',
    title: 'a type that a macro among the options chooses is the type of the argument',
    languages: ['portable'],
    run: async (context) => {
      await expectValues(context, chosen + kernel, { options: ['-DWHOLE'] }, [3, 2]);
      await expectValues(context, chosen + kernel, { options: ['-DOTHER'] }, [3, 3]);
      await expectValues(context, kernel.replace('number', 'AMOUNT'), { options: ['-DAMOUNT=int'] }, [3, 2]);
    },
  },
  {
    id: 'type-chosen-in-folder',
    title: 'a header in a folder declares and chooses types of arguments',
    languages: ['portable'],
    run: async (context) => {
      const folder = await context.temporaryFolder();
      await mkdir(join(folder, 'inner'));
      await writeFile(join(folder, 'config.h'), '#include "inner/whole.h"\n');
      await writeFile(join(folder, 'inner/whole.h'), '#define WHOLE 1\n');
      await writeFile(join(folder, 'number.h'), `#include "config.h"\n${chosen}`);
      const options = { includeDirs: [folder] };
      await expectValues(context, `#include "config.h"\n${chosen}${kernel}`, options, [3, 2]);
      await expectValues(context, `#include "number.h"\n${kernel}`, options, [3, 2]);
      await expectValues(context, `#include "number.h"\n${kernel}`, { options: [`-I${folder}`] }, [3, 2]);
    },
  },
  {
    id: 'fields-ordered-in-folder',
    title: 'a header in a folder decides the order of fields and the length of an array',
    languages: ['portable'],
    run: async ({ compile, zeros, check, temporaryFolder }) => {
      const folder = await temporaryFolder();
      await writeFile(join(folder, 'layout.h'), '#define Y_FIRST\nenum { LENGTH = 2 };\n');
      const portable = `
#include "layout.h"
typedef struct {
#ifdef Y_FIRST
  int y; int x;
#else
  int x; int y;
#endif
  int rest[LENGTH];
} point;
KERNEL void k(GLOBAL int* out, point p) { out[0] = p.x; out[1] = p.y; out[2] = p.rest[1]; }`;
      const out = zeros('int32', 3);
      const module = await compile({ portable }, { includeDirs: [folder] });
      module.kernel('k').launch(one, out, { x: 4, y: 5, rest: [6, 7] });
      check.arrayEqual(await out.read(), [4, 5, 7]);
    },
  },
  {
    id: 'type-chosen-by-compiler',
    title: 'a type that depends on what only the compiler knows is the one that it chooses',
    languages: ['portable'],
    run: async (context) => {
      const choose = (condition: string): string => chosen.replace('#ifdef WHOLE', `#if ${condition}`) + kernel;
      await expectValues(context, choose('defined(HEDDLE_HAS_FP64)'), {}, [3, 2]);
      await expectValues(context, choose('!defined(HEDDLE_HAS_FP64)'), {}, [3, 3]);
      const chain = `
#if __HEDDLE_NOBODY_DEFINES_THIS
typedef short number;
#elif defined(__HEDDLE_NOR_THIS) && __HEDDLE_NOR_THIS > 3
typedef double number;
#elif defined(HEDDLE_HAS_FP16)
typedef int number;
#else
typedef float number;
#endif
`;
      await expectValues(context, chain + kernel, {}, [3, 2]);
    },
  },
]);
