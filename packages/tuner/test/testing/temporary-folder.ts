/** A folder for one test file, gone afterwards. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export function temporaryFolder(): { path(name: string): string } {
  const folder = mkdtempSync(join(tmpdir(), 'heddle-tuner-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  return { path: (name) => join(folder, name) };
}
