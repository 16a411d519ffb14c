/** The cache of compiled code as a backend's compilers take part in it: hits are hits, and changes are seen. */
import { mkdir, readdir, readFile, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { ArtifactCache, type ArtifactCacheOptions, type CompileOptions, type Device } from '@heddle/core';
import type { CachedArtifact } from '@heddle/core/backend';
import type { CaseContext } from '../case-context';
import { casesOf } from '../conformance-case';

const one = { grid: 1, block: 1 } as const;
const portable = 'KERNEL void k(GLOBAL int* out) { out[0] = VALUE; }';

/** Knows what it was asked for. */
class KeyedCache extends ArtifactCache {
  readonly keys = new Set<string>();

  override getOrCompile(...request: Parameters<ArtifactCache['getOrCompile']>): Promise<CachedArtifact> {
    const [wanted] = request;
    const key = typeof wanted === 'string' ? wanted : wanted.key;
    if (key !== undefined) this.keys.add(key);
    return super.getOrCompile(...request);
  }
}

/** Another device over the same folder, with nothing in memory: as a new process would see it. */
async function freshDevice({ openDevice }: CaseContext, folder: string, more?: ArtifactCacheOptions): Promise<Device> {
  return openDevice({ cache: new ArtifactCache({ folder, ...more }) });
}

async function compileAndRun(
  device: Device,
  options: CompileOptions = { defines: { VALUE: 1 } },
  source: string = portable,
): Promise<{ cached: boolean; value: number | undefined }> {
  using module = await device.compile(source, { language: 'portable', ...options });
  using out = device.zeros('int32', 1);
  module.kernel('k').launch(one, out);
  return { cached: module.cached, value: (await out.read())[0] };
}

/** Compiles over a folder, with nothing in memory, and waits for what the cache still does in the background. */
async function compileInFull({ openDevice }: CaseContext, folder: string): ReturnType<typeof compileAndRun> {
  const cache = new ArtifactCache({ folder });
  const result = await compileAndRun(await openDevice({ cache }));
  await cache.settled();
  return result;
}

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

/** Every file below a folder: its path, and its contents with the time of its last change. */
async function contentsBelow(folder: string): Promise<Map<string, string>> {
  const contents = new Map<string, string>();
  for (const file of await filesBelow(folder)) {
    contents.set(relative(folder, file), `${(await stat(file)).mtimeMs} ${await readFile(file, 'latin1')}`);
  }
  return contents;
}

export const cacheCases = casesOf('cache', [
  {
    id: 'hit',
    title: 'the second compile of a source comes from the cache, in this process and in the next',
    languages: ['portable'],
    run: async (context) => {
      const { check } = context;
      const folder = await context.temporaryFolder();
      const device = await freshDevice(context, folder);
      check.equal((await compileAndRun(device)).cached, false, 'cached the first time');
      check.equal((await compileAndRun(device)).cached, true, 'cached the second time');
      const again = await compileAndRun(await freshDevice(context, folder));
      check.equal(again.cached, true, 'cached in a new process');
      check.equal(again.value, 1, 'value');
    },
  },
  {
    id: 'compiled-ahead',
    title: 'what a compiler without its device put into the cache serves the device; what fails there says why',
    languages: ['portable'],
    run: async (context) => {
      const { check } = context;
      const folder = await context.temporaryFolder();
      const compiler = await context.openCompiler({ cache: new ArtifactCache({ folder }) });
      check.equal(compiler.properties.architecture, context.device.properties.architecture, 'architecture');
      const options = { language: 'portable', defines: { VALUE: 7 } } as const;
      check.equal((await compiler.compile(portable, options)).cached, false, 'cached the first time');
      check.equal((await compiler.compile(portable, options)).cached, true, 'cached the second time');
      const wrong = 'KERNEL void k(GLOBAL int* out) { out[0] = nothing_of_this_name; }';
      const error = await check.rejects('COMPILE', compiler.compile(wrong, { language: 'portable' }));
      check.ok(error.message.includes('nothing_of_this_name'), `the error quotes the line: ${error.message}`);
      const found = await compileAndRun(await freshDevice(context, folder), { defines: { VALUE: 7 } });
      check.equal(found.cached, true, 'cached for the device');
      check.equal(found.value, 7, 'value');
    },
  },
  {
    id: 'changes-miss',
    title: 'another source, macro, option or file name is another entry',
    languages: ['portable'],
    run: async (context) => {
      const { check } = context;
      const device = await freshDevice(context, await context.temporaryFolder());
      await compileAndRun(device);
      const variants: readonly [string, CompileOptions, string?][] = [
        ['macro', { defines: { VALUE: 2 } }],
        ['option', { defines: { VALUE: 1 }, options: ['-DUNUSED=1'] }],
        ['second option', { defines: { VALUE: 1 }, options: ['-DUNUSED=1', '-DALSO_UNUSED=1'] }],
        ['source', { defines: { VALUE: 1 } }, portable.replace('VALUE', 'VALUE + 0')],
        ['file name', { defines: { VALUE: 1 }, fileName: 'other.cu' }],
      ];
      for (const [what, options, source] of variants) {
        const { cached, value } = await compileAndRun(device, options, source);
        check.equal(cached, false, `cached with another ${what}`);
        check.equal(value, what === 'macro' ? 2 : 1, `value with another ${what}`);
      }
      check.equal((await compileAndRun(device)).cached, true, 'cached as at first');
    },
  },
  {
    id: 'edited-include',
    title: 'an edited header is seen, also one that a header includes; the old text is a hit again',
    languages: ['portable'],
    run: async (context) => {
      const { check } = context;
      const [folder, headers] = [await context.temporaryFolder(), await context.temporaryFolder()];
      const [outer, inner] = [join(headers, 'outer.h'), join(headers, 'inner.h')];
      const source = '#include "outer.h"\nKERNEL void k(GLOBAL int* out) { out[0] = OUTER * 10 + INNER; }';
      await writeFile(outer, '#include "inner.h"\n#define OUTER 1\n');
      await writeFile(inner, '#define INNER 2\n');
      const compile = async (): ReturnType<typeof compileAndRun> =>
        compileAndRun(await freshDevice(context, folder), { includeDirs: [headers] }, source);
      check.equal((await compile()).value, 12, 'value at first');
      check.equal((await compile()).cached, true, 'cached while nothing changes');
      await writeFile(inner, '#define INNER 3\n');
      const edited = await compile();
      check.equal(edited.value, 13, 'value after an edit of the inner header');
      check.equal(edited.cached, false, 'cached after an edit of the inner header');
      await writeFile(outer, '#include "inner.h"\n#define OUTER 4\n');
      check.equal((await compile()).value, 43, 'value after an edit of the outer header');
      await writeFile(outer, '#include "inner.h"\n#define OUTER 1\n');
      const restored = await compile();
      check.equal(restored.value, 13, 'value with the former text');
      check.equal(restored.cached, true, 'cached with the former text');
    },
  },
  {
    id: 'header-from-memory',
    title: 'another text of a header from memory is another entry',
    requires: ['headers'],
    languages: ['portable'],
    run: async (context) => {
      const { check } = context;
      const device = await freshDevice(context, await context.temporaryFolder());
      const source = '#include "value.h"\nKERNEL void k(GLOBAL int* out) { out[0] = VALUE; }';
      for (const value of [5, 6]) {
        const headers = { 'value.h': `#define VALUE ${value}\n` };
        const first = await compileAndRun(device, { headers }, source);
        check.equal(first.value, value, 'value');
        check.equal(first.cached, false, 'cached the first time');
        check.equal((await compileAndRun(device, { headers }, source)).cached, true, 'cached the second time');
      }
    },
  },
  {
    id: 'corruption',
    title: 'damaged, truncated and empty entries are compiled anew and repaired',
    languages: ['portable'],
    run: async (context) => {
      const { check } = context;
      const damages: readonly [string, (bytes: Uint8Array) => Uint8Array][] = [
        ['emptied', () => new Uint8Array(0)],
        ['truncated', (bytes) => bytes.slice(0, bytes.length / 2)],
        ['overwritten', (bytes) => context.random.bytes(Math.max(1, bytes.length))],
        ['flipped in one bit', (bytes) => bytes.map((byte, i) => (i === bytes.length - 3 ? byte ^ 4 : byte))],
      ];
      for (const [what, damage] of damages) {
        const folder = await context.temporaryFolder();
        await compileInFull(context, folder);
        const entries = (await filesBelow(folder)).filter((file) => file.endsWith('.entry'));
        check.ok(entries.length > 0, 'entries in the folder');
        for (const file of entries) await writeFile(file, damage(await readFile(file)));
        const { cached, value } = await compileInFull(context, folder);
        check.equal(value, 1, `value after entries were ${what}`);
        check.equal(cached, false, `cached after entries were ${what}`);
        check.equal((await compileInFull(context, folder)).cached, true, `cached again after ${what}`);
      }
    },
  },
  {
    id: 'files-of-others',
    title: 'files of others in the folder stay as they are, whatever they are called',
    languages: ['portable'],
    run: async (context) => {
      const { check } = context;
      const folder = await context.temporaryFolder();
      await compileInFull(context, folder);
      const longAgo = new Date(Date.now() - 7 * 86_400_000);
      // Beside what the cache made, in each of its folders, and in the place of all its files but the tag.
      const made = (await filesBelow(folder)).filter((file) => !file.endsWith('CACHEDIR.TAG'));
      const added = ['locks', 'temporary', 'usage', ...made.map((file) => join(dirname(file), 'theirs'))];
      for (const file of [...made, ...added.map((name) => resolve(folder, name))]) {
        await writeFile(file, 'somebody needs this');
        await utimes(file, longAgo, longAgo);
      }
      const before = await contentsBelow(folder);
      check.equal((await compileInFull(context, folder)).value, 1, 'value');
      const cache = new ArtifactCache({ folder, maxByteLength: 4096 });
      await compileAndRun(await context.openDevice({ cache }), { defines: { VALUE: 2 } });
      await cache.clear();
      const after = await contentsBelow(folder);
      for (const [file, contents] of before) check.equal(after.get(file), contents, `contents of ${file}`);
    },
  },
  {
    id: 'folder-of-others',
    title: 'a process leaves alone what was in the folder that HEDDLE_CACHE_DIR names, links to other folders included',
    languages: ['portable'],
    startsPrograms: true,
    timeoutMilliseconds: 240_000,
    run: async (context) => {
      const { check, runProgram } = context;
      const longAgo = new Date(Date.now() - 2 * 86_400_000);
      const body = `
const module = await device.compile(input, { language: 'portable', defines: { VALUE: 321 } });
console.log(module.cached ? 'from the cache' : 'compiled');
`;
      for (const how of ['links to folders', 'folders']) {
        const folder = await context.temporaryFolder();
        const theirs: string[] = [];
        for (const name of ['locks', 'temporary']) {
          const place = join(folder, name);
          const isLink = how === 'links to folders';
          const target = isLink ? await context.temporaryFolder() : place;
          if (isLink) await symlink(target, place, 'junction');
          else await mkdir(target);
          theirs.push(target);
          for (const file of ['a', 'b.txt', '.c'].map((each) => join(target, each))) {
            await writeFile(file, 'somebody needs this');
            await utimes(file, longAgo, longAgo);
          }
        }
        const look = async (): Promise<string> =>
          JSON.stringify(await Promise.all(theirs.map(async (each) => [...(await contentsBelow(each))].sort())));
        const before = await look();
        const environment = { HEDDLE_CACHE_DIR: folder, HEDDLE_CACHE: '' };
        for (const expected of ['compiled', 'from the cache']) {
          const program = await runProgram({ body, input: portable, environment, timeoutMilliseconds: 60_000 });
          check.equal(program.code, 0, `exit code (${program.stderr})`);
          check.equal(program.stdout.trim(), expected, `what the program says among ${how}`);
        }
        check.equal(await look(), before, `what is in ${how}`);
      }
    },
  },
  {
    id: 'refused',
    title: 'a whole entry whose code the device refuses is compiled anew and replaced',
    requires: ['binaries'],
    languages: ['portable'],
    run: async (context) => {
      const { check, random, openDevice } = context;
      const folder = await context.temporaryFolder();
      const cache = new KeyedCache({ folder });
      await compileAndRun(await openDevice({ cache }));
      await cache.settled();
      for (const key of cache.keys) {
        const entry = await cache.lookup(key);
        if (entry) await cache.store(key, { ...entry, bytes: random.bytes(4000) });
      }
      for (const where of ['in this process', 'in the next'] as const) {
        const device = where === 'in the next' ? await freshDevice(context, folder) : await openDevice({ cache });
        const { cached, value } = await compileAndRun(device);
        await cache.settled();
        check.equal(value, 1, `value ${where}`);
        check.equal(cached, where === 'in the next', `cached ${where}`);
      }
    },
  },
  {
    id: 'off',
    title: 'HEDDLE_CACHE=off keeps nothing, and so does { cache: false }',
    languages: ['portable'],
    run: async (context) => {
      const { check } = context;
      const folder = await context.temporaryFolder();
      const environment = { HEDDLE_CACHE: 'off', HEDDLE_CACHE_DIR: folder };
      const device = await context.openDevice({ cache: new ArtifactCache({ environment }) });
      for (let i = 0; i < 2; i++)
        check.equal((await compileAndRun(device)).cached, false, 'cached with HEDDLE_CACHE=off');
      check.equal((await filesBelow(folder)).length, 0, 'files in the folder');
      const enabled = await freshDevice(context, folder);
      await compileAndRun(enabled, { defines: { VALUE: 1 } });
      const bypassed = await compileAndRun(enabled, { defines: { VALUE: 1 }, cache: false });
      check.equal(bypassed.cached, false, 'cached with { cache: false }');
    },
  },
  {
    id: 'unusable-folder',
    title: 'where the folder cannot be used, compiling works without it',
    languages: ['portable'],
    run: async (context) => {
      const folder = join(await context.temporaryFolder(), 'file');
      await writeFile(folder, 'not a folder');
      const { value } = await compileAndRun(await freshDevice(context, folder));
      context.check.equal(value, 1, 'value');
    },
  },
  {
    id: 'same-at-once',
    title: 'sixteen requests for the same source at once are one compilation',
    languages: ['portable'],
    run: async (context) => {
      const { check } = context;
      const cache = new ArtifactCache({ folder: await context.temporaryFolder() });
      const device = await context.openDevice({ cache });
      const results = await Promise.all(Array.from({ length: 16 }, () => compileAndRun(device)));
      for (const { value } of results) check.equal(value, 1, 'value');
      check.equal(cache.statistics.compiled, 1, 'compilations');
    },
  },
  {
    id: 'eight-processes',
    title: 'eight processes that compile the same kernel at once all get it right',
    languages: ['portable'],
    startsPrograms: true,
    timeoutMilliseconds: 240_000,
    run: async (context) => {
      const { check, runProgram } = context;
      const folder = await context.temporaryFolder();
      const body = `
const module = await device.compile(input, { language: 'portable', defines: { VALUE: 123 } });
const out = device.zeros('int32', 1);
module.kernel('k').launch({ grid: 1, block: 1 }, out);
console.log('value: ' + (await out.read())[0] + (module.cached ? ', from the cache' : ', compiled'));
`;
      const environment = { HEDDLE_CACHE_DIR: folder, HEDDLE_CACHE: '' };
      const programs = await Promise.all(
        Array.from({ length: 8 }, () =>
          runProgram({ body, input: portable, environment, timeoutMilliseconds: 200_000 }),
        ),
      );
      for (const { code, stdout, stderr } of programs) {
        check.equal(code, 0, `exit code (${stderr})`);
        check.ok(stdout.includes('value: 123'), `the program said: ${stdout}`);
      }
      const left = await filesBelow(folder);
      const cache = new ArtifactCache({ folder });
      const after = await compileAndRun(await context.openDevice({ cache }), { defines: { VALUE: 123 } });
      check.equal(after.value, 123, 'value afterwards');
      // Which of them compiled, and what they left, tells a store that failed from an entry that is not found.
      const said = programs.map(({ stdout }) => stdout.trim()).join('; ');
      const files = left.map((path) => relative(folder, path)).join(', ');
      const did = JSON.stringify(cache.statistics);
      check.equal(after.cached, true, `cached afterwards (programs: ${said}; files: ${files}; the cache: ${did})`);
    },
  },
]);
