import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { parseCacheFile, readCacheFile } from '@heddle/tuner';
import { changedSince, plantStranger, stateOf, strangerKinds } from '../../../../tools/backend-tests/src/strangers';
import { Journal, type JournalDisk } from '../../src/journal/journal';
import { entryLine, journalLine, readJournal } from '../../src/files/journal-format';
import { lockText } from '../../src/journal/lock-file';
import { thisProcess } from '../../src/journal/process-identity';
import { TuningStore, type StoreIdentity } from '../../src/journal/tuning-store';
import { WriterLock } from '../../src/journal/writer-lock';
import { fdatasyncSync, writeSync } from 'node:fs';
import { temporaryFolder } from '../testing/temporary-folder';

const folder = temporaryFolder();
let files = 0;
const fresh = (): string => folder.path(`cache-${files++}.json`);

const identity: StoreIdentity = {
  deviceName: 'device',
  kernelName: 'kernel',
  problemSize: [64, 64],
  parameters: { x: [1, 2, 3], y: [0.5, 1] },
  objective: ['time'],
};

describe('a journal', () => {
  const lines = [
    journalLine({ kernel: 'k' }),
    ...[0, 1, 2, 3].map((i) => entryLine(String(i), { time: i + 0.5, name: 'ü' })),
  ];
  const bytes = Buffer.from(lines.join(''));
  const ends = lines.map((_, i) => Buffer.byteLength(lines.slice(0, i + 1).join('')));

  it('gives its records again', () => {
    const { header, entries, damage } = readJournal(bytes);
    expect(header).toEqual({ kernel: 'k' });
    expect([...entries]).toEqual([0, 1, 2, 3].map((i) => [String(i), { time: i + 0.5, name: 'ü' }]));
    expect(damage).toBeUndefined();
  });

  it('keeps all records before the place where it was cut off', () => {
    for (let length = 0; length <= bytes.length; length++) {
      const { entries, good, damage } = readJournal(bytes.subarray(0, length));
      const whole = ends.filter((end) => end <= length).length;
      expect(entries.size).toBe(Math.max(0, whole - 1));
      expect(Buffer.from(good)).toEqual(bytes.subarray(0, whole === 0 ? 0 : ends[whole - 1]));
      expect(damage?.lostBytes ?? 0).toBe(length - good.length);
    }
  });

  it('notices every changed byte, and loses no record but those that it changes', () => {
    fc.assert(
      fc.property(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), (at, change) => {
        const damaged = Buffer.from(bytes);
        damaged[at]! ^= change;
        const { entries, good, damage } = readJournal(damaged);
        const line = ends.findIndex((end) => at < end);
        // The end of a line is the beginning of the next.
        const lost = line === 0 ? [0, 1, 2, 3] : at === ends[line]! - 1 ? [line - 1, line] : [line - 1];
        expect(damage?.lostBytes).toBe(bytes.length - good.length);
        expect([...entries]).toEqual(
          [0, 1, 2, 3].filter((i) => !lost.includes(i)).map((i) => [String(i), { time: i + 0.5, name: 'ü' }]),
        );
        expect(readJournal(good).damage).toBeUndefined();
      }),
    );
  });

  it('goes on after damaged lines and a damaged tail, and keeps the original', () => {
    const path = folder.path('damaged.journal');
    const originals: Buffer[] = [];
    for (const added of ['new', 'newer']) {
      const contents = existsSync(path) ? readFileSync(path) : bytes;
      const damaged = Buffer.from(contents.subarray(0, contents.length - 3));
      damaged[ends[1]! + 2]! ^= 1;
      writeFileSync(path, damaged);
      originals.push(damaged);
      const journal = new Journal(path);
      const copy = `${path}.damaged${originals.length === 1 ? '' : `-${originals.length}`}`;
      expect(journal.damage).toMatch(/line 3 does not match its checksum, and 1 more place\): \d+ bytes are lost/);
      expect(journal.damage).toContain(`the original is ${copy}`);
      journal.append(added, { time: 9 });
      journal.close();
    }
    const { entries, damage } = readJournal(readFileSync(path));
    expect([...entries.keys()]).toEqual(['0', 'newer']);
    expect(damage).toBeUndefined();
    expect(readFileSync(`${path}.damaged`)).toEqual(originals[0]);
    expect(readFileSync(`${path}.damaged-2`)).toEqual(originals[1]);
  });
});

