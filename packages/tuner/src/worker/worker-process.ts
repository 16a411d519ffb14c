/** One worker process: started, talked to, and ended when its time is over. */
import { fork, type ChildProcess } from 'node:child_process';
import type { FromWorker, ToWorker } from './protocol';
import { workerProgram } from './worker-program';

/** Handles that a worker inherits, by their number there. */
export const inputsHandle = 4;
export const outputsHandle = 5;

const standardError = 2;

/** Characters of a worker's last words that an error quotes. */
const quotedLength = 2000;

/** Why a worker did not answer. */
export class WorkerEnded extends Error {
  /** `timeout` where we ended it; else it ended by itself. */
  readonly reason: 'timeout' | 'exit';
  readonly signal: NodeJS.Signals | null;

  constructor(reason: 'timeout' | 'exit', message: string, signal: NodeJS.Signals | null) {
    super(message);
    this.reason = reason;
    this.signal = signal;
  }
}

/** What a conversation expects. */
export interface Conversation<T> {
  /** Takes a message; gives the result when it was the last. Rejections end the conversation. */
  receive(message: FromWorker, limit: TimeLimit): T | undefined | Promise<T | undefined>;
  /** Until the first message, in milliseconds. */
  readonly limitMilliseconds: number;
}

/** The time that a worker has left; `set` starts anew, undefined waits for ever. */
export interface TimeLimit {
  set(milliseconds: number | undefined): void;
}

export class WorkerProcess {
  readonly #child: ChildProcess;
  readonly #ended: Promise<WorkerEnded>;
  #lastWords = '';
  #timedOut: number | undefined;
  #isAlive = true;

  /** @param handles - open files for {@link inputsHandle} and {@link outputsHandle} */
  constructor(handles: readonly (number | undefined)[]) {
    const { path, execArgv, environment } = workerProgram();
    this.#child = fork(path, [], {
      execArgv: [...execArgv],
      env: { ...process.env, ...environment },
      serialization: 'advanced',
      // A group of its own: the compilers that it starts end with it.
      detached: hasGroups,
      // Standard output is this program's: what a kernel prints there would stand among its results.
      stdio: ['ignore', standardError, 'pipe', 'ipc', ...handles.map((handle) => handle ?? 'ignore')],
    });
    this.#child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      process.stderr.write(text);
      this.#lastWords = (this.#lastWords + text).slice(-quotedLength);
    });
    this.#ended = new Promise((resolve) => {
      this.#child.once('error', (error) => resolve(this.#end(`it could not be started: ${error.message}`, null)));
      this.#child.once('close', (code, signal) => resolve(this.#end(describeExit(code, signal), signal)));
    });
  }

  get isAlive(): boolean {
    return this.#isAlive;
  }

  /** Sends a message that needs no answer. */
  tell(message: ToWorker): void {
    // A worker that ends meanwhile is noticed by the caller that waits for it; here nobody waits.
    if (this.#child.connected) this.#child.send(message, () => undefined);
  }

  /**
   * Sends a message and takes what comes back.
   *
   * @throws WorkerEnded where the worker ends, or has to be ended, before it has answered
   */
  async ask<T>(message: ToWorker, conversation: Conversation<T>): Promise<T> {
    let timer: NodeJS.Timeout | undefined;
    const limit: TimeLimit = {
      set: (milliseconds) => {
        clearTimeout(timer);
        if (milliseconds === undefined || milliseconds === Infinity) return;
        timer = setTimeout(() => {
          this.#timedOut = milliseconds;
          this.#killGroup();
        }, milliseconds);
      },
    };
    let onMessage: ((received: FromWorker) => void) | undefined;
    const answer = new Promise<T>((resolve, reject) => {
      onMessage = (received) => {
        Promise.resolve(received)
          .then((each) => conversation.receive(each, limit))
          .then((result) => result !== undefined && resolve(result))
          .catch(reject);
      };
      this.#child.on('message', onMessage);
    });
    try {
      limit.set(conversation.limitMilliseconds);
      this.tell(message);
      return await Promise.race([answer, this.#ended.then((ended) => Promise.reject(ended))]);
    } finally {
      clearTimeout(timer);
      if (onMessage) this.#child.off('message', onMessage);
    }
  }

  /** Asks it to end, and ends it if it does not. */
  async close(graceMilliseconds = 2000): Promise<void> {
    if (!this.#isAlive) return;
    this.tell({ type: 'end' });
    const timer = setTimeout(() => this.#killGroup(), graceMilliseconds);
    await this.#ended;
    clearTimeout(timer);
  }

  /** Ends it at once. */
  async kill(): Promise<void> {
    this.#killGroup();
    await this.#ended;
  }

  #killGroup(): void {
    if (this.#isAlive) killGroup(this.#child.pid);
  }

  #end(what: string, signal: NodeJS.Signals | null): WorkerEnded {
    this.#isAlive = false;
    if (this.#timedOut !== undefined) {
      const seconds = Number((this.#timedOut / 1000).toPrecision(3));
      return new WorkerEnded('timeout', `it had not ended after ${seconds} s`, signal);
    }
    const words = this.#lastWords.trim();
    return new WorkerEnded('exit', words === '' ? what : `${what}:\n${words}`, signal);
  }
}

const hasGroups = process.platform !== 'win32';

/** Ends a worker and the programs that it started. */
export function killGroup(worker: number | undefined): void {
  if (worker === undefined) return;
  try {
    process.kill(hasGroups ? -worker : worker, 'SIGKILL');
  } catch (error) {
    // It has ended meanwhile.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

function describeExit(code: number | null, signal: NodeJS.Signals | null): string {
  if (signal === null) return `its process ended with exit code ${code ?? 'unknown'}`;
  if (signal !== 'SIGKILL') return `its process ended by ${signal}`;
  return 'its process was killed from outside (SIGKILL), by a system without memory most likely';
}
