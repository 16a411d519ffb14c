/** Ends a compiler together with what it has started: a driver such as g++ leaves its parts running when it is killed. */
import { readFileSync } from 'node:fs';

/**
 * Kills a process and those that descend from it. They are found by /proc, if there is one: in a process group of
 * their own they would outlive a Ctrl-C in the terminal.
 */
export function endProcesses(pid: number): void {
  // From the first on, so that none starts another one meanwhile.
  try {
    process.kill(pid, 'SIGSTOP');
  } catch {
    return; // it has ended
  }
  for (const child of childrenOf(pid)) endProcesses(child);
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    return; // someone else was first
  }
}

function childrenOf(pid: number): number[] {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
  } catch {
    return []; // no such file on this system
  }
}
