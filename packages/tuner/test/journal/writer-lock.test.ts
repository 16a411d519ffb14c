/** One writer of a file at a time, among processes that contend, die, and have each other's numbers. */
import { spawn } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { builtProgram } from '../../../../tools/sources/test/built-sources';
import { changedSince, plantStranger, stateOf, strangerKinds } from '../../../../tools/backend-tests/src/strangers';
import { lockText } from '../../src/journal/lock-file';
import { thisProcess, type ProcessIdentity } from '../../src/journal/process-identity';
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

const mark = 'HEDDLE\r\n';
const textOf = (holder: ProcessIdentity, token = 'old'): string => lockText({ ...holder, token });
const onPosix = process.platform === 'win32' ? describe.skip : describe;

describe('the lock of a cache file', () => {
  it('lets one process in at a time, also where holders die', async () => {
    const program = builtProgram(join(__dirname, 'programs/lock-contender.ts'));
    const file = fresh();
    writeFileSync(file, '0');
    // A lock that all of them find stale at once.
    writeFileSync(`${file}.lock`, textOf({ ...thisProcess(), start: '1' }));
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
    expect(namesBeside(file)).toEqual([basename(file)]);
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
    ['half of one', `${mark}{"pid": 1, "st`],
    ['of an earlier process with the number of this one', textOf({ ...thisProcess(), start: '1' })],
    [
      'of an earlier process with the number of a live one',
      textOf({ ...thisProcess(), pid: process.ppid, start: '1' }),
    ],
    ['of a number that no process has', textOf({ ...thisProcess(), pid: 2 ** 22 + 1 })],
  ])('is taken over where what is there is %s', (_, text) => {
    const file = fresh();
    writeFileSync(`${file}.lock`, text);
    const lock = new WriterLock(file);
    expect(JSON.parse(readFileSync(`${file}.lock`, 'utf8').slice(mark.length))).toMatchObject(thisProcess());
    lock.release();
    expect(existsSync(`${file}.lock`)).toBe(false);
  });

  it('of another machine or container is taken over when it has not been heard of for long', () => {
    const file = fresh();
    writeFileSync(`${file}.lock`, textOf({ pid: 7, start: '1', numberedBy: 'another machine' }));
    expect(() => new WriterLock(file)).toThrow(held(7));
    const longAgo = Date.now() / 1000 - 600;
    utimesSync(`${file}.lock`, longAgo, longAgo);
    new WriterLock(file).release();
  });

  it('is taken over if the process that was taking it over died', () => {
    const file = fresh();
    const dead = textOf({ ...thisProcess(), pid: 2 ** 22 + 1 });
    writeFileSync(`${file}.lock`, dead);
    const claim = createHash('sha256').update(dead).digest('hex').slice(0, 16);
    writeFileSync(`${file}.lock.${claim}`, textOf({ ...thisProcess(), pid: 2 ** 22 + 2 }));
    new WriterLock(file).release();
    expect(namesBeside(file)).toEqual([]);
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
    leave(`.lock.${uuid(1)}`, textOf(gone));
    leave('.lock.0123456789abcdef', textOf(gone));
    leave(`.lock.0123456789abcdef.${uuid(2)}`, textOf(gone));
    leave(`.lock.${uuid(4)}`, textOf(elsewhere), longAgo);
    leave(`.${uuid(1)}.part`, `${mark}half a fi`, longAgo);
    leave(`.journal.${uuid(1)}.part`, mark, longAgo);
    const kept = [
      leave(`.lock.${uuid(5)}`, textOf(alive)),
      leave(`.lock.${uuid(6)}`, textOf(elsewhere)),
      leave('.lock.mine', textOf(gone)),
      leave(`.${uuid(2)}.part`, `${mark}half a fi`),
      // Others' files under such names.
      leave(`.lock.${uuid(7)}`, JSON.stringify(gone), longAgo),
      leave(`.lock.${uuid(8)}`, '', longAgo),
      leave('.lock.0123456789abcdee', 'somebody needs this', longAgo),
      leave(`.${uuid(3)}.part`, 'half a file', longAgo),
      leave(`.journal.${uuid(3)}.part`, '', longAgo),
      leave('.4321.tmp', 'half a file', longAgo),
      leave('.old', '', longAgo),
    ];
    new WriterLock(file).release();
    const left = readdirSync(dirname(file)).filter((name) => name.startsWith(basename(file)));
    expect(left.sort()).toEqual(kept.sort());
  });

  it('that somebody else has by now is not released', () => {
    const file = fresh();
    const lock = new WriterLock(file);
    const theirs = textOf(thisProcess(), 'theirs');
    writeFileSync(`${file}.lock`, theirs);
    lock.release();
    expect(readFileSync(`${file}.lock`, 'utf8')).toBe(theirs);
  });
});

onPosix('a file of others in the place of a lock', () => {
  const obstructed = (path: string): Error =>
    expect.objectContaining({
      code: 'ARGUMENT',
      parameter: 'cache',
      message: expect.stringContaining(`${path} is already there and is not a lock that Heddle made`),
    });

  it.each(strangerKinds)('stays, and is told of: a %s', (kind) => {
    const file = fresh();
    const before = stateOf(plantStranger(`${file}.lock`, kind));
    expect(() => new WriterLock(file)).toThrow(obstructed(`${file}.lock`));
    expect(changedSince(before)).toEqual([]);
    expect(namesBeside(file)).toEqual([`${basename(file)}.lock`]);
  });

  it.each(strangerKinds)('stays, if it is in the place of the claim to one: a %s', (kind) => {
    const file = fresh();
    const dead = textOf({ ...thisProcess(), pid: 2 ** 22 + 1 });
    writeFileSync(`${file}.lock`, dead);
    const claim = `${file}.lock.${createHash('sha256').update(dead).digest('hex').slice(0, 16)}`;
    const before = stateOf(plantStranger(claim, kind));
    expect(() => new WriterLock(file)).toThrow(obstructed(claim));
    expect(changedSince(before)).toEqual([]);
    expect(readFileSync(`${file}.lock`, 'utf8')).toBe(dead);
  });

  it.each(strangerKinds)('stays, if it takes the place of one that is held: a %s', (kind) => {
    const file = fresh();
    const lock = new WriterLock(file);
    rmSync(`${file}.lock`);
    const before = stateOf(plantStranger(`${file}.lock`, kind));
    expect(() => lock.assertHeld()).toThrow(expect.objectContaining({ code: 'ARGUMENT', parameter: 'cache' }));
    lock.release();
    expect(changedSince(before)).toEqual([]);
  });

  it.each(strangerKinds)('stays under each name that is swept: a %s', (kind) => {
    const file = fresh();
    const uuid = randomUUID();
    const rests = ['.lock.0123456789abcdef', `.lock.${uuid}`, `.${uuid}.part`, `.journal.${uuid}.part`];
    const before = stateOf(rests.flatMap((rest) => plantStranger(`${file}${rest}`, kind)));
    new WriterLock(file).release();
    expect(changedSince(before)).toEqual([]);
  });
});

function namesBeside(file: string): string[] {
  return readdirSync(dirname(file)).filter((name) => name.startsWith(basename(file)));
}
