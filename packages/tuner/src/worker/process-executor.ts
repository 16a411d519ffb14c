/** Tries configurations in a process of their own: whatever a kernel does costs one configuration. */
import { HeddleError, dtypeInfo } from '@heddle/core';
import type { ObserverSpecification } from '../observer/observer';
import { fromPlainError } from './plain-error';
import type {
  DeviceAddress,
  DeviceFacts,
  FromWorker,
  InputArray,
  SharedOutput,
  Trial,
  TrialOutcome,
  TrialPhase,
} from './protocol';
import { SharedFile } from './shared-file';
import type { TrialExecutor, UserVerification } from './trial-executor';
import type { ReadOutput } from './trial-runner';
import { WorkerEnded, WorkerProcess, type TimeLimit } from './worker-process';

export interface ProcessExecutorOptions {
  readonly address: DeviceAddress;
  readonly inputs: readonly InputArray[];
  /** The file that holds them. */
  readonly shared: SharedFile;
  readonly observers: readonly ObserverSpecification[];
  readonly verify: UserVerification;
  /** True if outputs have to come back. */
  readonly hasVerifier: boolean;
  readonly limits: PhaseLimits;
}

/** Milliseconds that each phase may take. */
export interface PhaseLimits {
  readonly setup: number;
  readonly compile: number;
  readonly run: number;
}

const noTime: Pick<TrialOutcome, 'time' | 'times' | 'measurements' | 'spent'> = {
  time: NaN,
  times: [],
  measurements: {},
  spent: { compilation: 0, verification: 0, benchmark: 0 },
};

export class ProcessExecutor implements TrialExecutor {
  readonly #options: ProcessExecutorOptions;
  readonly #outputs: SharedFile | undefined;
  #worker: WorkerProcess;
  #isClosed = false;
  device: DeviceFacts;

  private constructor(
    options: ProcessExecutorOptions,
    outputs: SharedFile | undefined,
    worker: WorkerProcess,
    device: DeviceFacts,
  ) {
    this.#options = options;
    this.#outputs = outputs;
    this.#worker = worker;
    this.device = device;
  }

  /** @throws HeddleError where the worker cannot open its device or load its inputs */
  static async open(options: ProcessExecutorOptions): Promise<ProcessExecutor> {
    const outputs = options.hasVerifier ? new SharedFile(0) : undefined;
    try {
      const { worker, device } = await startWorker(options, outputs);
      return new ProcessExecutor(options, outputs, worker, device);
    } catch (error) {
      outputs?.close();
      throw error;
    }
  }

  async run(trial: Trial): Promise<TrialOutcome> {
    if (this.#isClosed) throw new HeddleError('ABORTED', 'the run has ended');
    if (!this.#worker.isAlive) {
      ({ worker: this.#worker, device: this.device } = await startWorker(this.#options, this.#outputs));
    }
    const started = performance.now();
    let phase: TrialPhase = 'compile';
    try {
      const outcome = await this.#worker.ask<TrialOutcome>(
        { type: 'trial', trial },
        {
          limitMilliseconds: this.#options.limits.compile,
          receive: (message, limit) => {
            if (message.type === 'phase') phase = message.phase;
            return this.#receive(message, limit);
          },
        },
      );
      // Start a new process, without the remains of the lost device.
      if (outcome.deviceLost === true) await this.#worker.kill();
      return outcome;
    } catch (error) {
      if (!(error instanceof WorkerEnded)) throw error;
      return { ...noTime, ...failureOf(error, phase, performance.now() - started) };
    }
  }

  stop(): void {
    this.#isClosed = true;
    void this.#worker.kill();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#worker.close();
    this.#outputs?.close();
  }

  #receive(message: FromWorker, limit: TimeLimit): TrialOutcome | undefined | Promise<undefined> {
    const { limits } = this.#options;
    if (message.type === 'outcome') return message.outcome;
    if (message.type === 'failed') throw fromPlainError(message.error);
    if (message.type === 'phase') {
      limit.set(message.phase === 'compile' ? limits.compile : message.phase === 'run' ? limits.run : undefined);
    } else if (message.type === 'outputs') return this.#verify(message.outputs);
    return undefined;
  }

  async #verify(shared: readonly SharedOutput[]): Promise<undefined> {
    const outputs: ReadOutput[] = shared.map(({ argument, dtype, byteOffset, byteLength }) => {
      const bytes = new Uint8Array(byteLength);
      this.#outputs?.read(byteOffset, bytes);
      return { argument, dtype, array: new (dtypeInfo(dtype).array)(bytes.buffer) };
    });
    this.#worker.tell({ type: 'verdict', verdict: await this.#options.verify(outputs) });
    return undefined;
  }
}

async function startWorker(
  { address, inputs, shared, observers, limits }: ProcessExecutorOptions,
  outputs: SharedFile | undefined,
): Promise<{ worker: WorkerProcess; device: DeviceFacts }> {
  const worker = new WorkerProcess([shared.file, outputs?.file]);
  const setup = { address, inputs, observers, compileOnly: false };
  try {
    const device = await worker.ask<DeviceFacts>(
      { type: 'setup', setup },
      { limitMilliseconds: limits.setup, receive: receiveReady },
    );
    return { worker, device };
  } catch (error) {
    await worker.kill();
    if (!(error instanceof WorkerEnded)) throw error;
    throw new HeddleError('UNAVAILABLE', `the worker process did not start: ${error.message}`, { cause: error });
  }
}

/** The answer to a setup. */
function receiveReady(message: FromWorker): DeviceFacts | undefined {
  if (message.type === 'failed') throw fromPlainError(message.error);
  return message.type === 'ready' ? message.device : undefined;
}

function failureOf(
  ended: WorkerEnded,
  phase: TrialPhase,
  milliseconds: number,
): Pick<TrialOutcome, 'failure' | 'spent'> {
  const where = phase === 'compile' ? 'while it was compiled' : 'while it ran';
  const kind = ended.reason === 'timeout' ? 'timeout' : 'crash';
  const compilation = phase === 'compile' ? milliseconds : 0;
  return {
    failure: { kind, message: `${where}, ${ended.message}` },
    spent: { compilation, verification: 0, benchmark: milliseconds - compilation },
  };
}
