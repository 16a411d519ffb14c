/** Messages out of which a compiler leaves characters beyond ASCII: clang until version 13. */
import { restoredCharacters } from '@heddle/core/backend';
import * as fc from 'fast-check';

const said = (log: string, userSource: string, more: object = {}): string =>
  restoredCharacters(log, { userSource, ...more });

describe('a message without the characters beyond ASCII of the text that it is', () => {
  it.each([
    ['#error', 'k.cl:1:2: error: "s "', '#error "süß 日本"', 'k.cl:1:2: error: "süß 日本"'],
    ['#warning', 'k.cl:1:2: warning: gre', '  # warning größe\r\n', 'k.cl:1:2: warning: größe'],
    ['#pragma message', 'k.cl:1:9: warning: s', '#pragma message "süß"', 'k.cl:1:9: warning: süß'],
    ['a message of such characters alone', 'k.cl:1:2: error: ', '#error 日本', 'k.cl:1:2: error: 日本'],
    ['diagnose_if', 'k.cl:3:1: error: s', '__attribute__((diagnose_if(1, "süß", "error")))', 'k.cl:3:1: error: süß'],
    ['a fatal error', 'k.cl:1:2: fatal error: gre', '#error größe', 'k.cl:1:2: fatal error: größe'],
  ])('is completed: %s', (_, log, source, whole) => {
    expect(said(`${log}\n`, `int a;\n${source}\nint b;\n`)).toBe(`${whole}\n`);
  });

  it.each([
    ['a header', { headers: { 'a.h': '#error größe' } }],
    ['a macro', { defines: { TEXT: '"größe"' } }],
    ['an option', { options: ['-DTEXT="größe"'] }],
  ])('is completed from %s', (_, more) => {
    expect(said('a.h:1:2: error: gre', '', more)).toBe('a.h:1:2: error: größe');
  });

  it('is completed from the line that the compiler shows, before any other', () => {
    const log = 'k.cl:2:2: error: gre\n#error größe\n ^\nk.cl:1:2: error: gre\n#error gräße\n ^\n';
    expect(said(log, '#error gräße\n#error größe\n')).toBe(log.replace('gre', 'größe').replace(/gre$/m, 'gräße'));
    // A header on disk, of which nothing else is known; 🧵 is one that the compiler does not know either.
    const header = '/inc/a.h:1:2: error: "s "\n#error "süß <U+1F9F5>"\n ^\n';
    expect(said(header, '#include "a.h"')).toBe('/inc/a.h:1:2: error: "süß 🧵"\n#error "süß 🧵"\n ^\n');
  });

  it.each([
    ['several texts could be meant', 'k.cl:1:2: error: gre', '#error größe\n#error gräße'],
    ['no text is meant', "k.cl:1:2: error: use of undeclared identifier 'x'", '#error größe\nx = "ö";'],
    ['only a part of a text is the same', 'k.cl:1:2: error: gre', '#error die größe'],
    ['the message has such characters itself', 'k.cl:1:2: error: größe', '#error größe\n#error größe'],
    ['the line is not a message', 'gre', '#error größe'],
    ['the text is of ASCII', 'k.cl:1:2: error: groesse', '#error groesse'],
  ])('stays as it is if %s', (_, log, source) => {
    expect(said(log, source)).toBe(log);
  });

  it('is the text again, whatever that is', () => {
    const text = fc.string({ unit: fc.constantFrom(...Array.from('aö日🧵 .*[($')), minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(text, (each) => {
        const whole = `x${each}`;
        const shown = `#error ${whole}\n ^`;
        const log = `k.cl:1:2: error: ${whole.replace(/[^\x00-\x7f]/g, '')}\n${shown}`;
        expect(said(log, '')).toBe(`k.cl:1:2: error: ${whole}\n${shown}`);
      }),
    );
  });
});
