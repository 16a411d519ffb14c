/** Takes along koffi: its JavaScript and its binary for this platform, without sources and documentation. */
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
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
