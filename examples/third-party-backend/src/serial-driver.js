// @ts-check
/** One open device: this process's memory, and libraries of kernels. Core has checked everything that arrives here. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, freemem, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { HeddleError } from '@heddle/core';
import { argumentError } from '@heddle/core/backend';
import koffi from 'koffi';
import { SerialCompiler } from './serial-compiler.js';
import { SerialEvent, SerialLaunch, SerialQueue } from './serial-queue.js';

const libc = koffi.load(process.platform === 'darwin' ? 'libSystem.dylib' : 'libc.so.6');
const aligned_alloc = libc.func('void* aligned_alloc(size_t alignment, size_t size)');
const free = libc.func('void free(void* memory)');
const sleeper = new Int32Array(new SharedArrayBuffer(4));

/**
 * @typedef {import('@heddle/core/backend').Driver} Driver
 * @typedef {{ address: bigint, bytes: Uint8Array }} Memory
 * @typedef {{ handle: 'module', library: any }} Module
 * @typedef {{ handle: 'entry', launcher: any }} Entry
 */

/** @implements {Driver} */
export class SerialDriver {
  /** @type {ReadonlySet<import('@heddle/core/backend').Capability>} */
  capabilities = new Set(/** @type {const} */ (['float64', 'atomics-int32', 'device-pointers', 'headers']));
  compilers = [new SerialCompiler()];
  /** @type {Set<SerialQueue>} */
  #queues = new Set();
  /** @type {Record<string, number>} */
  #live = {};

  /** @param {string} version */
  constructor(version) {
    /** @type {import('@heddle/core').DeviceProperties} */
    this.properties = {
      name: 'One thread',
      vendor: cpus()[0]?.model ?? 'unknown',
      type: 'cpu',
      driverVersion: version,
      architecture: process.arch,
      totalBytes: totalmem(),
      warpSize: 1,
      multiprocessors: 1,
      offsetAlignment: 1,
      limits: {
        grid: [2 ** 31 - 1, 65535, 65535],
        block: [1024, 1024, 1024],
        threadsPerBlock: 1024,
        sharedBytes: 0,
        sharedBytesOptIn: 0,
        allocationBytes: Math.floor(totalmem() / 4),
        argumentBytes: 4096,
      },
      vendorAttributes: {},
    };
  }

  // Memory
  /** @param {number} byteLength */
  allocate(byteLength) {
    const address = aligned_alloc(64, Math.ceil(byteLength / 64) * 64);
    if (!address) throw new HeddleError('OUT_OF_MEMORY', `no ${byteLength} bytes are left`, { backend: 'serial' });
    this.#count('memory', 1);
    return { address, bytes: new Uint8Array(koffi.view(address, byteLength)) };
  }
  /** @param {Memory} memory */
  free(memory) {
    this.#count('memory', -1);
    this.#afterAll(() => free(memory.address));
  }
  /** @param {Memory} memory @param {number} offset */
  addressOf(memory, offset) {
    return memory.address + BigInt(offset);
  }
  memoryInfo() {
    return { freeBytes: freemem(), totalBytes: totalmem() };
  }

