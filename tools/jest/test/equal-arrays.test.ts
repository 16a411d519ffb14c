const LENGTH = 100;
const numbers = Array.from({ length: LENGTH }, (_, i) => i);

describe('long arrays in toEqual', () => {
  it('are equal by their elements', () => {
    expect(numbers).toEqual([...numbers]);
    expect(Int32Array.from(numbers)).toEqual(Int32Array.from(numbers));
    expect(Buffer.from(numbers)).toEqual(Buffer.from(numbers));
    expect({ a: numbers, b: [new Float32Array(numbers)] }).toStrictEqual({
      a: [...numbers],
      b: [new Float32Array(numbers)],
    });
    expect(new Array(LENGTH).fill(NaN)).toEqual(new Array(LENGTH).fill(NaN));
    expect(numbers.map((number) => ({ number }))).toEqual(numbers.map((number) => ({ number })));
  });

  it.each<[string, unknown, unknown]>([
    ['an element', numbers, numbers.with(50, -1)],
    ['the length', numbers, [...numbers, LENGTH]],
    ['the sign of zero', new Array(LENGTH).fill(0), new Array(LENGTH).fill(-0)],
    ['the kind of array', Int32Array.from(numbers), numbers],
    ['the type of the elements', Int32Array.from(numbers), Uint32Array.from(numbers)],
    ['a name beside the elements', Object.assign([...numbers], { dtype: 'int32' }), numbers],
    ['an object among the elements', [...numbers, { a: 1 }], [...numbers, { a: 2 }]],
  ])('differ by %s', (_, a, b) => {
    expect(a).not.toEqual(b);
    expect(b).not.toEqual(a);
    expect([{ a }]).not.toStrictEqual([{ a: b }]);
  });

  it('with holes are strictly equal to arrays with holes alone', () => {
    expect(new Array(LENGTH)).toEqual(new Array(LENGTH).fill(undefined));
    expect(new Array(LENGTH)).not.toStrictEqual(new Array(LENGTH).fill(undefined));
  });

  it('that differ are shown as Jest shows them', () => {
    expect(() => {
      expect(numbers).toEqual(numbers.with(50, -1));
    }).toThrow(/- {3}-1,\n\+ {3}50,/);
  });
});
