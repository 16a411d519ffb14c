/** Finds commands and shared libraries by looking at files alone: a check that starts no process costs nothing. */
import { accessSync, constants, existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** The first of `names` that is an executable on PATH (or an absolute path to one), as a full path. */
export function findCommand(...names) {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  for (const name of names) {
    if (!name) continue;
    const candidates = name.includes('/') ? [name] : folders.map((folder) => join(folder, name));
    const found = candidates.find(isExecutable);
    if (found) return found;
  }
  return undefined;
}

/** The first file whose name begins with one of `prefixes` (`libOpenCL.so.1`) in a folder the loader searches. */
export function findLibrary(...prefixes) {
  for (const folder of libraryFolders()) {
    const file = listed(folder).find((name) => prefixes.some((prefix) => name.startsWith(prefix)));
    if (file) return join(folder, file);
  }
  return undefined;
}

/** Files of `folder` that end in `ending`; none where the folder is absent. */
export function filesEndingIn(folder, ending) {
  return listed(folder)
    .filter((name) => name.endsWith(ending))
    .map((name) => join(folder, name));
}

function libraryFolders() {
  const triplets = { x64: 'x86_64-linux-gnu', arm64: 'aarch64-linux-gnu' };
  const triplet = triplets[process.arch];
  const roots = ['/usr/lib', '/lib', '/usr/local/lib', '/usr/lib64'];
  return [
    ...(process.env.LD_LIBRARY_PATH ?? '').split(delimiter).filter(Boolean),
    ...roots.flatMap((root) => (triplet ? [join(root, triplet), root] : [root])),
    '/opt/rocm/lib',
  ];
}

function listed(folder) {
  return existsSync(folder) ? readdirSync(folder) : [];
}

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
