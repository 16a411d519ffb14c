/** One writer of a file at a time, among processes that contend, die, and have each other's numbers. */
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
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

  it('takes away what killed writers left beside it, and nothing else', () => {
    const file = fresh();
    const [gone, alive] = [{ ...thisProcess(), pid: 2 ** 22 + 1 }, thisProcess()];
    const elsewhere = { pid: 7, start: '1', numberedBy: 'another machine' };
    const uuid = (digit: number): string => randomUUID().replace(/^./, String(digit));
    const longAgo = Date.now() / 1000 - 600;
    const leave = (rest: string, text: string, age?: number): string => {
      writeFileSync(`${file}${rest}`, text);
      if (age !== undefined) utimesSync(`${file}${rest}`, age, age);
      return basename(file) + rest;
    };
    leave(`.lock.${uuid(1)}`, JSON.stringify(gone));
    leave('.lock.0123456789abcdef', JSON.stringify(gone));
    leave(`.lock.0123456789abcdef.${uuid(2)}`, JSON.stringify(gone));
    leave(`.lock.${uuid(3)}`, '', longAgo);
    leave(`.lock.${uuid(4)}`, JSON.stringify(elsewhere), longAgo);
    leave('.4321.tmp', 'half a fi', longAgo);
    leave('.journal.4321.tmp', '', longAgo);
    const kept = [
      leave(`.lock.${uuid(5)}`, JSON.stringify(alive)),
      leave(`.lock.${uuid(6)}`, ''),
      leave(`.lock.${uuid(7)}`, JSON.stringify(elsewhere)),
      leave('.lock.mine', JSON.stringify(gone)),
      leave('.4322.tmp', 'half a fi'),
      leave('.old', '', longAgo),
    ];
    new WriterLock(file).release();
    const left = readdirSync(dirname(file)).filter((name) => name.startsWith(basename(file)));
    expect(left.sort()).toEqual(kept.sort());
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
