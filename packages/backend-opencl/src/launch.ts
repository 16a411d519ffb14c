/** A kernel with a fixed place for its arguments. */
import { HeddleError } from '@heddle/core';
import {
  argumentError,
  type ArgumentLayout,
  type PreparedGeometry,
  type PreparedLaunch,
  type QueueHandle,
} from '@heddle/core/backend';
import { nativeAddon } from '@heddle/native';
import type { Handle } from './api';
import type { Context } from './context';
import type { Events } from './events';
import type { HostViews } from './host-memory';
import { KoffiSubmission } from './koffi-submission';
import type { MemoryStore } from './memory';
import { createKernel, type KernelEntry } from './modules';
import { NativeSubmission } from './native-submission';
import type { CommandQueue } from './queue';
import type { Submission, SubmissionParts } from './submission';

/** The services that launches share. */
export interface LaunchServices {
  readonly context: Context;
  readonly memory: MemoryStore;
  readonly views: HostViews;
  readonly events: Events;
}

/** Launches timed between two waits: their events are open at once. */
const timedAtOnce = 1024;

export class KernelLaunch implements PreparedLaunch {
  readonly #services: LaunchServices;
  readonly #entry: KernelEntry;
  readonly #layout: ArgumentLayout;
  readonly #words: DataView;
  readonly #parts: SubmissionParts;
  readonly #submission: Submission;
  readonly #staticSharedBytes: number;
  /** {@link MemoryStore.releases} when the arguments were last known to be what they look like. */
  #releases: number;
  #geometry: PreparedGeometry = { grid: [1, 1, 1], block: [1, 1, 1], sharedBytes: 0, cooperative: false };

  constructor(services: LaunchServices, entry: KernelEntry, layout: ArgumentLayout, record: ArrayBuffer) {
    this.#services = services;
    this.#entry = entry;
    this.#layout = layout;
    this.#words = new DataView(record);
    this.#staticSharedBytes = entry.attributes.sharedBytes ?? 0;
    this.#releases = services.memory.releases;
    const hasDynamicShared = checkArguments(entry, layout);
    const kernel = createKernel(services.context, entry.module, entry.name);
    this.#parts = { kernel, layout, record, hasDynamicShared, keepEvent: false };
    this.#submission = createSubmission(services.context, this.#parts);
  }

