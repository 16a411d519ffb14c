/** Logs in which a compiler wrote other characters than it was given. */
import { restoredCharacters } from '@heddle/core/backend';
import * as fc from 'fast-check';

const userSource = 'float größe; static_assert(false, "süß 日本"); auto 🧵 = 1;';

describe('the characters of a log', () => {
  it.each([
    ['GCC in the C locale', "k.cu:1:3: error: 'gr\\U000000f6\\U000000dfe' is not a type", "k.cu:1:3: error: 'größe' is not a type"],
    ['nvcc and NVRTC', 'k.cu(1): error: identifier "gr\\u00f6\\u00dfe" is undefined', 'k.cu(1): error: identifier "größe" is undefined'],
    ['a character beyond 16 bits', "'\\U0001f9f5' was not declared", "'🧵' was not declared"],
    ['a string in question marks', 'static assertion failed with "s???? ??????"', 'static assertion failed with "süß 日本"'],
    ['question marks of its own', 'error: "what??" and "gr??sse"', 'error: "what??" and "gr??sse"'],
    ['clang, what its Unicode does not know', "k.cl:1:2: error: '<U+1F9F5>' and <U+00F6>", "k.cl:1:2: error: '🧵' and ö"],
    ['clang, what nobody sees', "unexpected character <U+200B>, <U+202E>, <U+00A0>, <U+E000>, <U+D800>", "unexpected character <U+200B>, <U+202E>, <U+00A0>, <U+E000>, <U+D800>"],
    ['escapes that are not characters', "'\\u000a' '\\Ud800dead' '\\u00F6' '\\U00110000'", "'\\u000a' '\\Ud800dead' '\\u00F6' '\\U00110000'"],
  ])('are restored: %s', (_, log, restored) => {
    expect(restoredCharacters(log, { userSource })).toBe(restored);
  }); // prettier-ignore

  it('stand above the mark that belongs to them', () => {
    const log = '  float gr\\U000000f6\\U000000dfe = x;\n                                 ^\n      ^~~\n';
    expect(restoredCharacters(log, { userSource })).toBe('  float größe = x;\n               ^\n      ^~~\n');
  });

  it.each([
    ['the source', { userSource: 'x = "\\u00f6";' }],
    ['a header', { userSource: '', headers: { 'a.h': '\\u00f6' } }],
    ['an option', { userSource: '', options: ['-DX=\\u00f6'] }],
    ['a macro', { userSource: '', defines: { X: '\\u00f6' } }],
    ['a name', { userSource: '', names: ['f<\\u00f6>'] }],
  ])('stay escaped where the user escaped them: in %s', (_, texts) => {
    expect(restoredCharacters('"\\u00f6" and "\\u00df"', texts)).toBe('"\\u00f6" and "ß"');
  });

  it("stay escaped in clang's way where the user wrote that", () => {
    const log = 'k.cl:1:2: error: "<U+00F6> <U+00DF>"';
    expect(restoredCharacters(log, { userSource: '#error "<U+00F6> ß"' })).toBe('k.cl:1:2: error: "<U+00F6> ß"');
  });

  it('are those of the text, whatever it says', () => {
    const word = fc.string({ unit: fc.constantFrom(...Array.from('aö?日🧵.*[(')), minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(word, word, (text, before) => {
        const escaped = Array.from(text, (c) =>
          c > '\x7f' ? `\\U${c.codePointAt(0)!.toString(16).padStart(8, '0')}` : c,
        );
        expect(restoredCharacters(`'${escaped.join('')}'`, { userSource: text })).toBe(`'${text}'`);
        const questions = [...Buffer.from(text, 'utf8')].map((byte) => (byte > 127 ? '?' : String.fromCharCode(byte)));
        const restored = restoredCharacters(`says "${questions.join('')}"`, { userSource: `${before}"${text}"` });
        // Another text of the same shape may stand before it.
        const shape = (each: string): string => each.replace(/[^\x00-\x7f]/gu, (c) => '?'.repeat(Buffer.byteLength(c)));
        expect(shape(restored)).toBe(`says "${questions.join('')}"`);
      }),
    );
  });
});
