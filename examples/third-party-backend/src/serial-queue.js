// @ts-check
/** Work runs in order. A kernel runs on its own thread. */

/**
 * One command: a function that runs at once, a kernel's launch, or an event to wait for.
 *
 * @typedef {object} Task
 * @property {() => boolean} [isReady]
 * @property {() => void} [run]
 * @property {SerialLaunch} [launch]
 * @property {() => void} done
 */

/** A kernel's launch with its arguments, taken when it was enqueued. */
export class SerialLaunch {
  /**
   * @param {any} launcher - the library's function
   * @param {Uint8Array} record
   * @param {import('@heddle/core/backend').PreparedGeometry} geometry
   */
  constructor(launcher, record, { grid, block }) {
    this.launcher = launcher;
    this.record = record;
    // Grid, block, whether it has ended; at byte 32 the milliseconds it took.
    this.shape = new Uint32Array(10);
    this.shape.set([...grid, ...block]);
  }

  get ended() {
    return Atomics.load(this.shape, 6) === 1;
  }

  get milliseconds() {
    return new Float64Array(this.shape.buffer, 32, 1)[0] ?? 0;
  }
}

export class SerialQueue {
  /** @type {'queue'} */
  handle = 'queue';
  /** @type {Task[]} */
  #tasks = [];
  /** @type {Task | undefined} */
  #running;

  get idle() {
    return this.#tasks.length === 0 && !this.#running;
  }

  /**
   * @param {Omit<Task, 'done'>} task
   * @returns {Promise<void>} when it has run
   */
  push(task) {
    return new Promise((done) => {
      this.#tasks.push({ ...task, done });
      this.advance();
    });
  }

  /** Runs what can be run, up to the next kernel, which runs on another thread. */
  advance() {
    this.#advance((task, launch) => {
      this.#running = task;
      launch.launcher.async(launch.record, launch.shape, () => this.#end(task));
    });
  }

  /** The same for those who hold the event loop: it tells nobody of a kernel's end, so kernels run here and now. */
  advanceBlocking() {
    if (this.#running?.launch?.ended) this.#end(this.#running);
    this.#advance((task, launch) => {
      launch.launcher(launch.record, launch.shape);
      task.done();
    });
  }

  /** @param {(task: Task, launch: SerialLaunch) => void} start */
  #advance(start) {
    for (let task = this.#tasks[0]; task && !this.#running && task.isReady?.() !== false; task = this.#tasks[0]) {
      this.#tasks.shift();
      if (task.launch) start(task, task.launch);
      else {
        task.run?.();
        task.done();
      }
    }
  }

  /** @param {Task} task */
  #end(task) {
    // Somebody who held the event loop may have noticed first.
    if (task !== this.#running) return;
    this.#running = undefined;
    task.done();
    this.advance();
  }
}

export class SerialEvent {
  /** @type {'event'} */
  handle = 'event';
  recorded = 0;
  reached = 0;
  milliseconds = 0;
}
