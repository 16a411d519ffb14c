/** Builds packages/native's addon with cmake-js, offline, and does nothing if it is newer than its sources. */
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { findCommand } from './find-on-machine.mjs';
import { runProcess } from './run-process.mjs';

/** Development dependencies, which `npm ci --omit=dev` leaves out. */
const buildPackages = ['cmake-js', 'node-api-headers', 'node-addon-api'];

/**
 * @param {string} root - the repository's root
 * @param {{ force?: boolean, sanitize?: boolean }} [options] - `sanitize`: the build for the tests under AddressSanitizer,
 *   in a folder of its own
 * @returns {Promise<string | undefined>} why there is no addon; undefined when there is
 */
export async function buildNativeAddon(root, { force = false, sanitize = false } = {}) {
  const folder = join(root, 'packages/native');
  const output = join(folder, sanitize ? 'build-asan' : 'build');
  const recipe = join(folder, 'CMakeLists.txt');
  if (!existsSync(recipe)) return 'packages/native has no CMakeLists.txt';
  const built = join(output, 'Release/heddle-native.node');
  const sources = [recipe, ...filesBelow(join(folder, 'addon'))];
  if (!force && existsSync(built) && sources.every((file) => mtime(file) <= mtime(built))) return undefined;
  const missing = buildPackages.find((name) => !existsSync(join(root, 'node_modules', name, 'package.json')));
  if (missing) return `${missing} is missing from node_modules: run npm ci`;
  if (!findCommand('cmake')) return 'cmake is missing';
  if (!findCommand('c++', 'g++', 'clang++')) return 'a C++ compiler is missing';

  console.log(`▸ building the native addon${sanitize ? ' for AddressSanitizer' : ''}`);
  const cmakeJs = join(root, 'node_modules/cmake-js/bin/cmake-js');
  const options = [...(sanitize ? ['--CDHEDDLE_SANITIZE=ON'] : []), '-d', folder, '-O', output, '-l', 'error'];
  const result = await runProcess(process.execPath, [cmakeJs, 'compile', ...options], {
    cwd: folder,
    quiet: true,
    connects: true,
  });
  return result.code === 0 ? undefined : `the build ended with ${result.code}:\n${result.output.trim()}`;
}

function filesBelow(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

function mtime(path) {
  return statSync(path).mtimeMs;
}
