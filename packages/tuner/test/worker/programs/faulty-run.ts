/** Tunes the faulty kernel; writes the key of each configuration as it is measured. Arguments: cache file, log file. */
import { appendFileSync } from 'node:fs';
import { tuneKernel } from '@heddle/tuner';
import { faultyRun } from './faulty-kernel';

const [cache = '', log = ''] = process.argv.slice(2);
const run = tuneKernel({
  ...faultyRun(cache),
  onRecord: ({ key, origin, failure }) => {
    appendFileSync(log, `${JSON.stringify({ key, origin, failure })}\n`);
  },
});
const { environment } = await run;
console.log(JSON.stringify(environment));