  // Queues
  createQueue() {
    const queue = new SerialQueue();
    this.#queues.add(queue);
    this.#count('queue', 1);
    return queue;
  }
  /** @param {SerialQueue} queue */
  destroyQueue(queue) {
    this.#count('queue', -1);
    queue.push({ run: () => this.#queues.delete(queue) });
  }
  /** @param {SerialQueue} queue */
  completion(queue) {
    return queue.push({});
  }
  /** @param {SerialQueue} queue */
  waitBlocking(queue) {
    while (!queue.idle) {
      for (const each of this.#queues) each.advanceBlocking();
      if (!queue.idle) Atomics.wait(sleeper, 0, 0, 1);
    }
  }
  /** @param {SerialQueue} queue */
  isIdle(queue) {
    return queue.idle;
  }

  // Transfers
  /** @param {SerialQueue} queue @param {Memory} to @param {number} offset @param {Uint8Array} source */
  copyToDevice(queue, to, offset, source) {
    return queue.push({ run: () => to.bytes.set(source, offset) });
  }
  /** @param {SerialQueue} queue @param {Memory} from @param {number} offset @param {Uint8Array} target */
  copyToHost(queue, from, offset, target) {
    return queue.push({ run: () => target.set(from.bytes.subarray(offset, offset + target.length)) });
  }
  /** @param {SerialQueue} queue @param {Memory} to @param {number} at @param {Memory} from @param {number} offset @param {number} length */
  copyOnDevice(queue, to, at, from, offset, length) {
    queue.push({ run: () => to.bytes.set(from.bytes.subarray(offset, offset + length), at) });
  }
  /** @param {SerialQueue} queue @param {Memory} memory @param {number} offset @param {number} length @param {Uint8Array} pattern */
  fill(queue, memory, offset, length, pattern) {
    // Buffer.fill repeats what it is given.
    queue.push({ run: () => Buffer.from(memory.bytes.buffer, offset, length).fill(pattern) });
  }

  // Modules
  /** @param {import('@heddle/core/backend').Artifact} artifact */
  async loadModule({ format, bytes }) {
    if (format !== 'serial-library') throw argumentError(`this device loads serial-library, not ${format}`);
    const folder = mkdtempSync(join(tmpdir(), 'heddle-serial-'));
    try {
      writeFileSync(join(folder, 'kernels.so'), bytes, { mode: 0o700 });
      const library = koffi.load(join(folder, 'kernels.so'));
      this.#count('module', 1);
      return /** @type {Module} */ ({ handle: 'module', library });
    } catch (error) {
      throw new HeddleError('CORRUPT', 'the library cannot be loaded', { backend: 'serial', cause: error });
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }
  /** @param {Module} module */
  unloadModule(module) {
    this.#count('module', -1);
    this.#afterAll(() => module.library.unload());
  }
  /** @param {Module} module @param {string} name @returns {Entry} */
  entry(module, name) {
    try {
      return { handle: 'entry', launcher: module.library.func(`serial_launch_${name}`, 'void', ['void*', 'void*']) };
    } catch (cause) {
      throw argumentError(`there is no kernel '${name}' in the module`, { kernel: name, cause });
    }
  }
  entryAttributes() {
    return {};
  }

  // Launches
  /**
   * @param {Entry} entry
   * @param {import('@heddle/core/backend').ArgumentLayout} _layout
   * @param {ArrayBuffer} record
   * @returns {import('@heddle/core/backend').PreparedLaunch}
   */
  prepareLaunch(entry, _layout, record) {
    /** @type {import('@heddle/core/backend').PreparedGeometry} */
    let geometry;
    // The record belongs to core, which writes the next arguments into it as soon as this returns.
    const launch = () => new SerialLaunch(entry.launcher, new Uint8Array(record.slice(0)), geometry);
    this.#count('launch', 1);
    return {
      setGeometry: (next) => void (geometry = next),
      enqueue: (queue) => void (/** @type {SerialQueue} */ (queue).push({ launch: launch() })),
      time: async (queue, count) => {
        const launches = Array.from({ length: count }, launch);
        await Promise.all(launches.map((each) => /** @type {SerialQueue} */ (queue).push({ launch: each })));
        return Float64Array.from(launches, ({ milliseconds }) => milliseconds);
      },
      dispose: () => this.#count('launch', -1),
    };
  }

  // Events
  createEvent() {
    this.#count('event', 1);
    return new SerialEvent();
  }
  destroyEvent() {
    this.#count('event', -1);
  }
  /** @param {SerialQueue} queue @param {SerialEvent} event */
  recordEvent(queue, event) {
    const mark = ++event.recorded;
    queue.push({
      run: () => {
        event.reached = mark;
        event.milliseconds = performance.now();
        // Other queues may have waited for this.
        queueMicrotask(() => this.#advance());
      },
    });
  }
  /** @param {SerialQueue} queue @param {SerialEvent} event */
  waitEvent(queue, event) {
    const mark = event.recorded;
    queue.push({ isReady: () => event.reached >= mark });
  }
  /** @param {SerialEvent} event */
  isEventReached(event) {
    return event.reached === event.recorded;
  }
  /** @param {SerialEvent} event */
  async eventCompletion(event) {
    const waiting = this.createQueue();
    this.waitEvent(waiting, event);
    await this.completion(waiting);
    this.destroyQueue(waiting);
  }
  /** @param {SerialEvent} start @param {SerialEvent} end */
  elapsedMilliseconds(start, end) {
    return end.milliseconds - start.milliseconds;
  }

  // Life
  fault() {
    return undefined;
  }
  liveHandles() {
    return { ...this.#live };
  }
  dispose() {}

  #advance() {
    for (const queue of this.#queues) queue.advance();
  }
  /** @param {() => void} body - runs once everything enqueued so far has */
  #afterAll(body) {
    void Promise.all([...this.#queues].map((queue) => queue.push({}))).then(body);
  }
  /** @param {string} kind @param {number} by */
  #count(kind, by) {
    this.#live[kind] = (this.#live[kind] ?? 0) + by;
  }
}
