/** Packs the published packages into tarballs: the very files that are checked and then published. */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runProcess } from '../setup/run-process.mjs';
import { copyWithPlatformDependencies, nativePlatformFolder } from './native-platforms.mjs';

/** @typedef {{ name: string, tarball: string }} PackedPackage */

/**
 * @param {string} root
 * @param {ReturnType<typeof import('./published-packages.mjs').publishedPackages>} packages
 * @param {string} destination - an empty folder
 * @returns {Promise<PackedPackage[]>}
 * @throws when a package cannot be packed
 */
export async function packPackages(root, packages, destination) {
  mkdirSync(destination, { recursive: true });
  const packed = [];
  for (const { name, folder } of packages) {
    if (!existsSync(join(folder, 'dist/index.js'))) throw new Error(`${name} is not built: npm run build`);
    const tarball = name === '@heddle/native' ? await packNative(folder, destination) : await pack(folder, destination);
    packed.push({ name, tarball });
  }
  const platform = packages.some(({ name }) => name === '@heddle/native') && nativePlatformFolder(root);
  if (platform) packed.push({ name: platform.name, tarball: await pack(platform.folder, destination) });
  return packed;
}

async function packNative(folder, destination) {
  const staging = mkdtempSync(join(tmpdir(), 'heddle-native-'));
  try {
    copyWithPlatformDependencies(folder, staging);
    return await pack(staging, destination);
  } finally {
    rmSync(staging, { recursive: true, force: true });
  }
}

async function pack(folder, destination) {
  const before = new Set(readdirSync(destination));
  const args = ['pack', '--silent', '--ignore-scripts', '--pack-destination', destination];
  const { code, output } = await runProcess('npm', args, { cwd: folder, quiet: true });
  if (code !== 0) throw new Error(`npm pack in ${folder} ended with ${code}:\n${output}`);
  const tarball = readdirSync(destination).find((file) => !before.has(file));
  return join(destination, tarball);
}
