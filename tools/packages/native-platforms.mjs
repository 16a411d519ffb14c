/**
 * The platform packages of @heddle/native: `@heddle/native-linux-x64` and the other platforms' packages, each one addon
 * and its manifest.
 *
 * They are generated, and the main package names them as optional dependencies only in its tarball: npm would refuse
 * a workspace made for another platform, and would ask its registry for one that is not published yet.
 */
import { copyFileSync, cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { assertFree } from '../setup/own-folder.mjs';

const addonFile = 'heddle-native.node';

/**
 * Generates the platform package of this machine in packages/native/npm/.
 *
 * @returns {{ name: string, folder: string } | undefined} undefined if no addon is built
 */
export function nativePlatformFolder(root) {
  const native = join(root, 'packages/native');
  const addon = join(native, 'build/Release', addonFile);
  const platform = `${process.platform}-${process.arch}`;
  const description = platforms(native)[platform];
  if (!description || !existsSync(addon)) return undefined;

  const folder = join(native, 'npm', platform);
  const manifest = platformManifest(readManifest(native), platform, description);
  emptyPlatformFolder(folder, manifest.name);
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  writeFileSync(join(folder, 'README.md'), `# ${manifest.name}\n\n${manifest.description}.\n`);
  copyFileSync(join(native, 'LICENSE'), join(folder, 'LICENSE'));
  copyFileSync(addon, join(folder, addonFile));
  return { name: manifest.name, folder };
}

/**
 * Copies packages/native as it is published, its manifest naming the platform packages.
 *
 * @param {string} folder - packages/native
 * @param {string} destination - an empty folder, which gets the copy
 */
export function copyWithPlatformDependencies(folder, destination) {
  const manifest = readManifest(folder);
  const names = Object.keys(platforms(folder)).map((platform) => `${manifest.name}-${platform}`);
  manifest.optionalDependencies = Object.fromEntries(names.map((name) => [name, manifest.version]));
  for (const file of manifest.files.filter((each) => existsSync(join(folder, each)))) {
    cpSync(join(folder, file), join(destination, file), { recursive: true });
  }
  writeFileSync(join(destination, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
}

function platformManifest(main, platform, { os, cpu, libc }) {
  return {
    name: `${main.name}-${platform}`,
    version: main.version,
    description: `The addon of ${main.name} for ${platform}`,
    license: main.license,
    repository: main.repository,
    engines: main.engines,
    os: [os],
    cpu: [cpu],
    ...(libc ? { libc: [libc] } : {}),
    main: `./${addonFile}`,
    files: [addonFile],
    publishConfig: main.publishConfig,
  };
}

// Its own manifest is its marker.
function emptyPlatformFolder(folder, name) {
  if (existsSync(join(folder, 'package.json')) && readManifest(folder).name === name)
    rmSync(folder, { recursive: true });
  else assertFree(folder);
  mkdirSync(folder, { recursive: true });
}

function platforms(native) {
  return JSON.parse(readFileSync(join(native, 'platforms.json'), 'utf8'));
}

function readManifest(folder) {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
}
