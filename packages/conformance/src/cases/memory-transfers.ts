/** To the device and back: every type, every offset, nothing lost. */
import { dtypeInfo, dtypes, type Buffer, type DType, type TypedArray } from '@heddle/core';
import type { CaseContext } from '../case-context';
import { casesOf, type CaseDefinition } from '../conformance-case';

/** Random elements of a dtype, whatever their bits mean. */
function randomElements({ random }: CaseContext, dtype: DType, length: number): TypedArray {
  const { byteLength, array } = dtypeInfo(dtype);
  const bytes = random.bytes(length * byteLength);
  return new array(bytes.buffer, 0, bytes.byteLength / array.BYTES_PER_ELEMENT);
}

function sameBytes({ check }: CaseContext, actual: ArrayBufferView, expected: ArrayBufferView, what?: string): void {
  check.arrayEqual(bytesOf(actual), bytesOf(expected), what);
}

function bytesOf({ buffer, byteOffset, byteLength }: ArrayBufferView): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}

const roundTrips: readonly CaseDefinition[] = dtypes.map((dtype) => ({
  id: `round-trip-${dtype}`,
  title: `${dtype} comes back as it went`,
  run: async (context) => {
    const elements = randomElements(context, dtype, 1001);
    const buffer = await context.upload(elements, dtype);
    context.check.equal(buffer.dtype, dtype, 'dtype');
    context.check.equal(buffer.length, 1001, 'length');
    sameBytes(context, await buffer.read(), elements);
    sameBytes(
      context,
      await buffer.read({ offset: 500, length: 3 }),
      elements.subarray((500 * elements.length) / 1001, (503 * elements.length) / 1001),
    );
  },
}));

