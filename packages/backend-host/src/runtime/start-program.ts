/** Compilers started by the runtime, which copies no page tables for it as node's spawn does on Linux. */
import { once } from 'node:events';
import { Socket } from 'node:net';
import { constants } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import {
  startByNode,
  type ProgramEnd,
  type ProgramStart,
  type RunningProgram,
  type StartProgram,
} from '@heddle/core/backend';
import { statusNames, type RuntimeFunctions } from './runtime-abi';

/** Starts programs as the runtime does, and as node does if the system has nothing faster. */
export function programStarter(runtime: RuntimeFunctions): StartProgram {
  return (start) => startByRuntime(runtime, start) ?? startByNode(start);
}

function startByRuntime(runtime: RuntimeFunctions, start: ProgramStart): RunningProgram | undefined {
  const { program, args, folder, environment, hasInput } = start;
  const variables = Object.entries(environment).map(([name, value]) => `${name}=${value}`);
  const words = [program, ...args, ...variables];
  if (words.some((word) => word.includes('\0'))) throw new Error('one of its arguments or variables holds a NUL');
  const started = new Int32Array(4);
  const status = runtime.programStart(
    Buffer.from(`${words.join('\0')}\0`),
    args.length + 1,
    variables.length,
    folder ?? null,
    hasInput ? 1 : 0,
    started,
  );
  if (statusNames[status] === 'UNSUPPORTED') return undefined;
  if (status !== 0) throw new Error(runtime.lastError());
  const [process = 0, input = -1, output = -1, errors = -1] = started;
  const [stdout, stderr] = [pipe(output, 'readable'), pipe(errors, 'readable')];
  let running = true;
  const closed = async (): Promise<ProgramEnd> => {
    await Promise.all([once(stdout, 'close'), once(stderr, 'close')]);
    const ended = await endOf(runtime, process);
    running = false;
    return ended;
  };
  return {
    stdin: hasInput ? pipe(input, 'writable') : null,
    stdout,
    stderr,
    // Its number is its own until it has been asked how it ended.
    process: () => (running ? process : undefined),
    closed: closed(),
  };
}

function pipe(fd: number, side: 'readable' | 'writable'): Socket {
  return new Socket({ fd, readable: side === 'readable', writable: side === 'writable' });
}

// As a rule a program ends together with its outputs. One that has closed them and goes on is asked every now and then.
async function endOf(runtime: RuntimeFunctions, process: number): Promise<ProgramEnd> {
  const [code, signal] = [new Int32Array(1), new Int32Array(1)];
  for (let wait = 0; ; wait = Math.min(2 * wait + 1, 50)) {
    const status = runtime.programEnded(process, code, signal);
    if (status === 0) break;
    if (statusNames[status] !== 'NOT_READY') throw new Error(runtime.lastError());
    await delay(wait);
  }
  const [killedBy = 0] = signal;
  return killedBy === 0 ? { code: code[0] ?? null, signal: null } : { code: null, signal: signalName(killedBy) };
}

function signalName(number: number): string {
  return Object.entries(constants.signals).find(([, value]) => value === number)?.[0] ?? `signal ${number}`;
}
