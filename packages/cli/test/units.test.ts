import fc from 'fast-check';
import { columns } from '../src/command-line/table';
import { formatBytes, formatMilliseconds, formatSeconds } from '../src/command-line/units';

describe('figures for people', () => {
  it.each([
    [0, '0 B'],
    [1023, '1023 B'],
    [1536, '1.5 KiB'],
    [227 * 1024, '227 KiB'],
    [2 ** 40, '1 TiB'],
  ])('%d bytes are %s', (byteLength, text) => expect(formatBytes(byteLength)).toBe(text));

  it.each([
    [0, '0 ms'],
    [0.00012, '120 ns'],
    [0.0123, '12.3 µs'],
    [5.65812, '5.658 ms'],
    [1500, '1.5 s'],
    [75_000, '1 min 15 s'],
    [7_260_000, '2 h 1 min'],
  ])('%d ms are %s', (milliseconds, text) => expect(formatMilliseconds(milliseconds)).toBe(text));

  it('writes seconds below one in milliseconds', () => expect(formatSeconds(0.25)).toBe('250 ms'));

  it('keeps a figure within a thousandth of what it was', () => {
    const unit = { ns: 1e-6, µs: 1e-3, ms: 1, s: 1000 };
    fc.assert(
      fc.property(fc.double({ min: 1e-6, max: 59_000, noNaN: true }), (milliseconds) => {
        const [figure, name] = formatMilliseconds(milliseconds).split(' ') as [string, keyof typeof unit];
        expect(Math.abs(Number(figure) * unit[name] - milliseconds)).toBeLessThanOrEqual(milliseconds * 1e-3);
      }),
    );
  });

  it('aligns columns, numbers at the right', () => {
    expect(
      columns(
        [
          ['a', '1', 'x'],
          ['bcd', '10', ''],
        ],
        [1],
      ),
    ).toEqual(['a     1  x', 'bcd  10']);
  });
});
