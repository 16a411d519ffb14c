import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildSync } from 'esbuild';

/** Runs in a process that forbids `new Function`: says so, then packs by a bound function, then is refused. */
const program = `
  import { createPacker, layoutOf } from './src/arguments';
  import { parseSignature } from './src/signature';
  let forbidden = false;
  try { new Function('return 1'); } catch { forbidden = true; }
  const signature = parseSignature('int a, double b, float* x', { name: 'k' });
  const packer = createPacker(signature, layoutOf(signature), { device: {}, kernel: 'k' });
  const view = new DataView(packer.record);
  const bound = packer.bind(() => [view.getInt32(0, true), view.getFloat64(8, true)]);
  const result = bound(7, 2.5, null);
  let code;
  try { bound(7, 2.5); } catch (error) { code = error.code; }
  console.log(JSON.stringify({ forbidden, result, code }));
`;

it('packs without generating code where the process forbids it', () => {
  const folder = mkdtempSync(join(tmpdir(), 'heddle-packing-'));
  try {
    const outfile = join(folder, 'program.cjs');
    const stdin = { contents: program, resolveDir: join(__dirname, '../..') };
    buildSync({ stdin, outfile, bundle: true, platform: 'node', logLevel: 'error' });
    const output = execFileSync(process.execPath, ['--disallow-code-generation-from-strings', outfile], {
      encoding: 'utf8',
    });
    expect(JSON.parse(output)).toEqual({ forbidden: true, result: [7, 2.5], code: 'ARGUMENT' });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