export const transferCases = casesOf('memory', [
  ...roundTrips,
  {
    id: 'empty',
    title: 'an empty array is an array: uploaded, read, filled and copied',
    run: async ({ device, own, upload, zeros, check }) => {
      const buffer = await upload(new Float32Array(0));
      check.equal(buffer.length, 0, 'length');
      buffer.fill(1);
      buffer.copyFrom(zeros('float32', 0) as Buffer);
      await buffer.write(new Float32Array(0));
      check.equal((await buffer.read()).length, 0, 'length read');
      check.equal(own(device.allocate(0)).length, 0, 'length of nothing');
    },
  },
  {
    id: 'one-byte',
    title: 'a single byte is written, filled and read',
    run: async ({ upload, check }) => {
      const buffer = await upload(Uint8Array.of(7));
      check.arrayEqual(await buffer.read(), [7]);
      buffer.fill(9);
      check.arrayEqual(await buffer.read(), [9]);
    },
  },
  {
    id: 'large',
    title: '48 MiB go and come back',
    unless: (device) =>
      device.properties.limits.allocationBytes < 48 * 2 ** 20 ? 'the device allows less in one allocation' : undefined,
    run: async ({ upload, check }) => {
      const elements = new Uint32Array(12 * 2 ** 20);
      for (let i = 0; i < elements.length; i++) elements[i] = Math.imul(i, 2654435761);
      const buffer = await upload(elements);
      const back = await buffer.read();
      let differences = 0;
      for (let i = 0; i < elements.length; i++) if (back[i] !== elements[i]) differences++;
      check.equal(differences, 0, 'elements that differ');
    },
  },
  {
    id: 'offsets',
    title: 'writes and reads at offsets touch what they name and nothing else',
    run: async ({ zeros, check }) => {
      const buffer = zeros('int32', 10);
      await buffer.write(Int32Array.of(1, 2, 3), { offset: 4 });
      check.arrayEqual(await buffer.read(), [0, 0, 0, 0, 1, 2, 3, 0, 0, 0]);
      check.arrayEqual(await buffer.read({ offset: 5, length: 2 }), [2, 3]);
      check.arrayEqual(await buffer.read({ offset: 9 }), [0]);
      const target = new Int32Array(3).fill(-1);
      await buffer.readInto(target, { offset: 3 });
      check.arrayEqual(target, [0, 1, 2]);
    },
  },
  {
    id: 'odd-offsets',
    title: 'byte offsets need no alignment in transfers',
    run: async ({ zeros, check }) => {
      const buffer = zeros('uint8', 9);
      await buffer.write(Uint8Array.of(1, 2, 3), { offset: 1 });
      await buffer.write(Uint8Array.of(4, 5, 6), { offset: 5 });
      check.arrayEqual(await buffer.read(), [0, 1, 2, 3, 0, 4, 5, 6, 0]);
      check.arrayEqual(await buffer.read({ offset: 3, length: 3 }), [3, 0, 4]);
    },
  },
  {
    id: 'parts-of-host-arrays',
    title: 'subarrays, DataViews and ArrayBuffers are written from where they begin',
    run: async ({ device, own, upload, check }) => {
      const elements = Float32Array.of(1, 2, 3, 4, 5);
      check.arrayEqual(await (await upload(elements.subarray(1, 4))).read(), [2, 3, 4]);
      const raw = own(device.allocate(8));
      await raw.write(new DataView(elements.buffer, 4, 8));
      check.arrayEqual(await raw.read(Float32Array), [2, 3]);
      await raw.write(elements.slice(3).buffer);
      check.arrayEqual(await raw.read(Float32Array), [4, 5]);
      const target = new Float32Array(6);
      await raw.readInto(target.subarray(3, 5));
      check.arrayEqual(target, [0, 0, 0, 4, 5, 0]);
    },
  },
  {
    id: 'source-may-change-after',
    title: 'once a write has ended, the host array may change',
    run: async ({ zeros, check }) => {
      const buffer = zeros('int32', 1000);
      const source = new Int32Array(1000).fill(1);
      await buffer.write(source);
      source.fill(2);
      check.arrayEqual(await buffer.read(), new Int32Array(1000).fill(1));
    },
  },
  {
    id: 'slice',
    title: 'slices show their part, count from the end too, and share the memory',
    run: async ({ upload, check }) => {
      const buffer = await upload(Int32Array.from({ length: 10 }, (_, i) => i));
      check.arrayEqual(await buffer.slice(2, 5).read(), [2, 3, 4]);
      check.arrayEqual(await buffer.slice(-3).read(), [7, 8, 9]);
      check.arrayEqual(await buffer.slice(2, -2).slice(1, 3).read(), [3, 4]);
      check.equal(buffer.slice(5, 2).length, 0, 'length of a slice that ends before it starts');
      await buffer.slice(8).write(Int32Array.of(80, 90));
      check.arrayEqual(await buffer.read({ offset: 7 }), [7, 80, 90]);
    },
  },
  {
    id: 'overlapping-views',
    title: 'views that overlap see what was written through each other',
    run: async ({ zeros, check }) => {
      const buffer = zeros('uint8', 12);
      const [left, right] = [buffer.slice(0, 8), buffer.slice(4, 12)];
      left.fill(1);
      right.fill(2);
      check.arrayEqual(await left.read(), [1, 1, 1, 1, 2, 2, 2, 2]);
      left.slice(6).fill(3);
      check.arrayEqual(await right.read(), [2, 2, 3, 3, 2, 2, 2, 2]);
    },
  },
  {
    id: 'as',
    title: 'the same bytes are read as another type, where it divides them',
    run: async ({ upload, check }) => {
      const buffer = await upload(Float32Array.of(1, -2, 0.5));
      check.arrayEqual(await buffer.as('uint32').read(), [0x3f800000, 0xc0000000, 0x3f000000]);
      check.equal(buffer.as('uint8').length, 12, 'length in bytes');
      check.throws('ARGUMENT', () => buffer.as('float64'));
      check.throws('ARGUMENT', () => buffer.as('uint8').slice(1).as('uint32'));
      check.throws('ARGUMENT', () => buffer.as('float' as never));
    },
  },
  {
    id: 'copy',
    title: 'copies on the device, whole and at offsets',
    run: async ({ upload, zeros, check }) => {
      const source = await upload(Int32Array.of(1, 2, 3, 4));
      const target = zeros('int32', 6);
      target.copyFrom(source);
      check.arrayEqual(await target.read(), [1, 2, 3, 4, 0, 0]);
      target.copyFrom(source.slice(1, 3), { offset: 4 });
      check.arrayEqual(await target.read(), [1, 2, 3, 4, 2, 3]);
      target.slice(2, 4).copyFrom(source.slice(0, 2));
      check.arrayEqual(await target.read(), [1, 2, 1, 2, 2, 3]);
    },
  },
  {
    id: 'copy-within',
    title: 'a copy between parts of one buffer that do not overlap',
    run: async ({ upload, check }) => {
      const buffer = await upload(Int32Array.of(1, 2, 3, 4, 0, 0, 0, 0));
      buffer.slice(4).copyFrom(buffer.slice(0, 4));
      check.arrayEqual(await buffer.read(), [1, 2, 3, 4, 1, 2, 3, 4]);
    },
  },
  {
    id: 'between-devices',
    title: 'a copy from another device comes after what was enqueued on both',
    run: async ({ device, zeros, openDevice, check }) => {
      // The next physical device if there is one, else the same one opened again.
      const other = await openDevice({ device: device.index + 1 }).catch(() => openDevice());
      const [source, target] = [other.zeros('int32', 6), zeros('int32', 8)];
      source.fillPattern(Int32Array.of(5), { offset: 2 });
      target.fillPattern(Int32Array.of(-1));
      await target.copyFromPeer(source.slice(1, 5), { offset: 3 });
      check.arrayEqual(await target.read(), [-1, -1, -1, 0, 5, 5, 5, -1]);
      check.throws('ARGUMENT', () => {
        target.copyFrom(source);
      });
    },
  },
  {
    id: 'concurrent-reads',
    title: 'many reads at once each get their own part',
    run: async ({ upload, check }) => {
      const buffer = await upload(Int32Array.from({ length: 3200 }, (_, i) => i));
      const parts = await Promise.all(
        Array.from({ length: 32 }, (_, i) => buffer.read({ offset: 100 * i, length: 100 })),
      );
      parts.forEach((part, i) => {
        check.arrayEqual(
          part,
          Int32Array.from({ length: 100 }, (_, j) => 100 * i + j),
          `read ${i}`,
        );
      });
    },
  },
  {
    id: 'concurrent-writes',
    title: 'many writes at once each land in their own part',
    run: async ({ zeros, check }) => {
      const buffer = zeros('int32', 3200);
      await Promise.all(
        Array.from({ length: 32 }, (_, i) => buffer.write(new Int32Array(100).fill(i), { offset: 100 * i })),
      );
      check.arrayEqual(
        await buffer.read(),
        Int32Array.from({ length: 3200 }, (_, i) => Math.floor(i / 100)),
      );
    },
  },
]);
