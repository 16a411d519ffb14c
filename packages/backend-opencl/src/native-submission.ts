/** A submission in one native call, through the addon. */
import type { PreparedGeometry } from '@heddle/core/backend';
import { LaunchHeader, type NativeAddon, type OpenClArgument, type PlanId } from '@heddle/native';
import type { Handle } from './api';
import type { Context } from './context';
import { dimensionsOf, dynamicSharedBytes, type Submission, type SubmissionParts } from './submission';

export class NativeSubmission implements Submission {
  readonly #native: NativeAddon;
  readonly #context: Context;
  readonly #parts: SubmissionParts;
  readonly #header = new LaunchHeader();
  #plan: PlanId;

  constructor(native: NativeAddon, context: Context, parts: SubmissionParts) {
    this.#native = native;
    this.#context = context;
    this.#parts = parts;
    this.#plan = this.#createPlan();
  }

  setGeometry(geometry: PreparedGeometry): void {
    const { grid, block } = geometry;
    this.#header.setShape([...grid], [...block], dynamicSharedBytes(geometry), dimensionsOf(geometry));
  }

  run(queue: Handle): number {
    this.#header.queue = queue;
    return this.#native.run(this.#plan);
  }

  failedArgument(): number {
    return this.#native.failedArgument(this.#plan);
  }

  lastEvent(): Handle {
    return this.#header.event;
  }

  // A new plan remembers no arguments.
  forget(): void {
    this.#native.destroyPlan(this.#plan);
    this.#plan = this.#createPlan();
  }

  dispose(): void {
    this.#native.destroyPlan(this.#plan);
  }

  #createPlan(): PlanId {
    const { kernel, layout, record, hasDynamicShared, keepEvent } = this.#parts;
    const { library } = this.#context;
    const described = layout.slots.map(({ parameter, offset, byteLength }): OpenClArgument =>
      parameter.kind === 'local' ? { kind: 'local', offset } : { kind: 'value', offset, byteLength },
    );
    return this.#native.createPlan({
      kind: 'opencl',
      setArgument: library.address('clSetKernelArg'),
      enqueue: library.address('clEnqueueNDRangeKernel'),
      kernel,
      header: this.#header.buffer,
      record,
      arguments: hasDynamicShared ? [...described, { kind: 'shared' }] : described,
      ownsKernel: !keepEvent,
      keepEvent,
    });
  }
}
