import { mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join, resolve } from 'node:path';
import {
  cOptionRules,
  compilerInputs,
  hostCompilerVariables,
  joinedVariables,
  type CompilerVariable,
} from '../../src/backend';
import { clangVariables, compilerSurroundings, gccVariables, noInputs } from '../../src/compiler-environment';
import { quotedWord, splitWords } from '../../src/compiler-environment/split-words';
import { temporaryFolder } from '../cache/temporary-folder';

const source = 'https://example.org';
const variables: readonly CompilerVariable[] = [
  { name: 'FOLDERS', role: 'include-folders', as: '-I', source },
  { name: 'C_FOLDERS', role: 'include-folders', as: '-isystem', languages: ['c'], source },
  { name: 'LIBRARIES', role: 'library-folders', files: ['crti.o'], source },
  { name: 'FIRST', role: 'options', at: 'front', source },
  { name: 'LAST', role: 'options', at: 'end', source },
  { name: 'CHECKED', role: 'options', at: 'end', rules: cOptionRules, source },
  { name: 'PARTS', role: 'places', files: ['as'], source },
  { name: 'PATH', role: 'programs', files: ['as'], source },
  { name: 'DATE', role: 'text', source },
  { name: 'REPORT', role: 'removed', source },
  { name: 'COLOURS', role: 'set', source },
];

const inputsOf = (environment: Record<string, string>, language = 'c++') =>
  compilerInputs(variables, language, environment);

function write(path: string, text: string): string {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  return path;
}

describe('what a compiler takes from the environment', () => {
  it('is nothing if none of its variables is set, or all are empty', () => {
    expect(inputsOf({ HOME: '/home/user' })).toBe(noInputs);
    expect(inputsOf({ FOLDERS: '', FIRST: '', DATE: '' })).toBe(noInputs);
  });

  it('is folders, absolute and in order; an empty entry is the working folder', () => {
    const inputs = inputsOf({ FOLDERS: ['/a', '', 'b'].join(delimiter) });
    expect(inputs.includeDirs).toEqual([resolve('/a'), process.cwd(), resolve('b')]);
    expect(inputs.systemIncludeDirs).toEqual([]);
  });

  it('depends on the language', () => {
    expect(inputsOf({ C_FOLDERS: '/c' })).toMatchObject({ systemIncludeDirs: [], identity: '' });
    expect(inputsOf({ C_FOLDERS: '/c' }, 'c').systemIncludeDirs).toEqual([resolve('/c')]);
    expect(inputsOf({ C_FOLDERS: '/c' }, 'c').identity).not.toBe('');
  });

  it('is options before and after those of the request', () => {
    expect(inputsOf({ FIRST: ' -DA="1 2"  -Ix', LAST: "-O0 '-DB= '" })).toMatchObject({
      optionsBefore: ['-DA=1 2', '-Ix'],
      optionsAfter: ['-O0', '-DB= '],
    });
  });

  it('has relative folders made absolute in options whose rules are known', () => {
    const words = ['-Iinc', '-isystem', 'sys inc', '-DA=inc'];
    const absolute = [`-I${resolve('inc')}`, '-isystem', resolve('sys inc'), '-DA=inc'];
    const text = '-Iinc -isystem "sys inc" -DA=inc';
    expect(inputsOf({ CHECKED: text }).optionsAfter).toEqual(absolute);
    expect(inputsOf({ LAST: text }).optionsAfter).toEqual(words);
  });

  it('is refused if an option makes no code', () => {
    const refused: unknown = expect.objectContaining({
      code: 'ARGUMENT',
      parameter: 'CHECKED',
      message: expect.stringMatching(/^CHECKED: the option '-E' only preprocesses/) as string,
    });
    expect(() => inputsOf({ CHECKED: '-O3 -E' })).toThrow(refused as Error);
    expect(() => inputsOf({ CHECKED: '"-DE=-E"', LAST: '-E' })).not.toThrow();
  });

  it.each(['FOLDERS', 'LIBRARIES', 'FIRST', 'LAST', 'PARTS', 'DATE'])('has %s in its identity', (name) => {
    const identity = inputsOf({ [name]: '/one' }).identity;
    expect(inputsOf({ [name]: '/one' }).identity).toBe(identity);
    expect(inputsOf({ [name]: '/two' }).identity).not.toBe(identity);
    expect(identity).not.toBe('');
  });

  it('is neither what is removed nor what Heddle sets', () => {
    expect(inputsOf({ REPORT: 'file', COLOURS: 'all' })).toBe(noInputs);
  });

  it.each([
    ['PARTS', 'as'],
    ['LIBRARIES', 'crti.o'],
    ['PATH', 'as'],
  ])('changes if a part found through %s is replaced', (name, file) => {
    const folder = temporaryFolder();
    const path = write(join(folder, 'bin', file), 'one');
    const before = inputsOf({ [name]: join(folder, 'bin') }).identity;
    expect(before).toContain(JSON.stringify(path).slice(1, -1));
    write(path, 'another');
    expect(inputsOf({ [name]: join(folder, 'bin') }).identity).not.toBe(before);
  });

  it('is not the text of PATH, but the first program in it', () => {
    const folder = temporaryFolder();
    write(join(folder, 'a', 'as'), 'a');
    write(join(folder, 'b', 'as'), 'b');
    const [empty, a, b] = ['empty', 'a', 'b'].map((name) => join(folder, name));
    const identityOf = (...folders: (string | undefined)[]) => inputsOf({ PATH: folders.join(delimiter) }).identity;
    expect(identityOf(empty, a, b)).toBe(identityOf(a));
    expect(identityOf(b, a)).toBe(identityOf(b));
    expect(identityOf(a)).not.toBe(identityOf(b));
  });

  it('changes if a program comes to a folder that is searched earlier, or goes', () => {
    const folder = temporaryFolder();
    const names = ['a', 'b'].map((name) => join(folder, name));
    for (const name of names) mkdirSync(name);
    const path = write(join(folder, 'b', 'as'), 'b');
    // File systems tell times in milliseconds: what follows must not be in the same.
    for (const name of names) utimesSync(name, 0, 0);
    const identityOf = () => inputsOf({ PATH: names.join(delimiter) }).identity;
    const first = identityOf();
    const earlier = write(join(folder, 'a', 'as'), 'a');
    expect(identityOf()).toContain(JSON.stringify(earlier).slice(1, -1));
    rmSync(earlier);
    expect(identityOf()).toBe(first);
    rmSync(path);
    expect(identityOf()).toBe('');
  });

  it('is the program that a bare name means', () => {
    const folder = temporaryFolder();
    const path = write(join(folder, 'g++-99'), 'one');
    const identityOf = () => inputsOf({ PARTS: 'g++-99', PATH: folder }).identity;
    const before = identityOf();
    expect(before).toContain('g++-99:3:');
    write(path, 'another');
    expect(identityOf()).not.toBe(before);
  });
});

