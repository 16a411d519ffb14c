import fc from 'fast-check';
import { parsePythonJson, printPythonJson, spellingOf, type PythonJson } from '../../src/files/python-json';
import { pythonNumber, pythonString } from '../../src/files/python-number';

describe('numbers as Python spells them', () => {
  // From CPython's own repr and json.dumps.
  it.each([
    [1e-5, '1e-05'],
    [0.0001, '0.0001'],
    [1.5e-7, '1.5e-07'],
    [1e16, '1e+16'],
    [1.2345e22, '1.2345e+22'],
    [5e-324, '5e-324'],
    [1.7976931348623157e308, '1.7976931348623157e+308'],
    [1234567890123456.8, '1234567890123456.8'],
    [0.1, '0.1'],
    [-0, '-0.0'],
    [NaN, 'NaN'],
    [-Infinity, '-Infinity'],
    [7, '7'],
  ])('%p is %s', (value, text) => expect(pythonNumber(value)).toBe(text));

  it.each([
    [1, '1.0'],
    [100, '100.0'],
    [1e15, '1000000000000000.0'],
    [1e16, '1e+16'],
    [-3, '-3.0'],
  ])('the float %p is %s', (value, text) => expect(pythonNumber(value, true)).toBe(text));

  it('reads back as the same number', () => {
    fc.assert(
      fc.property(fc.double(), fc.boolean(), (value, isFloat) => {
        expect(parsePythonJson(pythonNumber(value, isFloat))).toBe(value);
      }),
    );
  });

  it('escapes everything beyond ASCII, as json.dumps does', () => {
    expect(pythonString('µs "é"\n\u{1f600}\u007f')).toBe('"\\u00b5s \\"\\u00e9\\"\\n\\ud83d\\ude00\u007f"');
  });
});

describe('JSON of Python', () => {
  const json = fc.letrec<{ value: PythonJson }>((tie) => ({
    value: fc.oneof(
      { depthSize: 'small' },
      fc.constant(null),
      fc.boolean(),
      fc.double(),
      fc.integer(),
      fc.string({ unit: 'binary' }),
      fc.array(tie('value')),
      fc.dictionary(fc.string({ unit: 'binary' }), tie('value')),
    ),
  })).value;

  it('is read as it was written', () => {
    fc.assert(
      fc.property(json, fc.option(fc.integer({ min: 0, max: 3 }), { nil: undefined }), (value, indent) => {
        const text = printPythonJson(value, indent === undefined ? {} : { indent });
        expect(printPythonJson(parsePythonJson(text), indent === undefined ? {} : { indent })).toBe(text);
        expect(parsePythonJson(text)).toEqual(value);
      }),
    );
  });

  it('keeps the spelling of numbers that are not changed, and no other', () => {
    const text = '{"a": 1.0, "b": [2, 3.0, 12345678901234567890, 1E5], "c": NaN}';
    const value = parsePythonJson(text) as { a: number; b: number[] };
    expect(value.a).toBe(1);
    expect(spellingOf(value, 'a')).toBe('1.0');
    expect(printPythonJson(value as PythonJson)).toBe(text);
    value.b[1] = 4;
    expect(printPythonJson(value as PythonJson)).toContain('[2, 4, 12345678901234567890, 1E5]');
  });

  it('takes __proto__ for a name like any other', () => {
    const value = parsePythonJson('{"__proto__": {"polluted": 1}}') as object;
    expect(Object.keys(value)).toEqual(['__proto__']);
    expect(({} as { polluted?: number }).polluted).toBeUndefined();
  });

  it.each(['', '{', '[1,]', '{"a" 1}', '"open', '01', '1.', 'nul', '"\\x"', '{"a": 1} x', '['.repeat(100_000)])(
    'refuses %s',
    (text) => expect(() => parsePythonJson(text)).toThrow(expect.objectContaining({ code: 'CORRUPT' })),
  );

  it('never fails in another way, whatever the text', () => {
    const fragment = fc.constantFrom('{', '}', '[', ']', ',', ':', '"a"', '1', '-', 'NaN', 'e', '.', '\\', ' ', '\n');
    fc.assert(
      fc.property(fc.array(fragment), (fragments) => {
        try {
          parsePythonJson(fragments.join(''));
        } catch (error) {
          expect(error).toMatchObject({ code: 'CORRUPT' });
        }
      }),
    );
  });
});
