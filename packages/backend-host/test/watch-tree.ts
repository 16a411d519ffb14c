import { readdirSync, statSync, watch, type FSWatcher } from 'node:fs';
import { join } from 'node:path';

/** Calls back for each change in a folder and in all folders below it, also in those that are made later. */
export function watchTree(folder: string, onChange: () => void): { close(): void } {
  const watchers = new Map<string, FSWatcher>();
  const add = (path: string): void => {
    if (watchers.has(path) || !statSync(path, { throwIfNoEntry: false })?.isDirectory()) return;
    try {
      const watcher = watch(path, (_, name) => {
        onChange();
        if (name !== null) add(join(path, name));
      });
      watcher.on('error', () => watcher.close());
      watchers.set(path, watcher);
      for (const name of readdirSync(path)) add(join(path, name));
    } catch {
      // It is gone already.
    }
  };
  add(folder);
  return {
    close() {
      for (const watcher of watchers.values()) watcher.close();
    },
  };
}
