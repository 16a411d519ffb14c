/** Takes along what the packages depend on: for koffi its JavaScript and its binary for this platform alone. */
import { cpSync, existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export function copyForeignLibrary(root, modules) {
  const from = join(root, 'node_modules/koffi');
  const manifest = JSON.parse(readFileSync(join(from, 'package.json'), 'utf8'));
  cpSync(from, join(modules, 'koffi'), {
    recursive: true,
    filter: (path) => !/\/(doc|vendor|abi|CHANGELOG\.md)$|\.(cc|hh|inc|def)$/.test(path),
  });
  // Nothing is installed there, so nothing may want to be built.
  delete manifest.scripts;
  writeFileSync(join(modules, 'koffi/package.json'), JSON.stringify(manifest));
  const platform = `koffi-${process.platform}-${process.arch}`;
  cpSync(join(root, 'node_modules/@koromix', platform), join(modules, '@koromix', platform), {
    recursive: true,
    filter: (path) => !path.includes('musl'),
  });
}

/** Libraries of plain JavaScript that the packed packages depend on, and what those depend on. */
export function copyPlainLibraries(root, modules) {
  const wanted = readdirSync(join(modules, '@heddle')).flatMap((name) =>
    dependenciesOf(join(modules, '@heddle', name)),
  );
  for (let name = wanted.pop(); name !== undefined; name = wanted.pop()) {
    const from = join(root, 'node_modules', name);
    const to = join(modules, name);
    if (name.startsWith('@heddle/') || existsSync(to) || !existsSync(from)) continue;
    cpSync(from, to, { recursive: true, dereference: true, filter: (path) => !/\.(map|d\.[cm]?ts|md)$/.test(path) });
    wanted.push(...dependenciesOf(from));
  }
}

function dependenciesOf(folder) {
  return Object.keys(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).dependencies ?? {});
}
