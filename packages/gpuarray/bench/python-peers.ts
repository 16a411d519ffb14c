/** Figures of Python's libraries for the same work, if they are installed. */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** By name of the work, figures by name of the library. */
export type PeerFigures = Readonly<Record<string, Readonly<Record<string, number>>>>;

/**
 * @param program - file of `bench/peer`
 * @returns nothing if there is no Python; libraries that are missing are left out, with a line that says so
 */
export function pythonPeers(program: string, args: readonly string[]): PeerFigures {
  const path = fileURLToPath(new URL(`peer/${program}`, import.meta.url));
  // The system's own Python has the distribution's PyOpenCL; elsewhere whichever comes first.
  const system = '/usr/lib/python3/dist-packages/pyopencl';
  const python = existsSync(system) ? '/usr/bin/python3' : 'python3';
  try {
    const text = execFileSync(python, [path, ...args], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
    return JSON.parse(text.trim().split('\n').at(-1) ?? '{}') as PeerFigures;
  } catch (error) {
    console.log(`no peers: ${error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error)}`);
    return {};
  }
}
