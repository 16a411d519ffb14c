import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const made: string[] = [];

afterAll(() => {
  for (const folder of made) rmSync(folder, { recursive: true, force: true });
});

/** The cache's own folder, below the one that is named. */
export function ownFolder(folder: string): string {
  return join(folder, 'heddle-cache-v2');
}

/** A new empty folder that is removed after the tests of the file. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'heddle-test-'));
  made.push(folder);
  return folder;
}
