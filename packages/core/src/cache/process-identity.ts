/**
 * Telling whether the process that left a file behind is still there.
 */
import { createHash } from 'node:crypto';
import { readlinkSync } from 'node:fs';
import { hostname } from 'node:os';

let name: string | undefined;

/**
 * Names the set of processes in which a process id means something: one machine, and on Linux one namespace of it,
 * since containers may share a cache folder.
 */
export function machineName(): string {
  if (name !== undefined) return name;
  let namespace = '';
  try {
    namespace = readlinkSync('/proc/self/ns/pid');
  } catch {
    // Not Linux.
  }
  name = createHash('sha256').update(`${hostname()}\n${namespace}`).digest('hex').slice(0, 16);
  return name;
}

/** True unless a process of this machine is known to have ended. Its id may have been given to another one since. */
export function mayBeAlive(pid: number, machine: string): boolean {
  if (machine !== machineName()) return true;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}
