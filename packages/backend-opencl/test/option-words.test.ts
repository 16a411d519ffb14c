/** Options of one string: what they are to a driver. */
import { resolve } from 'node:path';
import { optionWords } from '../src/option-words';

describe('the words of options', () => {
  it.each<[readonly string[], unknown, string]>([
    [['-cl-mad-enable', '-DX=1', '-DY'], [{ text: '-cl-mad-enable' }, { text: '-DX=1' }, { text: '-DY' }], ''],
    [['-D', 'X=1', '-I', '/a'], [{ text: '-DX=1' }, { text: '-I /a' }], ''],
    [['-DNAME="a b"'], [], '#undef NAME\n#define NAME "a b"\n'],
    [["-DX='c'", '-D X2=2'], [], "#undef X\n#define X 'c'\n#undef X2\n#define X2 2\n"],
    [['-DX=a b', '-UX', '-cl-mad-enable'], [{ text: '-cl-mad-enable' }], '#undef X\n#define X a b\n#undef X\n'],
    [['-DF(x)=x * 2'], [], '#undef F\n#define F(x) x * 2\n'],
    [['-D "X=a b"'], [], '#undef X\n#define X a b\n'],
    [['-I dir with space'], [{ folder: resolve('dir with space') }], ''],
    [['-I "dir with space"'], [{ folder: resolve('dir with space') }], ''],
    [["-Iit's"], [{ folder: resolve("it's") }], ''],
    // Several in one entry, as a driver reads them.
    [['-DA=1 -DB=2  -cl-mad-enable'], [{ text: '-DA=1' }, { text: '-DB=2' }, { text: '-cl-mad-enable' }], ''],
    [['-DA="x -DB=2" -w'], [{ text: '-w' }], '#undef A\n#define A "x -DB=2"\n'],
    [['-DA=x -y'], [], '#undef A\n#define A x -y\n'],
    [['  -cl-std=CL1.2 -Werror '], [{ text: '-cl-std=CL1.2' }, { text: '-Werror' }], ''],
    [['-x something else'], [{ text: '-x something else' }], ''],
  ])('%j', (options, words, macroLines) => {
    expect(optionWords(options)).toEqual({ words, macroLines });
  });

  it.each(['-DX=a \\', '-DX="a" /* b', '-D1X=a b', '-D=a b'])('refuses the macro %j', (option) => {
    expect(() => optionWords([option])).toThrow(expect.objectContaining({ code: 'ARGUMENT' }) as Error);
  });

  it('lets a macro have comments, and what begins one in a string', () => {
    for (const body of ['"/* " ', "'\\\\' ", '1 /* one */', '1 // one /*', '"a\\"/*" ']) {
      expect(optionWords([`-DX=${body}`]).macroLines).toBe(`#undef X\n#define X ${body.trim()}\n`);
    }
  });
});