describe('what a run keeps', () => {
  const entry = (x: number): Record<string, number> => ({ x, time: x });

  it('is in the journal at once, and in the cache file at the end', () => {
    const path = fresh();
    const store = new TuningStore(path, identity);
    store.append('1,0.5', entry(1));
    expect(existsSync(path)).toBe(false);
    expect(readJournal(readFileSync(`${path}.journal`)).entries.size).toBe(1);
    store.finish();
    expect(existsSync(`${path}.journal`)).toBe(false);
    expect(existsSync(`${path}.lock`)).toBe(false);
    expect([...parseCacheFile(readFileSync(path, 'utf8')).entries.keys()]).toEqual(['1,0.5']);
  });

  it('spells a parameter with a fraction as floats', () => {
    const path = fresh();
    const store = new TuningStore(path, identity);
    expect(store.spelling.key({ x: 1, y: 1 })).toBe('1,1.0');
    store.finish();
    expect(readFileSync(path, 'utf8')).toContain('"y": [\n0.5,\n1.0\n]');
  });

  it.each([
    ['kernel', { kernelName: 'other' }],
    ['problem size', { problemSize: [64, 65] }],
    ['parameters', { parameters: { x: [1], z: [2] } }],
    ['device', { deviceName: 'other' }],
  ])('is refused to a run with another %s', (what, change) => {
    const path = fresh();
    new TuningStore(path, identity).finish();
    expect(() => new TuningStore(path, { ...identity, ...change })).toThrow(
      expect.objectContaining({ code: 'ARGUMENT', message: expect.stringContaining(`results for the ${what} `) }),
    );
    // Refusing leaves nothing locked.
    new TuningStore(path, identity).finish();
  });

  it('is refused from a journal of another run, too', () => {
    const path = fresh();
    writeFileSync(`${path}.journal`, journalLine({ kernel_name: 'other', problem_size: [64, 64] }));
    expect(() => new TuningStore(path, identity)).toThrow(expect.objectContaining({ code: 'ARGUMENT' }));
  });

  it('is written by one run at a time', () => {
    const path = fresh();
    const store = new TuningStore(path, identity);
    expect(() => new TuningStore(path, identity)).toThrow(
      expect.objectContaining({ code: 'ARGUMENT', message: expect.stringContaining(String(process.pid)) }),
    );
    store.finish();
    // A process that is gone holds nothing: no process has the largest id there can be.
    writeFileSync(`${path}.lock`, lockText({ ...thisProcess(), pid: 2 ** 22 + 1, token: 'old' }));
    new TuningStore(path, identity).finish();
  });

  it('reports a damaged cache file, keeps its good records and the original', () => {
    const path = fresh();
    const store = new TuningStore(path, identity);
    for (const x of [1, 2, 3]) store.append(`${x},0.5`, entry(x));
    store.finish();
    const text = readFileSync(path, 'utf8').slice(0, -10);
    writeFileSync(path, text);
    const again = new TuningStore(path, identity);
    expect([...again.entries.keys()]).toEqual(['1,0.5', '2,0.5']);
    expect(again.damages).toEqual([expect.stringContaining('is damaged')]);
    again.finish();
    expect(readFileSync(`${path}.damaged`, 'utf8')).toBe(text);
    expect(parseCacheFile(readFileSync(path, 'utf8'))).toMatchObject({ closed: true });
  });

  it('lists in the header every value there is, spelled as the entries have it', () => {
    const path = fresh();
    const run = (x: readonly number[], ...written: readonly number[]): TuningStore => {
      const store = new TuningStore(path, { ...identity, parameters: { x, y: [0.5, 1] } });
      for (const value of written) {
        const record = {};
        store.spelling.write({ x: value, y: 1 }, record);
        store.append(store.spelling.key({ x: value, y: 1 }), record);
      }
      return store;
    };
    run([1, 2], 1, 2).finish();
    const before = readFileSync(path);
    // Killed before its end: what it added is in its journal alone.
    const killed = run([1, 2, 3], 3);
    const journal = readFileSync(`${path}.journal`);
    killed.finish();
    expect(readFileSync(path, 'utf8')).toContain('"x": [\n1,\n2,\n3\n]');
    writeFileSync(path, before);
    writeFileSync(`${path}.journal`, journal);
    const last = run([0.5, 1, 2], 0.5);
    expect(last.spelling.key({ x: 1, y: 1 })).toBe('1,1.0');
    last.finish();
    const text = readFileSync(path, 'utf8');
    expect(text).toContain('"x": [\n1,\n2,\n3,\n0.5\n],\n"y": [\n0.5,\n1.0\n]');
    expect([...parseCacheFile(text).entries.keys()]).toEqual(['1,1.0', '2,1.0', '3,1.0', '0.5,1.0']);
  });

  it('keeps a header to the byte if nothing is added to it', () => {
    const path = fresh();
    const text =
      '{\n"device_name": "device",\n"kernel_name": "kernel",\n"problem_size": [\n64,\n64\n],\n"weight": 1.0,\n' +
      '"tune_params_keys": [\n"x",\n"y"\n],\n"tune_params": {\n"x": [\n1.0,\n2,\n3\n],\n"y": [\n0.5,\n1.0\n]\n},\n' +
      '"objective": "time",\n"cache": {\n"1.0,0.5": {"x": 1.0, "y": 0.5, "time": 1.0}}\n}';
    writeFileSync(path, text);
    new TuningStore(path, identity).finish();
    expect(readFileSync(path, 'utf8')).toBe(text);
  });

  it('of a number is refused to its text', () => {
    const path = fresh();
    new TuningStore(path, identity).finish();
    const before = readFileSync(path, 'utf8');
    const texts = { ...identity, parameters: { x: ['1'], y: [0.5] } };
    expect(() => new TuningStore(path, texts)).toThrow(
      expect.objectContaining({ code: 'ARGUMENT', message: expect.stringContaining('the values 1 and "1"') }),
    );
    expect(readFileSync(path, 'utf8')).toBe(before);
    expect(existsSync(`${path}.journal`)).toBe(false);
  });

  it('is left to a run that has taken over in the meantime', () => {
    const path = fresh();
    const store = new TuningStore(path, identity);
    store.append('1,0.5', entry(1));
    // As of a machine that slept for so long that another took its run to be gone.
    const journal = readFileSync(`${path}.journal`);
    rmSync(`${path}.lock`);
    const other = new WriterLock(path);
    const refused = expect.objectContaining({ code: 'ARGUMENT', parameter: 'cache' }) as Error;
    expect(() => store.append('2,0.5', entry(2))).toThrow(refused);
    expect(() => store.finish()).toThrow(refused);
    expect(readFileSync(`${path}.journal`)).toEqual(journal);
    expect(existsSync(path)).toBe(false);
    other.release();
    const again = new TuningStore(path, identity);
    expect([...again.entries.keys()]).toEqual(['1,0.5']);
    again.finish();
  });

  it('keeps one copy of a damaged file, however often it is opened', () => {
    const path = fresh();
    new TuningStore(path, identity).finish();
    const damaged = readFileSync(path, 'utf8').slice(0, -1) + '?';
    writeFileSync(path, damaged);
    for (let run = 0; run < 2; run++) {
      // Killed before its end.
      const store = new TuningStore(path, identity);
      expect(store.damages).toEqual([expect.stringContaining(`the original is ${path}.damaged`)]);
      store.finish();
      writeFileSync(path, damaged);
    }
    expect(existsSync(`${path}.damaged-2`)).toBe(false);
  });

  it('stays packed in a file that is', () => {
    const path = `${fresh()}.gz`;
    for (const x of [1, 2]) {
      const store = new TuningStore(path, identity);
      store.append(`${x},0.5`, entry(x));
      store.finish();
    }
    expect(readCacheFile(path).entries.size).toBe(2);
    expect(parseCacheFile(gunzipSync(readFileSync(path)).toString()).closed).toBe(true);
    // As versions before left it.
    writeFileSync(path, gunzipSync(readFileSync(path)));
    expect(readCacheFile(path).entries.size).toBe(2);
  });

  it('begins anew in a file without a byte', () => {
    const path = fresh();
    writeFileSync(path, '');
    const store = new TuningStore(path, identity);
    expect(store.damages).toEqual([]);
    store.append('1,0.5', entry(1));
    store.finish();
    expect(parseCacheFile(readFileSync(path, 'utf8')).entries.size).toBe(1);
  });

  it('tells of damaged lines in the journal of a killed run, and has the others', () => {
    const path = fresh();
    new TuningStore(path, identity).finish();
    const journal = new Journal(`${path}.journal`);
    journal.begin({
      kernel_name: 'kernel',
      problem_size: [64, 64],
      tune_params_keys: ['x', 'y'],
      device_name: 'device',
    });
    for (const x of [1, 2, 3]) journal.append(`${x},0.5`, entry(x));
    journal.close();
    writeFileSync(
      `${path}.journal`,
      readFileSync(`${path}.journal`, 'utf8').replace('{"key": "2,0.5"', '{"key": "3,0.5"'),
    );
    const store = new TuningStore(path, identity);
    expect([...store.entries.keys()]).toEqual(['1,0.5', '3,0.5']);
    expect(store.damages).toEqual([expect.stringContaining('line 3 does not match its checksum')]);
    store.finish();
    expect(existsSync(`${path}.journal`)).toBe(false);
    expect(readFileSync(`${path}.journal.damaged`, 'utf8')).toContain('{"x": 2');
  });

  it('begins anew after a journal whose first line is damaged, and keeps the original', () => {
    const path = fresh();
    new TuningStore(path, identity).finish();
    const damaged = `${journalLine({ kernel_name: 'kernel' }).replace('kernel_name', 'kernel_nane')}rest`;
    writeFileSync(`${path}.journal`, damaged);
    const store = new TuningStore(path, identity);
    expect(store.damages).toEqual([expect.stringContaining('line 1 does not match its checksum')]);
    store.append('1,0.5', entry(1));
    store.finish();
    expect([...new TuningStore(path, identity).entries.keys()]).toEqual(['1,0.5']);
    expect(readFileSync(`${path}.journal.damaged`, 'utf8')).toBe(damaged);
  });

  it.each(process.platform === 'win32' ? [] : strangerKinds)(
    'is refused if a file of others is in the place of the journal, and that stays: a %s',
    (kind) => {
      const path = fresh();
      const before = stateOf(plantStranger(`${path}.journal`, kind));
      expect(() => new TuningStore(path, identity)).toThrow(
        expect.objectContaining({
          code: 'ARGUMENT',
          message: expect.stringContaining(`${path}.journal is already there and is not a journal that Heddle made`),
        }),
      );
      expect(changedSince(before)).toEqual([]);
      expect(existsSync(`${path}.lock`)).toBe(false);
    },
  );

  it('leaves what others have put in the place of its journal meanwhile', () => {
    const path = fresh();
    const store = new TuningStore(path, identity);
    rmSync(`${path}.journal`);
    writeFileSync(`${path}.journal`, 'somebody needs this');
    store.append('1,0.5', entry(1));
    store.finish();
    expect(readFileSync(`${path}.journal`, 'utf8')).toBe('somebody needs this');
    expect(parseCacheFile(readFileSync(path, 'utf8')).entries.size).toBe(1);
  });

  it('survives a full disk: a clear error, and everything before it', () => {
    const path = fresh();
    let room = 1200;
    const disk: JournalDisk = {
      write(file, bytes, offset, position) {
        if (room === 0) throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
        const count = Math.min(room, bytes.byteLength - offset);
        room -= count;
        return writeSync(file, bytes, offset, count, position);
      },
      sync: fdatasyncSync,
    };
    const store = new TuningStore(path, identity, disk);
    let kept = 0;
    const fill = (): void => {
      for (;;) {
        store.append(`${kept},0.5`, { time: kept, padding: 'x'.repeat(100) });
        kept++;
      }
    };
    expect(fill).toThrow(expect.objectContaining({ code: 'RESOURCE', resource: 'disk space', status: 'ENOSPC' }));
    expect(kept).toBeGreaterThan(2);
    const { entries, damage } = readJournal(readFileSync(`${path}.journal`));
    expect(entries.size).toBe(kept);
    expect(damage).toBeUndefined();
    store.finish();
    expect(parseCacheFile(readFileSync(path, 'utf8')).entries.size).toBe(kept);
  });
});
