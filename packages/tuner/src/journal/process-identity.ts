/** Which process one is, so that another can tell later whether it still runs. */
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';

/** A process, distinguished from others with the same number: earlier, later, or in another container. */
export interface ProcessIdentity {
  readonly pid: number;
  /** When it began, in ticks since the machine did; empty if the system does not say. */
  readonly start: string;
  /** Where its number means something: this start of this machine, and a container of it. */
  readonly numberedBy: string;
}

/** `unknown`: its number means nothing here, or may be another's by now. */
export type Liveness = 'alive' | 'gone' | 'unknown';

/** This process. */
export function thisProcess(): ProcessIdentity {
  return { pid: process.pid, start: statusOf(process.pid)?.start ?? '', numberedBy: numbering() };
}

/** Whether a process still runs. */
export function livenessOf({ pid, start, numberedBy }: ProcessIdentity): Liveness {
  if (numberedBy !== numbering()) return 'unknown';
  if (!isTaken(pid)) return 'gone';
  const status = statusOf(pid);
  if (!status || start === '') return 'unknown';
  // One that has ended and was not waited for keeps its number, in a container perhaps for ever.
  return status.start === start && !'ZX'.includes(status.state) ? 'alive' : 'gone';
}

function isTaken(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Another user's process is there, and may not be signalled.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** What Linux says of a process; undefined on other systems, and where other users' processes are hidden. */
function statusOf(pid: number): { readonly state: string; readonly start: string } | undefined {
  const text = existing(() => readFileSync(`/proc/${pid}/stat`, 'utf8'));
  if (text === undefined) return undefined;
  // The name, in parentheses, may hold spaces and parentheses; the state comes next, the start 19 fields later.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return { state: fields[0] ?? '', start: fields[19] ?? '' };
}

function numbering(): string {
  const boot = existing(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim());
  const container = existing(() => readlinkSync('/proc/self/ns/pid'));
  return boot === undefined ? hostname() : `${boot} ${container ?? ''}`;
}

function existing(read: () => string): string | undefined {
  try {
    return read();
  } catch (error) {
    // ESRCH: it ended while its file was being read.
    const { code = '' } = error as NodeJS.ErrnoException;
    if (['ENOENT', 'ESRCH', 'EACCES', 'EPERM', 'ENOTDIR'].includes(code)) return undefined;
    throw error;
  }
}
