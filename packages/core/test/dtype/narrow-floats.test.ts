import {
  bfloat16ArrayFrom,
  bfloat16FromNumber,
  float16ArrayFrom,
  float16FromNumber,
  numberFromBfloat16,
  numberFromFloat16,
  numbersFromBfloat16,
  numbersFromFloat16,
} from '../../src/dtype';

const formats = [
  {
    name: 'float16',
    fromNumber: float16FromNumber,
    toNumber: numberFromFloat16,
    arrayFrom: float16ArrayFrom,
    toNumbers: numbersFromFloat16,
    infinity: 0x7c00,
    quietNaN: 0x7e00,
  },
  {
    name: 'bfloat16',
    fromNumber: bfloat16FromNumber,
    toNumber: numberFromBfloat16,
    arrayFrom: bfloat16ArrayFrom,
    toNumbers: numbersFromBfloat16,
    infinity: 0x7f80,
    quietNaN: 0x7fc0,
  },
] as const;

describe.each(formats)('$name', ({ fromNumber, toNumber, arrayFrom, toNumbers, infinity, quietNaN }) => {
  const patterns = Array.from({ length: 65536 }, (_, bits) => bits);
  const isNaNPattern = (bits: number) => (bits & 0x7fff) > infinity;

  it('gives every one of the 65,536 patterns back', () => {
    const wrong = patterns.filter((bits) => fromNumber(toNumber(bits)) !== (isNaNPattern(bits) ? quietNaN : bits));
    expect(wrong).toEqual([]);
  });

  it('reads every pattern as the format says', () => {
    const fractionBits = Math.log2(infinity & -infinity);
    const bias = (infinity >> fractionBits) >> 1;
    const wrong = patterns.filter((bits) => {
      const sign = bits >= 0x8000 ? -1 : 1;
      const exponent = (bits & infinity) >> fractionBits;
      const fraction = (bits & ((1 << fractionBits) - 1)) / (1 << fractionBits);
      const value =
        exponent === infinity >> fractionBits
          ? fraction > 0
            ? NaN
            : Infinity
          : exponent === 0
            ? fraction * 2 ** (1 - bias)
            : (1 + fraction) * 2 ** (exponent - bias);
      return !Object.is(toNumber(bits), sign * value) && !(isNaNPattern(bits) && Number.isNaN(toNumber(bits)));
    });
    expect(wrong).toEqual([]);
  });

  it('rounds between all neighbours to the nearest, half-way to the even one', () => {
    const wrong: number[] = [];
    for (let bits = 0; bits < infinity; bits++) {
      const low = toNumber(bits);
      // The upper neighbour of the largest finite value is where the next power of two would be.
      const high = bits + 1 === infinity ? low + (low - toNumber(bits - 1)) : toNumber(bits + 1);
      const middle = low + (high - low) / 2;
      const even = bits % 2 === 0 ? bits : bits + 1;
      const epsilon = (high - low) * 2 ** -20;
      for (const sign of [0, 0x8000]) {
        const signed = (value: number) => (sign ? -value : value);
        if (fromNumber(signed(middle)) !== (sign | even)) wrong.push(bits);
        if (fromNumber(signed(middle - epsilon)) !== (sign | bits)) wrong.push(bits);
        if (fromNumber(signed(middle + epsilon)) !== (sign | (bits + 1))) wrong.push(bits);
      }
    }
    expect(wrong).toEqual([]);
  });

  it('keeps infinities, signed zeros and NaN, and loses what is too small', () => {
    expect([Infinity, -Infinity, 0, -0, NaN, 1e300, -1e300, 1e-300, -1e-300].map(fromNumber)).toEqual([
      infinity,
      0x8000 | infinity,
      0,
      0x8000,
      quietNaN,
      infinity,
      0x8000 | infinity,
      0,
      0x8000,
    ]);
  });

  it('converts arrays element by element', () => {
    const bits = arrayFrom([0, 1, -2.5, Infinity]);
    expect(bits).toBeInstanceOf(Uint16Array);
    expect(Array.from(toNumbers(bits))).toEqual([0, 1, -2.5, Infinity]);
    expect(arrayFrom(new Float64Array(0))).toHaveLength(0);
  });
});
