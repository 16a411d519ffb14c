/** Makes a machine ready for a command: system parts, node_modules, the native addon. What is there stays as it is. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildNativeAddon } from './native-addon.mjs';
import { installNodeModules } from './node-modules.mjs';
import { installCommand, installPackages } from './system-packages.mjs';
import { requiredNames, systemParts } from './system-parts.mjs';

/** The repository's root. */
export const root = join(fileURLToPath(import.meta.url), '../../..');

/**
 * @param {import('./system-parts.mjs').Command} command - decides which system parts are wanted
 * @returns {Promise<{ skips: string[], failures: string[] }>} a line for each part that is not here: a skip if it is
 *   optional, a failure if it is not or where HEDDLE_REQUIRE names it
 */
export async function setUp(command) {
  // Both mostly wait for the network, so they go together; and a failed npm must not break off an apt-get at work.
  const [system, modules] = await Promise.allSettled([installSystemParts(command), installNodeModules(root)]);
  if (system.status === 'rejected') throw system.reason;
  if (modules.status === 'rejected') throw modules.reason;
  const missing = system.value;
  const required = requiredNames();
  const absences = missing.map(({ part, reason }) => ({
    name: part.name,
    fatal: !part.optional,
    line: `${part.name}: ${reason} (${part.purpose})`,
  }));
  if (!absences.some(({ name }) => name === 'host' || name === 'native')) {
    const reason = await buildNativeAddon(root);
    if (reason) absences.push({ name: 'native', fatal: false, line: `native: ${reason}` });
  }
  for (const name of required.filter((each) => !isKnown(each))) {
    absences.push({ name, fatal: true, line: `${name}: HEDDLE_REQUIRE names it, and nothing here is called that` });
  }
  const isFailure = ({ name, fatal }) => fatal || required.includes(name);
  return {
    skips: absences.filter((absence) => !isFailure(absence)).map(({ line }) => line),
    failures: absences.filter(isFailure).map(({ line }) => line),
  };
}

// A misspelt requirement that is silently met would be worse than none.
function isKnown(name) {
  return systemParts.some((part) => part.name === name) || existsSync(join(root, 'packages', `backend-${name}`));
}

async function installSystemParts(command) {
  const required = requiredNames();
  const wanted = systemParts.filter(({ name, usedBy }) => usedBy.includes(command) || required.includes(name));
  const absent = wanted.filter((part) => !part.present());
  if (absent.length === 0) return [];
  const packages = absent.flatMap((part) => part.packages);
  console.log(`▸ installing ${packages.join(', ')}`);
  const refusal = await installPackages(packages);
  if (refusal) console.log(`  not installed: ${refusal}. The command is\n  ${installCommand(packages)}`);
  return absent
    .filter((part) => !part.present())
    .map((part) => ({ part, reason: `missing; ${installCommand(part.packages)}` }));
}
