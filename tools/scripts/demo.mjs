/** `npm run demo`: sets the machine up as far as the demo needs, then sharpens a photograph on the best backend here. */
import { runTypeScript } from '../report/run-typescript.mjs';
import { root, setUp } from '../setup/set-up.mjs';

const { failures } = await setUp('demo');
if (failures.length > 0) {
  for (const line of failures) console.error(line);
  process.exit(1);
}
const { code } = await runTypeScript(root, 'examples/sharpen/main.ts', process.argv.slice(2));
process.exitCode = code;
