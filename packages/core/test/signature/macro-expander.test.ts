/** C's rules for what the use of a macro stands for. The longer examples are those of the C standard (6.10.3.5). */
import { Preprocessor } from '../../src/signature/preprocessor';

/** The tokens of a source after preprocessing, with a space between each two. */
function expand(source: string): string {
  const preprocessor = new Preprocessor(source, { language: 'c', defines: {}, headers: {} });
  const texts: string[] = [];
  for (let token = preprocessor.next(true); token; token = preprocessor.next(true)) {
    texts.push(token.kind === 'string' ? `"${token.text}"` : token.text);
  }
  return texts.join(' ');
}

describe('arguments', () => {
  it.each([
    ['are split at commas outside of parentheses', '#define F(a, b) b a', 'F(f(1, 2), x)', 'x f ( 1 , 2 )'],
    ['are not held together by < >', '#define F(a, b) b a', 'F(pair<int, float>)', 'float > pair < int'],
    ['are not held together by [ ] or { }', '#define F(a, b, c) c b a', 'F([1, 2], {3})', '{ 3 } 2 ] [ 1'],
    ['may reach over lines', '#define F(a, b) a b', 'F\n(\nT,\nx)', 'T x'],
    ['may be empty', '#define F(a, b) <a|b>', 'F(,) F(1,) F(,2)', '< | > < 1 | > < | 2 >'],
    ['may be none', '#define F() one', 'F() F( )', 'one one'],
    ['are expanded first', '#define T wide\n#define F(a) a a', 'F(T)', 'wide wide'],
    ['may hold the macro itself', '#define F(a) <a>', 'F(F(F(x)))', '< < < x > > >'],
    ['may be the parameters of a macro they name', '#define F(g, a) g(a)\n#define TWICE(x) x x', 'F(TWICE, 1)', '1 1'],
  ])('%s', (_, macros, use, expected) => {
    expect(expand(`${macros}\n${use}`)).toBe(expected);
  });

  it.each([
    ['without a parenthesis', '#define F(a) nothing', 'F x', 'F x'],
    ['at the end', '#define F(a) nothing', 'x F', 'x F'],
    ['with too many arguments', '#define F(a) nothing', 'F(1, 2)', 'F ( 1 , 2 )'],
    ['with too few', '#define F(a, b) nothing', 'F(1)', 'F ( 1 )'],
    ['with arguments for no parameters', '#define F() nothing', 'F(1)', 'F ( 1 )'],
    ['with a parenthesis that never closes', '#define F(a) nothing\n#define G(a) a', 'F(G(1)', 'F ( 1'],
  ])('%s the name is left alone', (_, macros, use, expected) => {
    expect(expand(`${macros}\n${use}`)).toBe(expected);
  });

  it('belong to no macro whose definition has a space before the parenthesis', () => {
    expect(expand('#define F (a)\nF(1)')).toBe('( a ) ( 1 )');
  });
});

describe('the rest of the arguments', () => {
  it.each([
    ['keeps its commas', '#define F(...) <__VA_ARGS__>', 'F(a, b) F()', '< a , b > < >'],
    ['may be left out', '#define F(a, ...) a|__VA_ARGS__', 'F(1) F(1,) F(1, 2, 3)', '1 | 1 | 1 | 2 , 3'],
    ['may have a name of its own', '#define F(rest...) <rest>', 'F(a, b)', '< a , b >'],
    [
      'takes the comma before it along where it is left out',
      '#define F(a, ...) f(a, ##__VA_ARGS__)',
      'F(1) F(1,) F(1, 2)',
      'f ( 1 ) f ( 1 , ) f ( 1 , 2 )',
    ],
    [
      'decides on __VA_OPT__',
      '#define F(a, ...) f(a __VA_OPT__(,) __VA_ARGS__ __VA_OPT__(, (end)))',
      'F(1) F(1, 2)',
      'f ( 1 ) f ( 1 , 2 , ( end ) )',
    ],
  ])('%s', (_, macros, use, expected) => {
    expect(expand(`${macros}\n${use}`)).toBe(expected);
  });
});

