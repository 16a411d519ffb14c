/** Has a backend examined by a process of its own, whose end is one of the findings. */
import { fork } from 'node:child_process';
import { inPackage, runsFromSource } from '../command-line/package-folder';
import type { BackendReport } from './doctor-report';

/** The hidden command that examines one backend and sends what it found to its parent. */
export const inspectCommandName = 'inspect-backend';

// Opening the host backend for the first time builds its runtime, and a driver may wake a sleeping GPU.
const patienceMilliseconds = 120_000;

/** Examines a backend; never throws. */
export function inspectInProcess(name: string): Promise<BackendReport> {
  const program = inPackage(runsFromSource ? 'src/heddle.ts' : 'dist/heddle.js');
  const child = fork(program, [inspectCommandName, name], { stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
  // Vendors' libraries print what they like; only what belongs to a crash is shown.
  let output = '';
  const keep = (text: string): void => void (output = `${output}${text}`.slice(-4000));
  child.stdout?.setEncoding('utf8').on('data', keep);
  child.stderr?.setEncoding('utf8').on('data', keep);
  return new Promise((resolve) => {
    let found: BackendReport | undefined;
    let tooLate = false;
    const timer = setTimeout(() => {
      tooLate = true;
      child.kill('SIGKILL');
    }, patienceMilliseconds);
    child.on('message', (message) => void (found = message as BackendReport));
    child.on('error', (error) => resolve(broken(name, error.message)));
    child.on('close', (code, signal) => {
      clearTimeout(timer);
      const end = tooLate
        ? `its examination did not end within ${patienceMilliseconds / 1000} s`
        : `it took its process down (${signal ?? `exit code ${code ?? 'unknown'}`})`;
      const said = output.trim() === '' ? '' : `:\n${output.trim()}`;
      resolve(found ?? broken(name, end + said));
    });
  });
}

function broken(name: string, reason: string): BackendReport {
  return { name, state: 'broken', reason, devices: [] };
}
