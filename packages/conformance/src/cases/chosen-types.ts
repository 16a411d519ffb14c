/** Parameters of kernels whose types depend on macros, headers and the compiler itself. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isHeddleError, type CompileOptions } from '@heddle/core';
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
  {
    id: 'type-chosen-by-place',
    title: 'a type that depends on the line of its condition is asked for, or right',
    languages: ['portable'],
    run: async ({ compile, zeros, check }) => {
      const portable = chosen.replace('#ifdef WHOLE', '#if __LINE__ > 1') + kernel;
      const out = zeros('int32', 2);
      const module = await compile({ portable });
      try {
        module.kernel('k').launch(one, out, 3);
      } catch (error) {
        if (!isHeddleError(error, 'ARGUMENT')) throw error;
        check.equal(error.hint?.includes('signature:'), true, error.message);
        module.kernel('k', { signature: 'int* out, int a' }).launch(one, out, 3);
      }
      check.arrayEqual(await out.read(), [3, 2]);
    },
  },
  {
    id: 'field-with-attribute',
    title: 'fields that are packed one by one lie where the compiler puts them',
    languages: ['portable'],
    run: async ({ compile, zeros, check }) => {
      const portable = `
typedef struct { char c; int f __attribute__((packed)); char d; } whole;
typedef struct { char c; int f __attribute__((packed)), g; char d; } one_of_two;
KERNEL void k(GLOBAL int* out, whole a, one_of_two b) {
  out[0] = a.c; out[1] = a.f; out[2] = a.d; out[3] = (int)sizeof(whole);
  out[4] = b.c; out[5] = b.f; out[6] = b.g; out[7] = b.d; out[8] = (int)sizeof(one_of_two);
}`;
      const out = zeros('int32', 9);
      const module = await compile({ portable });
      module.kernel('k').launch(one, out, { c: 1, f: 70000, d: 3 }, { c: 4, f: 80000, g: 90000, d: 7 });
      check.arrayEqual(await out.read(), [1, 70000, 3, 6, 4, 80000, 90000, 7, 16]);
    },
  },
]);
