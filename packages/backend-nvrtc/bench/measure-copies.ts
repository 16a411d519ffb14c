/** Copies between host and device: page-locked and ordinary arrays, and how long they hold the event loop. */
import type { Buffer, Device } from '@heddle/core';
import type { MemoryKind } from '@heddle/core/backend';
import { inThisProcess, openCppLoop } from './cpp-loop';
import { add, median } from './measurements';

const byteLength = 256 * 2 ** 20;

export async function measureCopies(device: Device): Promise<void> {
  const buffer = device.allocate('uint8', byteLength);
  const pinned = device.allocate('uint8', byteLength, { kind: 'pinned' });
  pinned.hostView().fill(1);
  const plain = new Uint8Array(byteLength).fill(1);
  await pinnedInTurn(device, buffer, pinned.hostView());
  for (const [name, array] of [
    ['pinned', pinned.hostView()],
    ['pageable', plain],
  ] as const) {
    await rate(device, `${name} copy to device, 256 MiB`, () => buffer.write(array), name === 'pinned');
    await rate(device, `${name} copy to host, 256 MiB`, () => buffer.readInto(array), name === 'pinned');
  }
  await rate(device, 'pageable copy to a new array, 256 MiB', () => buffer.read());
  for (const [name, copy] of [
    ['to device', () => buffer.write(plain)],
    ['to host', () => buffer.readInto(plain)],
  ] as const) {
    add(`pageable copy ${name}: longest hold of the event loop`, await longestHold(copy), 'ms');
  }
  for (const kibibytes of [4, 64, 512, 4096, 32768]) {
    const part = plain.subarray(0, kibibytes * 1024);
    add(`pageable write of ${kibibytes} KiB`, await usual(() => buffer.write(part)), 'us');
    add(`pageable read of ${kibibytes} KiB`, await usual(() => buffer.readInto(part)), 'us');
  }
  buffer.dispose();
  pinned.dispose();
  await measureAllocation(device);
}

/** Page-locked copies, Heddle's and C++'s in turn, where C++ is there. */
async function pinnedInTurn(device: Device, buffer: Buffer, array: Uint8Array): Promise<void> {
  const loop = await openCppLoop();
  if (loop === undefined) return;
  for (const direction of ['toDevice', 'toHost'] as const) {
    const [ours, theirs]: [number[], number[]] = [[], []];
    for (let i = 0; i < 60; i++) {
      const started = performance.now();
      await (direction === 'toDevice' ? buffer.write(array) : buffer.readInto(array));
      await device.defaultStream.synchronize();
      ours.push(performance.now() - started);
      theirs.push(loop.copy(direction, array) * 1000);
    }
    const figure = `pinned copy ${direction === 'toDevice' ? 'to device' : 'to host'}, 256 MiB, in turn`;
    add(figure, byteLength / median(ours) / 1e6, 'GB/s');
    add(figure, byteLength / median(theirs) / 1e6, 'GB/s', inThisProcess);
  }
  loop.dispose();
}

async function rate(device: Device, figure: string, copy: () => Promise<unknown>, onDevice = false): Promise<void> {
  // Page-locked copies take 5 ms, and a difference of one percent matters: so many rounds show it.
  const rounds = onDevice ? 40 : 9;
  const times: number[] = [];
  for (let i = 0; i < rounds; i++) {
    const started = performance.now();
    await copy();
    await device.defaultStream.synchronize();
    times.push(performance.now() - started);
  }
  add(figure, byteLength / median(times) / 1e6, 'GB/s');
  if (onDevice) add(`${figure}, device time`, byteLength / (await deviceTime(device, copy, rounds)) / 1e6, 'GB/s');
}

async function deviceTime(device: Device, copy: () => Promise<unknown>, rounds: number): Promise<number> {
  const times: number[] = [];
  for (let i = 0; i < rounds; i++) {
    using start = device.defaultStream.record();
    const copied = copy();
    using end = device.defaultStream.record();
    await copied;
    await end.synchronize();
    times.push(end.millisecondsSince(start));
  }
  return median(times);
}

async function usual(copy: () => Promise<void>): Promise<number> {
  const times: number[] = [];
  for (let i = 0; i < 60; i++) {
    const started = performance.now();
    await copy();
    times.push(performance.now() - started);
  }
  return median(times.slice(20)) * 1000;
}

async function longestHold(copy: () => Promise<void>): Promise<number> {
  let longest = 0;
  let last = performance.now();
  let done = false;
  const turn = (): void => {
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
    if (!done) setImmediate(turn);
  };
  setImmediate(turn);
  await copy();
  done = true;
  return longest;
}

async function measureAllocation(device: Device): Promise<void> {
  for (const kibibytes of [4, 1024, 65536]) {
    const kind: MemoryKind = 'device';
    const times: number[] = [];
    for (let i = 0; i < 300; i++) {
      const started = performance.now();
      device.allocate(kibibytes * 1024, { kind }).dispose();
      times.push(performance.now() - started);
    }
    add(`allocate and free ${kibibytes} KiB`, median(times) * 1000, 'us');
  }
  await device.synchronize();
}
