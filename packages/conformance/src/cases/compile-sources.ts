/** Which sources compile, with what around them. */
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { casesOf } from '../conformance-case';

const one = { grid: 1, block: 1 } as const;

export const compileSourceCases = casesOf('compile', [
  {
    id: 'two-kernels',
    title: 'one source may hold several kernels',
    source: {
      portable: `
KERNEL void first(GLOBAL int* out) { out[0] = 1; }
KERNEL void second(GLOBAL int* out) { out[1] = 2; }
`,
    },
    run: async ({ zeros, check }, module) => {
      const out = zeros('int32', 2);
      module.kernel('first').launch(one, out);
      module.kernel('second').launch(one, out);
      check.arrayEqual(await out.read(), [1, 2]);
    },
  },
  {
    id: 'device-function',
    title: 'kernels call functions of the source',
    source: {
      portable: `
DEVICE int square(int x) { return x * x; }
DEVICE int cube(int x) { return square(x) * x; }
KERNEL void k(GLOBAL int* out) { out[0] = square(5); out[1] = cube(3); }
`,
    },
    run: async ({ zeros, check }, module) => {
      const out = zeros('int32', 2);
      module.kernel('k').launch(one, out);
      check.arrayEqual(await out.read(), [25, 27]);
    },
  },
  {
    id: 'defines',
    title: 'macros are defined as numbers, as text, or empty; false and undefined define none',
    source: {
      portable: `
KERNEL void k(GLOBAL int* out) {
  out[0] = NUMBER;
  out[1] = TEXT;
#ifdef FLAG
  out[2] = 1;
#endif
#if defined(OFF) || defined(ABSENT)
  out[3] = 1;
#endif
}
`,
    },
    compile: { defines: { NUMBER: -7, TEXT: '(3 + 4)', FLAG: true, OFF: false, ABSENT: undefined } },
    run: async ({ zeros, check }, module) => {
      const out = zeros('int32', 4);
      module.kernel('k').launch(one, out);
      check.arrayEqual(await out.read(), [-7, 7, 1, 0]);
    },
  },
  {
    id: 'options',
    title: 'options reach the compiler',
    source: { portable: 'KERNEL void k(GLOBAL int* out) { out[0] = FROM_OPTION; }' },
    compile: { options: ['-DFROM_OPTION=42'] },
    run: async ({ zeros, check }, module) => {
      const out = zeros('int32', 1);
      module.kernel('k').launch(one, out);
      check.arrayEqual(await out.read(), [42]);
    },
  },
  {
    id: 'options-meet-no-shell',
    title: 'what a shell would run is text in an option',
    languages: ['portable'],
    run: async ({ compile, temporaryFolder, check }) => {
      const folder = await temporaryFolder();
      const source = { portable: 'KERNEL void k(GLOBAL int* out) { out[0] = 1; }' };
      const attacks = [`-DX=1;touch ${folder}/a`, `-DX=$(touch ${folder}/b)`, `-DX=1|touch ${folder}/c`];
      for (const option of attacks) {
        // The compiler decides whether such a macro compiles.
        await compile(source, { options: [option] }).catch(() => undefined);
      }
      check.equal((await readdir(folder)).join(' '), '', 'files that a shell has made');
    },
  },
  {
    id: 'include-folders',
    title: 'headers are found in the given folders, in their order, and headers of headers beside them',
    languages: ['portable'],
    run: async ({ compile, zeros, temporaryFolder, check }) => {
      const folder = await temporaryFolder();
      const [first, second] = [join(folder, 'first'), join(folder, 'second')];
      await mkdir(first);
      await mkdir(second);
      await writeFile(join(first, 'value.h'), '#define VALUE 1\n');
      await writeFile(join(second, 'value.h'), '#define VALUE 2\n');
      await writeFile(join(second, 'outer.h'), '#include "deep.h"\n');
      await writeFile(join(second, 'deep.h'), '#define DEEP 30\n');
      const portable =
        '#include "value.h"\n#include "outer.h"\nKERNEL void k(GLOBAL int* out) { out[0] = VALUE + DEEP; }';
      for (const [includeDirs, expected] of [
        [[first, second], 31],
        [[second, first], 32],
      ] as const) {
        const out = zeros('int32', 1);
        (await compile({ portable }, { includeDirs })).kernel('k').launch(one, out);
        check.arrayEqual(await out.read(), [expected], `with the folders ${includeDirs.join(', ')}`);
      }
    },
  },
  {
    id: 'include-folder-with-a-space',
    title: 'a folder of headers may have a space in its name',
    languages: ['portable'],
    run: async ({ compile, zeros, temporaryFolder, check }) => {
      const folder = join(await temporaryFolder(), 'my headers');
      await mkdir(folder);
      await writeFile(join(folder, 'value.h'), '#define VALUE 8\n');
      const portable = '#include "value.h"\nKERNEL void k(GLOBAL int* out) { out[0] = VALUE; }';
      const out = zeros('int32', 1);
      (await compile({ portable }, { includeDirs: [folder] })).kernel('k').launch(one, out);
      check.arrayEqual(await out.read(), [8]);
    },
  },
  {
    id: 'headers-from-memory',
    title: 'headers given as text are found by their names, nested ones too',
    requires: ['headers'],
    source: { portable: '#include "sub/outer.h"\nKERNEL void k(GLOBAL int* out) { out[0] = OUTER; out[1] = INNER; }' },
    compile: { headers: { 'sub/outer.h': '#include "inner.h"\n#define OUTER 5\n', 'inner.h': '#define INNER 6\n' } },
    run: async ({ zeros, check }, module) => {
      const out = zeros('int32', 2);
      module.kernel('k').launch(one, out);
      check.arrayEqual(await out.read(), [5, 6]);
    },
  },
  {
    id: 'look-alikes',
    title: 'what only looks like a kernel, in comments, macros and excluded parts, is none',
    source: {
      portable: `
/* KERNEL void in_a_comment(GLOBAL float* x) { } */
// KERNEL void in_a_line_comment(int y) { }
#define NEVER_USED KERNEL void in_a_macro(int z) { }
#if 0
KERNEL void excluded(GLOBAL double* x, int n) { }
#endif
KERNEL void /* the only one */ real(
    GLOBAL int* out, // KERNEL void here(int)
    int value /* , int ghost */) {
  out[0] = value;
}
`,
    },
    run: async ({ zeros, check }, module) => {
      check.equal(module.signatures.map(({ name }) => name).join(' '), 'real', 'kernels found');
      const out = zeros('int32', 1);
      module.kernel('real').launch(one, out, 3);
      check.arrayEqual(await out.read(), [3]);
    },
  },
  {
    id: 'unicode',
    title: 'characters beyond ASCII may stand in comments',
    source: { portable: '// Größe, 大きさ, 🧵\nKERNEL void k(GLOBAL int* out) { out[0] = 1; /* μ */ }\n' },
    run: async ({ zeros, check }, module) => {
      const out = zeros('int32', 1);
      module.kernel('k').launch(one, out);
      check.arrayEqual(await out.read(), [1]);
    },
  },
  {
    id: 'long-source',
    title: 'a source of half a megabyte compiles',
    languages: ['portable'],
    run: async ({ compile, zeros, check }) => {
      const lines = Array.from({ length: 300 }, (_, i) => `DEVICE int add_${i}(int x) { return x + ${i % 10}; }`);
      const padding = `// ${'x'.repeat(95)}\n`.repeat(5000);
      const calls = Array.from({ length: 300 }, (_, i) => `  v = add_${i}(v);`).join('\n');
      const portable = `${lines.join('\n')}\n${padding}KERNEL void k(GLOBAL int* out) {\n  int v = 0;\n${calls}\n  out[0] = v;\n}`;
      const out = zeros('int32', 1);
      (await compile({ portable })).kernel('k').launch(one, out);
      check.arrayEqual(await out.read(), [1350]);
    },
  },
  {
    id: 'unknown-kernel',
    title: 'a kernel that is not in the module is refused, with those that are',
    source: {
      portable: 'KERNEL void blur(GLOBAL int* x) { x[0] = 1; }\nKERNEL void sharpen(GLOBAL int* x) { x[0] = 2; }',
    },
    run: async ({ check }, module) => {
      const error = check.throws('ARGUMENT', () => module.kernel('blurr'));
      check.ok(error.message.includes('blur'), `the nearest name is not in: ${error.message}`);
    },
  },
  {
    id: 'kernel-attributes',
    title: 'a kernel tells its signature and what it needs',
    source: { portable: 'KERNEL void k(GLOBAL const float* x, GLOBAL float* y, int n) { if (n > 0) y[0] = x[0]; }' },
    run: async ({ check }, module) => {
      const { signature, attributes } = module.kernel('k');
      check.equal(signature.parameters.map(({ name }) => name).join(' '), 'x y n', 'parameters');
      const { maxThreadsPerBlock = 1 } = attributes;
      check.ok(maxThreadsPerBlock >= 1, `maxThreadsPerBlock is ${maxThreadsPerBlock}`);
    },
  },
]);
