/** Fills, boxes, memory the host sees, and what is refused. */
import { casesOf, type CaseDefinition } from '../conformance-case';

const patternCases: readonly CaseDefinition[] = [1, 2, 4, 8, 16].map((width) => ({
  id: `fill-pattern-${width}`,
  title: `a pattern of ${width} byte${width === 1 ? '' : 's'} is repeated to the end and not beyond`,
  run: async ({ random, zeros, check }) => {
    const pattern = random.bytes(width);
    const buffer = zeros('uint8', width * 37);
    buffer.fillPattern(pattern, { offset: width * 2, length: width * 33 });
    const expected = Uint8Array.from({ length: width * 37 }, (_, i) =>
      i >= width * 2 && i < width * 35 ? (pattern[i % width] ?? 0) : 0,
    );
    check.arrayEqual(await buffer.read(), expected);
  },
}));

const one = { grid: 1, block: 1 } as const;
const increment = {
  portable: 'KERNEL void increment(GLOBAL int* x, int n) { for (int i = 0; i < n; i++) x[i] += 1; }',
};

export const memoryKindCases = casesOf('memory', [
  {
    id: 'fill-byte',
    title: 'a byte fills every byte, or a part',
    run: async ({ zeros, check }) => {
      const buffer = zeros('uint8', 1000);
      buffer.fill(0xab);
      check.arrayEqual(await buffer.read(), new Uint8Array(1000).fill(0xab));
      buffer.fill(1, { offset: 3, length: 5 });
      const expected = new Uint8Array(1000).fill(0xab).fill(1, 3, 8);
      check.arrayEqual(await buffer.read(), expected);
      const words = zeros('int32', 3);
      words.fill(0xff, { offset: 1, length: 1 });
      check.arrayEqual(await words.read(), [0, -1, 0]);
    },
  },
  ...patternCases,
  {
    id: 'fill-pattern-typed',
    title: 'a pattern may be an element: fillPattern(Float32Array.of(1.5))',
    run: async ({ zeros, check }) => {
      const buffer = zeros('float32', 5);
      buffer.fillPattern(Float32Array.of(1.5));
      check.arrayEqual(await buffer.read(), [1.5, 1.5, 1.5, 1.5, 1.5]);
      buffer.slice(1, 3).fillPattern(Float32Array.of(-2));
      check.arrayEqual(await buffer.read(), [1.5, -2, -2, 1.5, 1.5]);
    },
  },
  {
    id: 'fill-refused',
    title: 'what is not a byte, and a pattern that does not fit, is refused',
    run: async ({ zeros, check }) => {
      const buffer = zeros('uint8', 12);
      for (const wrong of [256, -1, 1.5, NaN, '1', undefined])
        check.throws('ARGUMENT', () => buffer.fill(wrong as number));
      for (const bytes of [0, 3, 5, 32]) check.throws('ARGUMENT', () => buffer.fillPattern(new Uint8Array(bytes)));
      check.throws('ARGUMENT', () => buffer.fillPattern(new Uint8Array(8)));
      check.throws('ARGUMENT', () => buffer.fillPattern(new Uint8Array(2), { offset: 1, length: 2 }));
      check.throws('ARGUMENT', () => buffer.fill(1, { offset: 10, length: 3 }));
      check.arrayEqual(await buffer.read(), new Uint8Array(12));
    },
  },
  {
    id: 'zeros',
    title: 'zeros are zero, also in memory that was used before',
    run: async ({ device, check }) => {
      for (let i = 0; i < 5; i++) {
        using used = device.allocate('uint8', 4096);
        used.fill(0xee);
      }
      using fresh = device.zeros('uint8', 4096);
      check.arrayEqual(await fresh.read(), new Uint8Array(4096));
    },
  },
  {
    id: 'rectangle-2d',
    title: 'boxes of two dimensions go to the device, from place to place on it, and back',
    requires: ['rectangle-copy'],
    run: async ({ device, zeros, random, check }) => {
      const image = random.bytes(20 * 16);
      const [first, second] = [zeros('uint8', 24 * 16), zeros('uint8', 40 * 20)];
      const extent = [7, 5] as const;
      await device.copyRectangle({
        extent,
        source: { memory: image, rowPitch: 20, origin: [3, 2, 0] },
        destination: { memory: first, rowPitch: 24, origin: [1, 4, 0] },
      });
      await device.copyRectangle({
        extent,
        source: { memory: first, rowPitch: 24, origin: [1, 4, 0] },
        destination: { memory: second, rowPitch: 40, origin: [11, 13, 0] },
      });
      const back = new Uint8Array(9 * 5).fill(255);
      await device.copyRectangle({
        extent,
        source: { memory: second, rowPitch: 40, origin: [11, 13, 0] },
        destination: { memory: back, rowPitch: 9 },
      });
      const expected = new Uint8Array(9 * 5).fill(255);
      for (let y = 0; y < 5; y++) expected.set(image.subarray((y + 2) * 20 + 3, (y + 2) * 20 + 10), y * 9);
      check.arrayEqual(back, expected);
      const whole = await first.read();
      check.equal(
        whole.filter((byte) => byte !== 0).length,
        expected.filter((b) => b !== 255 && b !== 0).length,
        'bytes set',
      );
    },
  },
  {
    id: 'rectangle-3d',
    title: 'boxes of three dimensions keep rows and slices apart',
    requires: ['rectangle-copy'],
    run: async ({ device, upload, check }) => {
      const side = 8;
      const volume = await upload(Uint16Array.from({ length: side ** 3 }, (_, i) => i));
      const box = new Uint16Array(3 * 2 * 4);
      await device.copyRectangle({
        extent: [3 * 2, 2, 4],
        source: { memory: volume, rowPitch: side * 2, slicePitch: side * side * 2, origin: [2 * 2, 5, 3] },
        destination: { memory: box, rowPitch: 3 * 2 },
      });
      const expected = Uint16Array.from({ length: 24 }, (_, i) => {
        const [x, y, z] = [i % 3, Math.floor(i / 3) % 2, Math.floor(i / 6)];
        return (z + 3) * side * side + (y + 5) * side + x + 2;
      });
      check.arrayEqual(box, expected);
    },
  },
  {
    id: 'rectangle-refused',
    title: 'a box that leaves its memory, or overlaps itself, is refused',
    requires: ['rectangle-copy'],
    run: async ({ device, zeros, check }) => {
      const memory = zeros('uint8', 64);
      const host = new Uint8Array(64);
      const copy = (extent: readonly [number, number, number?], rowPitch: number, origin?: [number, number, number]) =>
        device.copyRectangle({
          extent,
          source: { memory: host, rowPitch: 8 },
          destination: { memory, rowPitch, ...(origin ? { origin } : {}) },
        });
      await check.rejects('ARGUMENT', copy([8, 9], 8));
      await check.rejects('ARGUMENT', copy([8, 8], 4));
      await check.rejects('ARGUMENT', copy([8, 8], 8, [1, 0, 0]));
      await check.rejects('ARGUMENT', copy([0, 8], 8));
      await check.rejects('ARGUMENT', copy([8, 1.5], 8));
      await copy([8, 8], 8);
    },
  },
  {
    id: 'pinned',
    title: 'pinned memory is one for host and device',
    requires: ['pinned-memory'],
    source: increment,
    run: async ({ device, own, check }, module) => {
      const pinned = own(device.allocate('int32', 4, { kind: 'pinned' }));
      pinned.hostView().set([1, 2, 3, 4]);
      module.kernel('increment').launch(one, pinned, 4);
      await device.synchronize();
      check.arrayEqual(pinned.hostView(), [2, 3, 4, 5]);
      check.arrayEqual(await pinned.read(), [2, 3, 4, 5]);
      // A write is kept when its source may change again; the bytes arrive in stream order.
      await pinned.slice(1, 3).write(Int32Array.of(8, 9));
      await device.synchronize();
      check.arrayEqual(pinned.slice(1).hostView(), [8, 9, 5]);
    },
  },
  {
    id: 'managed',
    title: 'managed memory is one for host and device',
    requires: ['managed-memory'],
    source: increment,
    run: async ({ device, own, check }, module) => {
      const managed = own(device.allocate('int32', 4, { kind: 'managed' }));
      managed.hostView().set([1, 2, 3, 4]);
      module.kernel('increment').launch(one, managed, 4);
      await device.synchronize();
      check.arrayEqual(managed.hostView(), [2, 3, 4, 5]);
    },
  },
  {
    id: 'host-view-refused',
    title: 'plain device memory has no host view',
    run: async ({ zeros, check }) => {
      check.throws('UNSUPPORTED', () => zeros('int32', 1).hostView());
    },
  },
  {
    id: 'too-large',
    title: 'more memory than one allocation may have is refused, and the device goes on',
    run: async ({ device, zeros, check }) => {
      const max = device.properties.limits.allocationBytes;
      const requested = Math.min(max + 1, Number.MAX_SAFE_INTEGER);
      check.throws('OUT_OF_MEMORY', () => device.allocate(requested), { requested, max });
      check.throws('OUT_OF_MEMORY', () => device.allocate(Number.MAX_SAFE_INTEGER));
      const buffer = zeros('int32', 4);
      check.arrayEqual(await buffer.read(), [0, 0, 0, 0]);
    },
  },
  {
    id: 'lengths-refused',
    title: 'lengths that are none are refused, and types that do not exist',
    run: async ({ device, check }) => {
      for (const wrong of [-1, 1.5, NaN, Infinity]) {
        check.throws('ARGUMENT', () => device.allocate(wrong));
        check.throws('ARGUMENT', () => device.allocate('float32', wrong));
      }
      check.throws('ARGUMENT', () => device.allocate('float' as never, 1));
      check.throws('ARGUMENT', () => device.allocate('float32', '8' as never));
      check.throws('ARGUMENT', () => device.allocate('float32', 8, { kind: 'fast' as never }));
    },
  },
  {
    id: 'types-refused',
    title: 'arrays of another type are refused by write, read and copy',
    run: async ({ device, zeros, check }) => {
      const buffer = zeros('float32', 4);
      await check.rejects('ARGUMENT', buffer.write(Int32Array.of(1)));
      await check.rejects('ARGUMENT', buffer.write([1, 2] as never));
      await check.rejects('ARGUMENT', buffer.read(Int32Array));
      await check.rejects('ARGUMENT', buffer.readInto(new Float64Array(4)));
      await check.rejects('ARGUMENT', device.upload([1, 2] as never));
      check.throws('ARGUMENT', () => buffer.copyFrom(zeros('int32', 4)));
      check.throws('ARGUMENT', () => buffer.copyFrom(Float32Array.of(1) as never));
      check.arrayEqual(await buffer.read(), [0, 0, 0, 0]);
    },
  },
  {
    id: 'ranges-refused',
    title: 'what does not fit is refused and changes nothing',
    run: async ({ zeros, check }) => {
      const buffer = zeros('int32', 4);
      await check.rejects('ARGUMENT', buffer.write(new Int32Array(5).fill(1)), { requested: 5, max: 4 });
      await check.rejects('ARGUMENT', buffer.write(Int32Array.of(1, 1), { offset: 3 }));
      for (const offset of [-1, 0.5, 5, NaN]) await check.rejects('ARGUMENT', buffer.read({ offset }));
      for (const length of [-1, 0.5, 5]) await check.rejects('ARGUMENT', buffer.read({ length }));
      check.throws('ARGUMENT', () => buffer.copyFrom(zeros('int32', 5)));
      check.arrayEqual(await buffer.read(), [0, 0, 0, 0]);
    },
  },
  {
    id: 'information',
    title: 'the device tells how much memory it has, and how much is free',
    run: async ({ device, check }) => {
      const { freeBytes, totalBytes } = device.memoryInfo();
      check.ok(totalBytes > 0 && freeBytes >= 0 && freeBytes <= totalBytes, `${freeBytes} of ${totalBytes} bytes free`);
      check.ok(device.properties.totalBytes > 0, 'totalBytes is not positive');
    },
  },
  {
    id: 'read-aborted',
    title: 'a read whose signal has fired gives up, and the next one works',
    run: async ({ zeros, check }) => {
      const buffer = zeros('int32', 1000);
      await check.rejects('ABORTED', buffer.read({ signal: AbortSignal.abort() }));
      check.equal((await buffer.read({ signal: new AbortController().signal })).length, 1000, 'length');
    },
  },
]);
