/** What a run gives. */
import type { FailureKind } from '../failure';
import type { Configuration } from '../space';
import type { DeviceFacts } from '../worker/protocol';
import type { DirectedObjective } from './objectives';
import type { TuningRecord } from './record';

/** Where, how and with what outcome a run was made. */
export interface TuningEnvironment {
  readonly kernel: string;
  readonly devices: readonly DeviceFacts[];
  readonly strategy: string;
  readonly seed: number;
  readonly objectives: readonly DirectedObjective[];
  /** Valid configurations in the search space. */
  readonly spaceSize: number;
  /** Values of the best configuration; undefined if all failed. */
  readonly bestConfiguration: Configuration | undefined;
  /** Configurations tried, with those that were known from before. */
  readonly evaluations: number;
  readonly resumed: number;
  readonly failures: Readonly<Partial<Record<FailureKind, number>>>;
  /** Seconds of the wall clock; parts of it overlap where work was done at the same time. */
  readonly seconds: {
    readonly total: number;
    readonly setup: number;
    readonly compilation: number;
    readonly verification: number;
    readonly benchmark: number;
  };
  /** Why it ended. */
  readonly stoppedBy: 'strategy' | 'evaluations' | 'seconds' | 'signal' | 'interrupt' | 'reader';
  /** What the user should know: damaged files, results of another source, devices that differ. */
  readonly warnings: readonly string[];
  readonly software: { readonly node: string; readonly platform: string; readonly architecture: string };
  readonly startedAt: string;
}

export interface TuningResult<C extends Configuration = Configuration> {
  /** One record for each configuration, in the order in which they were measured. */
  readonly results: readonly TuningRecord<C>[];
  /** The best by the first objective; undefined if all failed. */
  readonly best: TuningRecord<C> | undefined;
  /** With several objectives: the records that none is better than in all of them. With one: the best alone. */
  readonly front: readonly TuningRecord<C>[];
  readonly environment: TuningEnvironment;
}
