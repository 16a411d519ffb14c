/** `npm run setup`: makes this machine ready for everything, and says what is missing. */
import { setUp } from '../setup/set-up.mjs';

const { skips, failures } = await setUp('test');
for (const line of skips) console.log(`skipped  ${line}`);
for (const line of failures) console.error(`FAILED   ${line}`);
process.exitCode = failures.length > 0 ? 1 : 0;
