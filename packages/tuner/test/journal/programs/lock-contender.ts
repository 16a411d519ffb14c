/**
 * Takes a file's lock again and again, and counts in the file while it has it: a count that another lost shows that two
 * were in at once. Arguments: the file, how many times, and `die` to end holding the lock.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { isHeddleError } from '@heddle/core';
import { WriterLock } from '../../../src/journal/writer-lock';

const [file = '', times = '0', ending = ''] = process.argv.slice(2);
for (let taken = 0; taken < Number(times);) {
  let lock: WriterLock;
  try {
    lock = new WriterLock(file);
  } catch (error) {
    if (!isHeddleError(error, 'ARGUMENT')) throw error;
    continue;
  }
  const count = Number(readFileSync(file, 'utf8'));
  writeFileSync(file, String(count + 1));
  taken++;
  if (ending === 'die' && taken === Number(times)) process.kill(process.pid, 'SIGKILL');
  lock.release();
}
