import { spawnSync } from 'node:child_process';
import type { NativeAddon, RingCopy } from '@heddle/native';
import { addonPath, builtAddon, describeAddon } from './testing/built-addon';

const chunkByteLength = 1000;
const slots = 3;
const byteLength = 10_500;
const chunks = Math.ceil(byteLength / chunkByteLength);

/** Memory of one copy. The device is played by the test. */
class Stage {
  readonly host = Uint8Array.from({ length: byteLength }, (_, i) => (i * 7) % 251);
  readonly ring = new Uint8Array(chunkByteLength * slots);
  readonly hostWords = new Uint32Array(slots);
  readonly deviceWords = new Uint32Array(slots);
  readonly cancel = new Uint32Array(1);

  constructor(readonly addon: NativeAddon) {}

  copy(direction: RingCopy['direction'], threads = 2): Promise<number> {
    const address = (array: ArrayBufferView): bigint => this.addon.addressOf(array.buffer as ArrayBuffer);
    return this.addon.copyThroughRing({
      direction,
      host: address(this.host),
      byteLength,
      ring: address(this.ring),
      chunkByteLength,
      slots,
      hostWords: address(this.hostWords),
      deviceWords: address(this.deviceWords),
      cancel: address(this.cancel),
      threads,
    });
  }

  /** Plays the device for one chunk. */
  async turn(chunk: number, body: (slot: Uint8Array, start: number) => void, ready: number): Promise<void> {
    const slot = chunk % slots;
    while (Atomics.load(this.hostWords, slot) < ready) await new Promise((resolve) => setImmediate(resolve));
    const start = chunk * chunkByteLength;
    body(this.ring.subarray(slot * chunkByteLength, (slot + 1) * chunkByteLength), start);
    Atomics.store(this.deviceWords, slot, chunk + 1);
  }
}

describeAddon('copyThroughRing', () => {
  it.each([1, 2, 5])('brings an array to a device with %d threads', async (threads) => {
    const stage = new Stage(builtAddon());
    const device = new Uint8Array(chunks * chunkByteLength);
    const copied = stage.copy('toDevice', threads);
    for (let chunk = 0; chunk < chunks; chunk++) {
      await stage.turn(
        chunk,
        (slot, start) => {
          device.set(slot, start);
        },
        chunk + 1,
      );
    }
    expect(await copied).toBe(0);
    expect(device.subarray(0, byteLength)).toEqual(stage.host);
  });

  it.each([1, 2, 5])('brings an array back with %d threads', async (threads) => {
    const stage = new Stage(builtAddon());
    const device = Uint8Array.from({ length: chunks * chunkByteLength }, (_, i) => (i * 13) % 241);
    const copied = stage.copy('toHost', threads);
    for (let chunk = 0; chunk < chunks; chunk++) {
      // A slot is free again once the host has dealt with the chunk before.
      const ready = Math.max(0, chunk + 1 - slots);
      await stage.turn(
        chunk,
        (slot, start) => {
          slot.set(device.subarray(start, start + chunkByteLength));
        },
        ready,
      );
    }
    expect(await copied).toBe(0);
    expect(stage.host).toEqual(device.subarray(0, byteLength));
  });

  it('ends when it is cancelled, however long the device takes', async () => {
    const stage = new Stage(builtAddon());
    const copied = stage.copy('toHost');
    await new Promise((resolve) => setTimeout(resolve, 20));
    Atomics.store(stage.cancel, 0, 1);
    expect(await copied).toBe(1);
  });

  it('ends with the process', () => {
    const { status, stderr } = spawnSync(
      process.execPath,
      [
        '-e',
        `const addon = require(${JSON.stringify(addonPath)});
         const memory = new ArrayBuffer(1 << 16);
         const at = addon.addressOf(memory);
         addon.copyThroughRing({ direction: 'toHost', host: at, byteLength: 1000, ring: at + 4096n, chunkByteLength: 100,
           slots: 2, hostWords: at + 8192n, deviceWords: at + 8256n, cancel: at + 8320n, threads: 4 });
         setTimeout(() => process.exit(5), 30);`,
      ],
      { encoding: 'utf8', timeout: 20_000 },
    );
    expect(stderr).toBe('');
    expect(status).toBe(5);
  });

  it('refuses wrong parts', () => {
    const addon = builtAddon();
    const code = expect.objectContaining({ code: 'ARGUMENT' });
    const whole = {
      direction: 'toHost',
      host: 1n,
      byteLength: 1,
      ring: 1n,
      chunkByteLength: 1,
      slots: 1,
      hostWords: 1n,
    } as const;
    const words = { deviceWords: 1n, cancel: 1n, threads: 1 };
    for (const wrong of [{ threads: 0 }, { threads: 17 }, { slots: 0 }, { host: 0n }, { direction: 'up' as never }]) {
      expect(() => addon.copyThroughRing({ ...whole, ...words, ...wrong })).toThrow(code);
    }
    expect(() => addon.copyThroughRing(whole as never)).toThrow(code);
    expect(() => addon.copyThroughRing(undefined as never)).toThrow(code);
  });
});
