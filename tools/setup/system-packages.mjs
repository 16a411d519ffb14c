/** Installs Debian packages if that is allowed, and otherwise says which command would. */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { findCommand } from './find-on-machine.mjs';
import { runProcess } from './run-process.mjs';

// A slow mirror is retried, and another apt-get on the machine is waited for; but an install that hangs
// must end while the rest of a run can still report.
const aptOptions = [
  '-qq',
  '--no-install-recommends',
  '-o=Acquire::Retries=3',
  '-o=Acquire::http::Timeout=60',
  '-o=DPkg::Lock::Timeout=180',
];
const timeoutMs = 6 * 60_000;

/** The command a person would type. */
export function installCommand(packages) {
  return `sudo apt-get install --no-install-recommends ${packages.join(' ')}`;
}

/**
 * Installs `packages` in one transaction.
 *
 * @param {string[]} packages
 * @returns {Promise<string | undefined>} why it was not done; undefined when it was
 */
export async function installPackages(packages) {
  const refusal = await whyNotInstall();
  if (refusal) return refusal;
  const prefix = process.getuid?.() === 0 ? [] : ['sudo', '-n'];
  const aptGet = (...args) => {
    const [command, ...rest] = [...prefix, 'env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', ...aptOptions, ...args];
    return runProcess(command, rest, { quiet: true, timeoutMs });
  };
  // The lists of a machine in use are mostly good enough, and fetching them is the slow part.
  if (hasPackageLists() && (await aptGet('install', '-y', ...packages)).code === 0) return undefined;
  await aptGet('update');
  const result = await aptGet('install', '-y', ...packages);
  if (result.code === 0) return undefined;
  return `apt-get ended with ${result.code}: ${result.output.trim().split('\n').slice(-3).join(' / ')}`;
}

async function whyNotInstall() {
  if (process.env.HEDDLE_INSTALL === 'off') return 'HEDDLE_INSTALL=off';
  if (process.platform !== 'linux' || !isDebian() || !findCommand('apt-get')) return 'this is not Debian or Ubuntu';
  if (process.getuid?.() === 0) return undefined;
  const sudo = await runProcess('sudo', ['-n', 'true'], { quiet: true });
  return sudo.code === 0 ? undefined : 'this user is not root and has no passwordless sudo';
}

function isDebian() {
  if (!existsSync('/etc/os-release')) return false;
  return /^ID(_LIKE)?=.*\b(debian|ubuntu)\b/m.test(readFileSync('/etc/os-release', 'utf8'));
}

function hasPackageLists() {
  const folder = '/var/lib/apt/lists';
  return existsSync(folder) && readdirSync(folder).some((name) => name.includes('_Packages'));
}
