/** Runs a program without a shell and waits for its end. */
import { spawn } from 'node:child_process';

/**
 * @param {string} command
 * @param {string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, quiet?: boolean, discardStdout?: boolean, timeoutMs?: number, input?: string, connects?: boolean }} [options]
 *   `quiet` collects the output instead of showing it; `connects`: it is npm, or another that opens connections
 * @returns {Promise<{ code: number, output: string }>} `code` is 127 for a command that is not there, 124 for a timeout
 */
export function runProcess(command, args, options = {}) {
  const { cwd, env = process.env, quiet = false, discardStdout = false, timeoutMs, input, connects = false } = options;
  const shown = quiet ? 'pipe' : 'inherit';
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd,
      env: connects ? env : withoutExtraCertificates(env),
      stdio: [input === undefined ? 'ignore' : 'pipe', discardStdout ? 'ignore' : shown, shown],
    });
    let output = '';
    let timedOut = false;
    const timer = timeoutMs && setTimeout(() => ((timedOut = true), child.kill('SIGTERM')), timeoutMs);
    child.stdout?.on('data', (chunk) => (output += chunk));
    child.stderr?.on('data', (chunk) => (output += chunk));
    child.stdin?.end(input);
    child.on('error', (error) => resolve({ code: 127, output: String(error) }));
    child.on('close', (code, signal) => {
      clearTimeout(timer);
      if (signal) output += `\nended by ${signal}`;
      resolve({ code: timedOut ? 124 : (code ?? 1), output });
    });
  });
}

// Where this is set, Node reads and decodes all certificates of the machine whenever it starts, which takes twice as
// long as the rest of its start; and tests start Node a thousand times.
function withoutExtraCertificates({ NODE_EXTRA_CA_CERTS: _, ...env }) {
  return env;
}
