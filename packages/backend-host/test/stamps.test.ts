import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { runtimeFolder } from '../src/compile/package-folder';
import { headerStamps, runtimeStamps } from '../src/runtime/build-runtime';

const stampsOf = (...folders: readonly string[]): string[] =>
  folders
    .flatMap((folder) => readdirSync(join(runtimeFolder(), folder), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => `${path}:${statSync(path).size}:${statSync(path).mtimeMs}`)
    .sort();
const lines = (stamps: string): string[] => stamps.trim().split('\n').sort();

describe('what the cache knows compiled code by', () => {
  const { version } = JSON.parse(readFileSync(join(runtimeFolder(), '../package.json'), 'utf8')) as { version: string };

  it('is every header of the dialect for a kernel, and the version of the package', () => {
    expect(lines(headerStamps())).toEqual([version, ...stampsOf('include')].sort());
  });

  it('is every source for the runtime, and every header that one includes', () => {
    const own = lines(runtimeStamps()).filter((line) => !line.startsWith(join(runtimeFolder(), 'heddle_host.h:')));
    expect(own).toEqual([version, ...stampsOf('src', 'include')].sort());
    expect(lines(runtimeStamps())).toHaveLength(own.length + 1);
  });
});
