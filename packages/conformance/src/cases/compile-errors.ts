/** What a source that does not compile looks like to its user. */
import { getEventListeners } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Assertions } from '../case-context';
import { casesOf } from '../conformance-case';

const broken = `KERNEL void fine(GLOBAL int* out) {
  out[0] = 1;
}
KERNEL void wrong(GLOBAL int* out) {
  out[0] = this_is_not_declared;
}
`;

/** What an error says. */
interface Texts {
  readonly message: string;
  readonly log?: string;
  readonly excerpt?: string;
}

function assertTexts(check: Assertions, error: Texts, wanted: Partial<Record<keyof Texts, readonly string[]>>): void {
  for (const [where, parts] of Object.entries(wanted)) {
    const text = error[where as keyof Texts] ?? '';
    for (const part of parts) check.ok(text.includes(part), `'${part}' is not in the ${where}: ${text}`);
  }
}

export const compileErrorCases = casesOf('compile', [
  {
    id: 'error-shows-the-line',
    title: 'a compile error carries the log, and an excerpt with the failing line numbered as the user counts',
    languages: ['portable'],
    run: async ({ compile, check }) => {
      const error = await check.rejects('COMPILE', compile({ portable: broken }));
      check.ok(
        (error.log ?? '').includes('this_is_not_declared'),
        `the log does not name the cause: ${error.log ?? ''}`,
      );
      const excerpt = error.excerpt ?? '';
      check.ok(/^>\s*5 \|.*this_is_not_declared/m.test(excerpt), `line 5 is not marked in:\n${excerpt}`);
    },
  },
  {
    id: 'error-names-the-file',
    title: 'diagnostics call the source what the user calls it',
    languages: ['portable'],
    run: async ({ compile, check }) => {
      const error = await check.rejects('COMPILE', compile({ portable: broken }, { fileName: 'blur_filter.txt' }));
      check.ok(error.message.includes('blur_filter.txt'), `the message does not name the file: ${error.message}`);
    },
  },
  {
    id: 'error-with-windows-lines',
    title: 'line numbers are right in a source with CR LF line ends',
    languages: ['portable'],
    run: async ({ compile, check }) => {
      const error = await check.rejects('COMPILE', compile({ portable: broken.replaceAll('\n', '\r\n') }));
      const excerpt = error.excerpt ?? '';
      check.ok(/^>\s*5 \|.*this_is_not_declared/m.test(excerpt), `line 5 is not marked in:\n${excerpt}`);
    },
  },
  {
    id: 'error-with-unicode',
    title: 'the message, the log and the excerpt keep characters beyond ASCII: of names, texts and files',
    languages: ['portable'],
    run: async ({ compile, check }) => {
      const fileName = 'größe 日本.txt';
      const failure = async (source: string): Promise<Texts> =>
        check.rejects('COMPILE', compile({ portable: source }, { fileName }));
      const name = await failure(broken.replace('this_is_not_declared;', 'ünbekannt日; // größer als 🧵'));
      assertTexts(check, name, {
        message: ['ünbekannt日', fileName],
        log: ['ünbekannt日'],
        excerpt: ['größer als 🧵'],
      });
      const directive = await failure(`#error "süß 日本 🧵"\n${broken}`);
      assertTexts(check, directive, { message: ['süß 日本 🧵'], log: ['süß 日本 🧵'], excerpt: ['süß 日本 🧵'] });
      const include = await failure(`#include "nirgends-größer.h"\n${broken}`);
      assertTexts(check, include, { log: ['nirgends-größer.h'] });
    },
  },
  {
    id: 'error-with-unicode-in-headers',
    title: 'headers and folders may have names beyond ASCII, and errors in them keep their characters',
    requires: ['headers'],
    languages: ['portable'],
    run: async ({ compile, check, temporaryFolder }) => {
      const folder = join(await temporaryFolder(), 'größer 日本');
      await mkdir(folder);
      const broken = 'DEVICE int one(void) {\n  return ünbekannt; // süß\n}\n';
      await writeFile(join(folder, 'auf-der-platte-ß.h'), broken);
      for (const name of ['im-speicher-ß.h', 'auf-der-platte-ß.h']) {
        const source = `#include "${name}"\nKERNEL void k(GLOBAL int* out) { out[0] = one(); }\n`;
        const options = { headers: { 'im-speicher-ß.h': broken }, includeDirs: [folder] };
        const error = await check.rejects('COMPILE', compile({ portable: source }, options));
        assertTexts(check, error, { message: ['ünbekannt', name], log: ['ünbekannt', name] });
        if (name.startsWith('im')) assertTexts(check, error, { excerpt: ['ünbekannt; // süß'] });
      }
      const fine = 'DEVICE int one(void) { return 1; }\n';
      await writeFile(join(folder, 'auf-der-platte-ß.h'), fine);
      const source = '#include "auf-der-platte-ß.h"\nKERNEL void k(GLOBAL int* out) { out[0] = one(); }\n';
      await compile({ portable: source }, { includeDirs: [folder] });
    },
  },
  {
    id: 'error-in-header',
    title: 'an error inside a header from memory shows that header',
    requires: ['headers'],
    languages: ['portable'],
    run: async ({ compile, check }) => {
      const source = '#include "inner.h"\nKERNEL void k(GLOBAL int* out) { out[0] = one(); }\n';
      const headers = { 'inner.h': 'DEVICE int one(void) {\n  return missing_in_header;\n}\n' };
      const error = await check.rejects('COMPILE', compile({ portable: source }, { headers }));
      const excerpt = error.excerpt ?? '';
      check.ok(
        /^>\s*2 \|.*missing_in_header/m.test(excerpt),
        `the header's line is not shown:\n${excerpt}\n${error.log ?? ''}`,
      );
    },
  },
  {
    id: 'missing-include',
    title: 'an include that is not found is a compile error that names it',
    languages: ['portable'],
    run: async ({ compile, check }) => {
      const source = '#include "nowhere_to_be_found.h"\nKERNEL void k(GLOBAL int* out) { out[0] = 1; }\n';
      const error = await check.rejects('COMPILE', compile({ portable: source }));
      check.ok(
        (error.log ?? '').includes('nowhere_to_be_found.h'),
        `the log does not name the header: ${error.log ?? ''}`,
      );
    },
  },
  {
    id: 'nonsense',
    title: 'a source of nonsense is a compile error, and the device goes on',
    languages: ['portable'],
    run: async ({ compile, check }) => {
      await check.rejects('COMPILE', compile({ portable: 'KERNEL void k(GLOBAL int* x) { @#$%^ ]]} ((' }));
      await compile({ portable: 'KERNEL void k(GLOBAL int* x) { x[0] = 1; }' });
    },
  },
  {
    id: 'error-directive',
    title: "the source's own #error is in the message",
    languages: ['portable'],
    run: async ({ compile, check }) => {
      const source = '#ifndef TILE\n#error "TILE is needed"\n#endif\nKERNEL void k(GLOBAL int* x) { x[0] = TILE; }\n';
      const error = await check.rejects('COMPILE', compile({ portable: source }));
      check.ok((error.log ?? '').includes('TILE is needed'), `not in the log: ${error.log ?? ''}`);
      await compile({ portable: source }, { defines: { TILE: 4 } });
    },
  },
  {
    id: 'errors-are-not-cached',
    title: 'a source that failed fails again, with the same excerpt',
    languages: ['portable'],
    run: async ({ compile, check }) => {
      const first = await check.rejects('COMPILE', compile({ portable: broken }));
      const second = await check.rejects('COMPILE', compile({ portable: broken }));
      check.equal(second.excerpt, first.excerpt, 'excerpt');
    },
  },
  {
    id: 'unknown-option',
    title: 'an option that the compiler does not know is an error',
    languages: ['portable'],
    run: async ({ compile, check }) => {
      const source = 'KERNEL void k(GLOBAL int* x) { x[0] = 1; }';
      await check.rejects(
        ['COMPILE', 'ARGUMENT'],
        compile({ portable: source }, { options: ['--no-such-option-anywhere=1'] }),
      );
    },
  },
]);