describe('## and #', () => {
  it.each([
    ['put tokens together', '#define F(a) a##_t x##a##y', 'F(T)', 'T_t xTy'],
    ['take arguments as written', '#define T wide\n#define F(a) a##_t #a', 'F(T)', 'T_t "T"'],
    [
      'one step later take what they mean',
      '#define T wide\n#define G(a) a##_t #a\n#define F(a) G(a)',
      'F(T)',
      'wide_t "wide"',
    ],
    ['make names that are expanded again', '#define wide_t narrow\n#define F(a) a##_t', 'F(wide)', 'narrow'],
    [
      'pass over what is empty',
      '#define F(a, b, c) [a##b##c]',
      'F(A,,C) F(,B,) F(,,C) F(,,)',
      '[ AC ] [ B ] [ C ] [ ]',
    ],
    ['join the ends of longer arguments', '#define F(a, b) a##b', 'F(unsigned in, t x)', 'unsigned int x'],
    ['work without parameters', '#define N A ## B ## 1', 'N', 'AB1'],
    ['leave apart what makes no token', '#define F(a) ns:: ## a', 'F(T)', 'ns :: T'],
    ['are operators in definitions only', '#define F(a, b) a b', 'F(x ## y, # z)', 'x ## y # z'],
    ['are not operators of macros without parameters', '#define N # x', 'N', '# x'],
    ['give prefixes to strings', '#define F(a) L ## #a', 'F(x)', '"x"'],
  ])('%s', (_, macros, use, expected) => {
    expect(expand(`${macros}\n${use}`)).toBe(expected);
  });
});

describe('what has been expanded is read again', () => {
  it.each([
    ['together with what follows', '#define F(a) <a>\n#define G F', 'G(1) G', '< 1 > F'],
    ['but not the macro within itself', '#define F(a) F(a) + 1', 'F(F(2))', 'F ( F ( 2 ) + 1 ) + 1'],
    ['nor within one it uses', '#define F(a) G(a)\n#define G(a) F(a)', 'F(1) G(1)', 'F ( 1 ) G ( 1 )'],
    ['nor later, once it was found there', '#define NIL(x) x\n#define F(a) F NIL(a)', 'NIL(F(1))(2)', 'F 1 ( 2 )'],
  ])('%s', (_, macros, use, expected) => {
    expect(expand(`${macros}\n${use}`)).toBe(expected);
  });

  it('as in the example of the standard', () => {
    const macros = `
#define x 3
#define f(a) f(x * (a))
#undef x
#define x 2
#define g f
#define z z[0]
#define h g(~
#define m(a) a(w)
#define w 0,1
#define t(a) a
#define p() int
#define q(x) x
#define r(x,y) x ## y
#define str(x) # x`;
    const spaced = (text: string) =>
      text
        .replace(/[^\w"]/g, ' $& ')
        .replace(/\s+/g, ' ')
        .trim();
    expect(expand(`${macros}\nf(y+1) + f(f(z)) % t(t(g)(0) + t)(1);`)).toBe(
      spaced('f(2 * (y+1)) + f(2 * (f(2 * (z[0])))) % f(2 * (0)) + t(1);'),
    );
    expect(expand(`${macros}\ng(x+(3,4)-w) | h 5) & m\n(f)^m(m);`)).toBe(
      spaced('f(2 * (2+(3,4)-0,1)) | f(2 * (~ 5)) & f(2 * (0,1))^m(0,1);'),
    );
    expect(expand(`${macros}\np() i[q()] = { q(1), r(2,3), r(4,), r(,5), r(,) };`)).toBe(
      spaced('int i[] = { 1, 23, 4, 5, };'),
    );
    expect(expand(`${macros}\nchar c[2][6] = { str(hello), str() };`)).toBe(spaced('char c[2][6] = { "hello", "" };'));
  });
});