  setGeometry(geometry: PreparedGeometry): void {
    const { requiredBlockX: x, requiredBlockY: y, requiredBlockZ: z } = this.#entry.attributes.vendorAttributes ?? {};
    const [blockX, blockY, blockZ] = geometry.block;
    if (x !== undefined && (x !== blockX || y !== blockY || z !== blockZ)) {
      throw argumentError(
        `${this.#entry.name}: the kernel requires blocks of ${[x, y, z].join(' × ')}, not ${geometry.block.join(' × ')}`,
        { backend: 'opencl', kernel: this.#entry.name },
      );
    }
    this.#geometry = geometry;
    this.#assertSharedFits();
    this.#submission.setGeometry(geometry);
  }

  enqueue(queue: QueueHandle): void {
    const commands = queue as CommandQueue;
    this.#prepare(commands);
    const status = this.#submission.run(commands.address);
    if (status !== 0) throw this.#failure(status, this.#submission);
    commands.commandEnqueued();
  }

  async time(queue: QueueHandle, count: number): Promise<Float64Array> {
    const commands = queue as CommandQueue;
    const timed = createSubmission(this.#services.context, { ...this.#parts, keepEvent: true });
    const milliseconds = new Float64Array(count);
    try {
      timed.setGeometry(this.#geometry);
      for (let start = 0; start < count; start += timedAtOnce) {
        await this.#timeBatch(timed, commands, milliseconds.subarray(start, start + timedAtOnce));
      }
    } finally {
      timed.dispose();
      // It has set the arguments of the same kernel object.
      this.#submission.forget();
    }
    return milliseconds;
  }

  dispose(): void {
    this.#submission.dispose();
    this.#services.context.calls.clReleaseKernel(this.#parts.kernel);
    this.#services.context.closed('kernel');
  }

  async #timeBatch(timed: Submission, queue: CommandQueue, milliseconds: Float64Array): Promise<void> {
    const { context, events, views } = this.#services;
    const launches: Handle[] = [];
    try {
      this.#prepare(queue);
      while (launches.length < milliseconds.length) {
        const status = timed.run(queue.address);
        if (status !== 0) throw this.#failure(status, timed);
        context.opened('event');
        launches.push(timed.lastEvent());
      }
      await views.endedWith(queue, queue.mark());
      launches.forEach((event, i) => {
        milliseconds[i] = Number(events.endOf(event) - events.startOf(event)) / 1e6;
      });
    } finally {
      for (const event of launches) queue.release(event);
    }
  }

  /** Prepares each launch. It costs almost nothing if nothing has changed. */
  #prepare(queue: CommandQueue): void {
    const { memory, views } = this.#services;
    if (memory.releases !== this.#releases) {
      this.#releases = memory.releases;
      this.#submission.forget();
    }
    if (this.#layout.locals.length > 0) this.#assertSharedFits();
    if (views.exist) this.#lendArguments(queue);
  }

  #lendArguments(queue: CommandQueue): void {
    for (const { parameter, offset } of this.#layout.slots) {
      if (parameter.kind === 'pointer') this.#services.views.lendHandle(this.#words.getBigUint64(offset, true), queue);
    }
  }

  // Drivers notice too much local memory late, and some (PoCL) by ending the process.
  #assertSharedFits(): void {
    const max = this.#services.context.facts.properties.limits.sharedBytes;
    let requested = this.#staticSharedBytes + (this.#parts.hasDynamicShared ? this.#geometry.sharedBytes : 0);
    for (const { offset } of this.#layout.locals) requested += Number(this.#words.getBigUint64(offset, true));
    if (requested <= max) return;
    throw new HeddleError(
      'RESOURCE',
      `${this.#entry.name}: ${requested} bytes of local memory; this device has ${max}`,
      {
        backend: 'opencl',
        kernel: this.#entry.name,
        resource: 'local memory',
        requested,
        max,
      },
    );
  }

  #failure(status: number, submission: Submission): HeddleError {
    const { context } = this.#services;
    const index = submission.failedArgument();
    if (index < 0) return context.failure('clEnqueueNDRangeKernel', status, 'launch', { kernel: this.#entry.name });
    const slot = this.#layout.slots[index];
    const declared = this.#entry.declarations?.[index];
    const details = { kernel: this.#entry.name, ...(slot ? { parameter: slot.parameter.name } : {}) };
    const cause = context.failure('clSetKernelArg', status, 'creation', details);
    if (cause.code !== 'ARGUMENT') return cause;
    const passed = slot ? `${slot.parameter.type} of ${slot.byteLength} bytes` : 'local memory';
    return argumentError(
      `${this.#entry.name}: the driver refuses argument ${index + 1} (${passed}` +
        `${declared === undefined ? '' : `, declared as ${declared}`}) with ${cause.status ?? ''}`,
      { backend: 'opencl', call: 'clSetKernelArg', status: cause.status ?? '', ...details, cause },
    );
  }
}

function createSubmission(context: Context, parts: SubmissionParts): Submission {
  const native = nativeAddon();
  return native ? new NativeSubmission(native, context, parts) : new KoffiSubmission(context, parts);
}

/**
 * Compares the signature with the compiled kernel.
 *
 * @returns true if the kernel takes one argument more: the dialect's dynamic shared memory
 * @throws HeddleError `ARGUMENT` if they differ
 */
function checkArguments({ name, argumentCount, declarations }: KernelEntry, { slots }: ArgumentLayout): boolean {
  const hasDynamicShared =
    argumentCount === slots.length + 1 && (declarations === undefined || isLocal(declarations[slots.length]));
  if (argumentCount !== slots.length && !hasDynamicShared) {
    throw argumentError(
      `${name}: the compiled kernel takes ${argumentCount} arguments, its signature ${slots.length}`,
      {
        backend: 'opencl',
        kernel: name,
      },
    );
  }
  slots.forEach(({ parameter }, i) => {
    const declared = declarations?.[i];
    if (declared === undefined || isLocal(declared) === (parameter.kind === 'local')) return;
    const takes = parameter.kind === 'local' ? 'is local memory by its signature' : 'takes local memory';
    throw argumentError(`${name}: argument ${i + 1} (${declared}) ${takes}; the compiled kernel says otherwise`, {
      backend: 'opencl',
      kernel: name,
      parameter: parameter.name,
      hint: 'Give the signature explicitly: module.kernel(name, { signature }).',
    });
  });
  return hasDynamicShared;
}

function isLocal(declaration: string | undefined): boolean {
  return declaration?.startsWith('__local ') === true;
}