it('is not known if a library read a variable once, and it changed since', () => {
  const table: readonly CompilerVariable[] = [{ name: 'ONCE', role: 'text', isReadOnce: true, source }];
  const untrackableOf = (value?: string) =>
    compilerInputs(table, 'opencl', value === undefined ? {} : { ONCE: value }).untrackable;
  expect(untrackableOf()).toBeUndefined();
  expect(untrackableOf()).toBeUndefined();
  expect(untrackableOf('1')).toContain('ONCE changed');
  expect(untrackableOf()).toContain('ONCE changed');
});

describe('the environment of a compiler', () => {
  it('has no variable that its table removes, and absolute folders', () => {
    const environment = {
      REPORT: 'file',
      FOLDERS: ['a', '/b'].join(delimiter),
      PARTS: './bin',
      HOME: 'h',
      PATH: 'bin',
    };
    expect(compilerSurroundings(variables, environment)).toEqual({
      FOLDERS: [resolve('a'), resolve('/b')].join(delimiter),
      PARTS: resolve('bin'),
      HOME: 'h',
      PATH: 'bin',
    });
    expect(environment.REPORT).toBe('file');
  });

  it('has absolute folders in options, and all else as it is written', () => {
    const text = `'-DA="1"'  -Iinc -I"two words" -isystem 'it s' -I/abs -DB=\\"inc\\"`;
    expect(compilerSurroundings(variables, { CHECKED: text, LAST: text })).toEqual({
      CHECKED:
        `'-DA="1"' -I${resolve('inc')} -I"${resolve('two words')}" -isystem ` +
        `"${resolve('it s')}" -I/abs -DB=\\"inc\\"`,
      LAST: text,
    });
    expect(compilerSurroundings(variables, { CHECKED: ' -I/abs  -O3 ' })).toEqual({ CHECKED: ' -I/abs  -O3 ' });
  });

  it('keeps an empty list empty, and a program by its name', () => {
    expect(compilerSurroundings(variables, { FOLDERS: '', PARTS: 'g++-12' })).toEqual({
      FOLDERS: '',
      PARTS: 'g++-12',
    });
  });
});

it.each([
  ['-a  -b\t-c\n', ['-a', '-b', '-c']],
  ['-D"x y" "-I/a b"', ['-Dx y', '-I/a b']],
  ['\'-Dq="1"\'', ['-Dq="1"']],
  ['-Dx=\\"1\\" a\\ b', ['-Dx="1"', 'a b']],
  ['"unfinished', ['unfinished']],
  ['end\\', ['end\\']],
  ['', []],
])('splits %j into words', (text, words) => {
  expect(splitWords(text)).toEqual(words);
});

it.each(['-Ia b', '/a b', '-I=/a"b', "it's", '-DX=$HOME`x`', 'a\\b', '--include-path=/a b', ''])(
  'quotes %j as one word',
  (word) => {
    expect(splitWords(`-a ${quotedWord(word)} -b`)).toEqual(['-a', ...(word === '' ? [] : [word]), '-b']);
  },
);

describe.each([
  ['GCC', gccVariables],
  ['clang', clangVariables],
  ['host compilers', hostCompilerVariables],
])('the table of %s', (_, table) => {
  it('names each variable once, with its source', () => {
    expect(new Set(table.map(({ name }) => name)).size).toBe(table.length);
    for (const variable of table) expect(variable.source).toMatch(/^https:\/\//);
  });
});

it('joins tables by name, the first one first', () => {
  const text = { name: 'A', role: 'text', source } as const;
  const removed = { name: 'A', role: 'removed', source } as const;
  expect(joinedVariables([text], [removed])).toEqual([text]);
});