export const compileRefusalCases = casesOf('compile', [
  {
    id: 'empty-source',
    title: 'an empty source is refused',
    run: async ({ device, check }) => {
      for (const source of ['', '   \n\t ']) await check.rejects('ARGUMENT', device.compile(source));
    },
  },
  {
    id: 'source-without-kernel',
    title: 'a source that has no kernel and names no language is refused',
    run: async ({ device, check }) => {
      await check.rejects('ARGUMENT', device.compile('int x = 1;'));
    },
  },
  {
    id: 'source-is-no-string',
    title: 'a source that is not a string is refused',
    run: async ({ device, check }) => {
      for (const wrong of [undefined, null, 42, {}, ['text']]) {
        await check.rejects('ARGUMENT', device.compile(wrong as string));
      }
    },
  },
  {
    id: 'bad-options',
    title: 'options, macros and folders of wrong types are refused before a compiler sees them',
    languages: ['portable'],
    run: async ({ device, check }) => {
      const source: string = 'KERNEL void k(GLOBAL int* x) { x[0] = 1; }';
      const wrong: readonly object[] = [
        { options: '-DX=1' },
        { options: [1] },
        { options: ['-DX=\0'] },
        { includeDirs: [null] },
        { names: [7] },
        { defines: { '2X': 1 } },
        { defines: { X: 'two\nlines' } },
      ];
      for (const options of wrong) await check.rejects('ARGUMENT', device.compile(source, options));
    },
  },
  {
    id: 'unknown-compiler',
    title: 'a compiler that the device does not have is refused, with the ones it has',
    languages: ['portable'],
    run: async ({ device, check }) => {
      const source: string = 'KERNEL void k(GLOBAL int* x) { x[0] = 1; }';
      const error = await check.rejects('ARGUMENT', device.compile(source, { compiler: 'no-such-compiler' }));
      for (const id of device.compilers) check.ok(error.message.includes(id), `${id} is not named: ${error.message}`);
    },
  },
  {
    id: 'language-it-does-not-take',
    title: 'a language that no compiler of the device takes is unsupported',
    unless: (device) =>
      (['cuda', 'opencl', 'fortran', 'hip'] as const).every((language) => device.compiles(language))
        ? 'the device compiles every language'
        : undefined,
    run: async ({ device, check }) => {
      for (const language of ['cuda', 'opencl', 'fortran', 'hip'] as const) {
        if (device.compiles(language)) continue;
        await check.rejects('UNSUPPORTED', device.compile('void k() {}', { language }));
      }
    },
  },
  {
    id: 'aborted-before',
    title: 'a compile whose signal has fired does not begin',
    languages: ['portable'],
    run: async ({ compile, check }) => {
      const source = { portable: 'KERNEL void k(GLOBAL int* x) { x[0] = 1; }' };
      await check.rejects('ABORTED', compile(source, { signal: AbortSignal.abort() }));
    },
  },
  {
    id: 'aborted-meanwhile',
    title: 'a compile ends when its signal fires, and the same source compiles afterwards',
    languages: ['portable'],
    run: async ({ compile, random, check }) => {
      // A source that no cache has seen, or there would be nothing to abort.
      const unique = `${Date.now()}${random.integer(0, 1e9)}`;
      const source = { portable: `KERNEL void k(GLOBAL int* x) { x[0] = 1; } /* ${unique} */` };
      const controller = new AbortController();
      const compiling = compile(source, { signal: controller.signal });
      controller.abort();
      await check.rejects('ABORTED', compiling);
      await compile(source);
    },
  },
  {
    id: 'shared-signal',
    title: 'many compilations may share a signal, which has few listeners meanwhile and none afterwards',
    languages: ['portable'],
    run: async ({ compile, random, check }) => {
      const { signal } = new AbortController();
      const add = signal.addEventListener.bind(signal);
      let most = 0;
      signal.addEventListener = (...args: Parameters<typeof add>) => {
        add(...args);
        most = Math.max(most, getEventListeners(signal, 'abort').length);
      };
      const unique = `${Date.now()}${random.integer(0, 1e9)}`;
      const sources = Array.from(
        { length: 11 },
        (_, i) => `KERNEL void k(GLOBAL int* x) { x[0] = ${i}; } /* ${unique} */`,
      );
      await Promise.all(sources.map(async (portable) => compile({ portable }, { signal })));
      check.ok(most > 0, 'nothing listens to the signal');
      // Node warns of a leak at the eleventh.
      check.ok(most <= 10, `${most} listeners at once`);
      check.equal(getEventListeners(signal, 'abort').length, 0, 'listeners that stay');
    },
  },
]);
