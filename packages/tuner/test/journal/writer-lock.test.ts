/** One writer of a file at a time, among processes that contend, die, and have each other's numbers. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { builtProgram } from '../../../../tools/sources/test/built-sources';
import { thisProcess } from '../../src/journal/process-identity';
import { WriterLock } from '../../src/journal/writer-lock';
import { temporaryFolder } from '../testing/temporary-folder';

const folder = temporaryFolder();
let files = 0;
const fresh = (): string => folder.path(`file-${files++}`);

const held = (pid: number): Error =>
  expect.objectContaining({
    code: 'ARGUMENT',
    parameter: 'cache',
    message: expect.stringContaining(`process ${pid}`),
  });

describe('the lock of a cache file', () => {
  it('lets one process in at a time, also where holders die', async () => {
    const program = builtProgram(join(__dirname, 'programs/lock-contender.ts'));
    const file = fresh();
    writeFileSync(file, '0');
    // A lock that all of them find stale at once.
    writeFileSync(`${file}.lock`, JSON.stringify({ ...thisProcess(), start: '1', token: 'old' }));
    const contend = async (...args: string[]): Promise<unknown> => {
      const child = spawn(process.execPath, [program, file, ...args], {
        env: { ...process.env, NODE_OPTIONS: '' },
        stdio: ['ignore', 'ignore', 'inherit'],
      });
      const [code, signal] = (await once(child, 'exit')) as [number | null, string | null];
      return code ?? signal;
    };
    const endings = await Promise.all([
      ...Array.from({ length: 8 }, () => contend('60')),
      ...Array.from({ length: 8 }, () => contend('3', 'die')),
    ]);
    expect(endings).toEqual([...Array<number>(8).fill(0), ...Array<string>(8).fill('SIGKILL')]);
    expect(readFileSync(file, 'utf8')).toBe(String(8 * 60 + 8 * 3));
    // The last to leave may have died holding it.
    new WriterLock(file).release();
    expect(readdirSync(dirname(file)).filter((name) => name.startsWith(basename(file)))).toEqual([basename(file)]);
  }, 120_000);

  it('excludes others of this process, until it is released', () => {
    const file = fresh();
    const lock = new WriterLock(file);
    expect(() => new WriterLock(file)).toThrow(held(process.pid));
    lock.release();
    new WriterLock(file).release();
    expect(existsSync(`${file}.lock`)).toBe(false);
  });

  it.each<[string, string]>([
    ['an empty file', ''],
    ['no lock of ours', String(process.pid)],
    ['half of one', '{"pid": 1, "st'],
    ['of an earlier process with the number of this one', JSON.stringify({ ...thisProcess(), start: '1' })],
    [
      'of an earlier process with the number of a live one',
      JSON.stringify({ ...thisProcess(), pid: process.ppid, start: '1' }),
    ],
    ['of a number that no process has', JSON.stringify({ ...thisProcess(), pid: 2 ** 22 + 1 })],
  ])('is taken over where what is there is %s', (_, text) => {
    const file = fresh();
    writeFileSync(`${file}.lock`, text);
    const lock = new WriterLock(file);
    expect(JSON.parse(readFileSync(`${file}.lock`, 'utf8'))).toMatchObject(thisProcess());
    lock.release();
    expect(existsSync(`${file}.lock`)).toBe(false);
  });

  it('of another machine or container is taken over when it has not been heard of for long', () => {
    const file = fresh();
    writeFileSync(`${file}.lock`, JSON.stringify({ pid: 7, start: '1', numberedBy: 'another machine' }));
    expect(() => new WriterLock(file)).toThrow(held(7));
    const longAgo = Date.now() / 1000 - 600;
    utimesSync(`${file}.lock`, longAgo, longAgo);
    new WriterLock(file).release();
  });

  it('is taken over where whoever held it died taking it over', () => {
    const file = fresh();
    const dead = JSON.stringify({ ...thisProcess(), pid: 2 ** 22 + 1, token: 'a' });
    writeFileSync(`${file}.lock`, '');
    // The claim to an empty lock, as the SHA-256 of nothing names it.
    writeFileSync(`${file}.lock.e3b0c44298fc1c14`, dead);
    new WriterLock(file).release();
    expect(readdirSync(dirname(file)).filter((name) => name.startsWith(basename(file)))).toEqual([]);
  });

  it('that somebody else has by now is not released', () => {
    const file = fresh();
    const lock = new WriterLock(file);
    const theirs = JSON.stringify({ ...thisProcess(), token: 'theirs' });
    writeFileSync(`${file}.lock`, theirs);
    lock.release();
    expect(readFileSync(`${file}.lock`, 'utf8')).toBe(theirs);
  });
});
