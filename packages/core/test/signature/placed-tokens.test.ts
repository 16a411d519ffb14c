/** Tokens with their places, as those need them who rewrite a source. */
import fc from 'fast-check';
import { placedTokens } from '@heddle/core/backend';

const texts = (source: string): string[] => placedTokens(source).map(({ text }) => text);

it('are the source without comments and white space', () => {
  expect(texts('x += 1e-6f; // 1\n/* 2 */ s = R"a(")a" "\\"" \'"\';\n#pragma unroll\n')).toEqual([
    ...['x', '+', '=', '1e-6f', ';', 's', '=', 'R"a(")a"', '"\\""', `'"'`, ';', '#', 'pragma', 'unroll'],
  ]);
});

it('stand where they say', () => {
  const piece = fc.constantFrom(
    'a',
    '1.5e+3',
    '"s\\n"',
    "'c'",
    '::',
    '...',
    '/* c */',
    '// c\n',
    '\\\n',
    ' ',
    '#',
    '{',
    'R"(x)"',
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
      const source = pieces.join('');
      let end = 0;
      for (const { text, start } of placedTokens(source)) {
        expect(source.slice(start, start + text.length)).toBe(text);
        expect(start).toBeGreaterThanOrEqual(end);
        end = start + text.length;
      }
    }),
  );
});
