/** Files that Kernel Tuner wrote: read, written again, and damaged. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import {
  parseCacheFile,
  parseT4File,
  ParameterSpelling,
  printCacheFile,
  printT4File,
  readCacheFile,
  readT4File,
  readTuningFile,
  recordOfEntry,
  recordsOfT4,
  t4OfRecords,
  tuneCache,
  tuneKernel,
} from '@heddle/tuner';
import { entryLine, journalLine } from '../../src/files/journal-format';
import { temporaryFolder } from '../testing/temporary-folder';

const folder = temporaryFolder();
const data = (name: string): string => join(__dirname, '../data', name);
const unpacked = (name: string): string => gunzipSync(readFileSync(data(name))).toString();
const cacheName = 'convolution_milo-A100.cache.json.gz';
const t4Name = 'convolution_milo-A100.t4.json.gz';

describe('a cache file', () => {
  const text = unpacked(cacheName);
  const file = parseCacheFile(text);

  it('has what its header says', () => {
    expect(file).toMatchObject({
      deviceName: 'NVIDIA A100-PCIE-40GB',
      kernelName: 'convolution_kernel',
      problemSize: [4096, 4096],
      objective: 'time',
      closed: true,
    });
    expect(file.parameterNames).toHaveLength(10);
    expect(file.parameters.tile_size_x).toEqual([1, 2, 3, 4]);
    expect(file.entries.size).toBe(4362);
    expect(file.damage).toBeUndefined();
  });

  it('is written as it was read, to the byte', () => {
    expect(printCacheFile(file)).toBe(text);
  });

  it('gives its failures by the markers of 1.x', () => {
    const facts = { parameterNames: file.parameterNames, origin: 'simulated', device: '' } as const;
    const records = [...file.entries].map(([key, entry]) => recordOfEntry(key, entry, facts));
    const marked = text.match(/"time": "(\w+)"/g) ?? [];
    const failed = records.filter(({ failure }) => failure);
    expect(failed).toHaveLength(marked.length);
    expect(failed.filter(({ failure }) => failure?.kind === 'compile')).toHaveLength(
      marked.filter((marker) => marker.includes('Compilation')).length,
    );
    expect(failed.every(({ time }) => Number.isNaN(time))).toBe(true);
  });

  it('spells keys as Python does', () => {
    const spelling = new ParameterSpelling(file.parameters);
    for (const [key, entry] of file.entries) expect(spelling.key(entry as Record<string, number>)).toBe(key);
  });

  it('can be open: without its closing braces, with a comma or without', () => {
    const open = printCacheFile({ ...file, closed: false });
    expect(open.endsWith('},')).toBe(true);
    for (const each of [open, open.slice(0, -1), `${open}\n`]) {
      const read = parseCacheFile(each);
      expect(read.entries.size).toBe(4362);
      expect(read.closed).toBe(false);
      expect(read.damage).toBeUndefined();
    }
  });

  it('keeps all before the place where it was cut off', () => {
    const short = printCacheFile({ ...file, entries: new Map([...file.entries].slice(0, 4)) });
    const start = short.indexOf('"cache": {') + '"cache": {'.length;
    for (let length = start; length < short.length; length += 13) {
      const cut = short.slice(0, length);
      const read = parseCacheFile(cut);
      expect(read.entries.size).toBe((cut.match(/\n"\d[^\n]*\}(?=,?\n|,?$|\}$)/g) ?? []).length);
      expect(read.closed).toBe(false);
    }
  });

  it('keeps what is after damaged places as what is before them', () => {
    const short = { ...file, entries: new Map([...file.entries].slice(0, 12)) };
    const whole = printCacheFile(short);
    const start = whole.indexOf('"cache": {') + '"cache": {'.length;
    // On lines of their own, as they are written, and all on one line.
    for (const printed of [whole, whole.slice(0, start) + whole.slice(start).replaceAll('\n', ' ')]) {
      fc.assert(
        fc.property(
          fc.array(
            fc.tuple(
              fc.integer({ min: start, max: printed.length - 5 }),
              fc.constantFrom(...'",:{}[]x\\\n\0'.split('')),
            ),
            {
              minLength: 1,
              maxLength: 3,
            },
          ),
          (changes) => {
            const characters = printed.split('');
            for (const [at, character] of changes) characters[at] = character;
            const damaged = characters.join('');
            const read = parseCacheFile(damaged);
            const touched = [...short.entries.keys()].filter((key) => {
              const from = printed.indexOf(`"${key}": {`);
              // With the comma after it: without that, it may have been longer.
              const to = printed.indexOf('}', from) + 1;
              return changes.some(([at]) => at >= from && at <= to && damaged[at] !== printed[at]);
            });
            for (const [key, entry] of short.entries)
              if (!touched.includes(key)) expect(read.entries.get(key)).toEqual(entry);
            if (read.entries.size < 12) expect(read.damage?.lostBytes).toBeGreaterThan(0);
          },
        ),
        { numRuns: 500 },
      );
    }
  });

  it('keeps what is after an entry that lost its brace', () => {
    const short = { ...file, entries: new Map([...file.entries].slice(0, 12)) };
    const keys = [...short.entries.keys()];
    const damaged = printCacheFile(short).replace('},\n"16,', ' ,\n"16,');
    const read = parseCacheFile(damaged);
    expect([...read.entries.keys()]).toEqual(keys.slice(1));
    expect(read.damage?.problem).toContain("'}' expected before");
    expect(read.closed).toBe(true);
  });

  it('has no entry after another header, or after its own end', () => {
    const short = { ...file, entries: new Map([...file.entries].slice(0, 2)) };
    const other = printCacheFile({ ...file, entries: new Map([...file.entries].slice(2, 4)) });
    for (const closed of [true, false]) {
      const read = parseCacheFile(printCacheFile({ ...short, closed }) + other);
      expect([...read.entries.keys()]).toEqual([...short.entries.keys()]);
      expect(read.damage?.lostBytes).toBe(Buffer.byteLength(other));
      expect(read.closed).toBe(closed);
    }
  });

  it('is refused where not even its header can be read', () => {
    writeFileSync(folder.path('broken.json'), text.slice(0, 300));
    expect(() => readCacheFile(folder.path('broken.json'))).toThrow(expect.objectContaining({ code: 'CORRUPT' }));
    expect(() => readCacheFile(folder.path('nowhere.json'))).toThrow(expect.objectContaining({ code: 'ARGUMENT' }));
  });

  it.each([
    ['{"a": 1}', 'kernel_name (a text), tune_params_keys (a list), cache'],
    ['{}', 'kernel_name (a text), tune_params_keys (a list), cache'],
    ['{"kernel_name": "k", "tune_params_keys": ["x"]}', 'cache'],
    ['{"kernel_name": "k", "tune_params_keys": "x", "cache": {}}', 'tune_params_keys (a list)'],
    ['{"tune_params_keys": [], "cache": {}}', 'kernel_name (a text)'],
  ])('refuses other JSON: %s', (json, missing) => {
    const path = folder.path('other.json');
    writeFileSync(path, json);
    const fault = expect.objectContaining({
      code: 'CORRUPT',
      message: expect.stringMatching(new RegExp(`: its header lacks ${missing.replace(/[()]/g, '\\$&')}$`, 'm')),
    });
    expect(() => readCacheFile(path)).toThrow(fault);
    expect(() => readTuningFile(path)).toThrow(fault);
  });

  it('is searched without a device', async () => {
    const { best, results, environment } = await tuneCache(data(cacheName), { strategy: 'brute_force' });
    const times = [...file.entries.values()].map(({ time }) => time).filter((time) => typeof time === 'number');
    expect(results).toHaveLength(4362);
    expect(best?.time).toBe(Math.min(...times));
    expect(best?.origin).toBe('simulated');
    expect(environment.evaluations).toBe(4362);
  }, 120_000);
});

describe('spellings of newer files', () => {
  const text = `{
"device_name": "d",
"kernel_name": "k",
"problem_size": 100,
"tune_params_keys": [
"use",
"scale",
"small",
"word"
],
"tune_params": {
"use": [
true,
false
],
"scale": [
1.0,
2.5
],
"small": [
1e-05
],
"word": [
"a",
"\\u00b5"
]
},
"objective": [
"time",
"GFLOP/s"
],
"cache": {
"True,1.0,1e-05,a": {"use": true, "scale": 1.0, "small": 1e-05, "word": "a", "time": NaN, "times": [1.0, Infinity]},
"False,2.5,1e-05,\\u00b5": {"use": false, "scale": 2.5, "small": 1e-05, "word": "\\u00b5", "__error__": "InvalidConfig"}}
}`;

  it('survive', () => {
    const file = parseCacheFile(text);
    expect(printCacheFile(file)).toBe(text);
    expect(file.objective).toEqual(['time', 'GFLOP/s']);
    const spelling = new ParameterSpelling(file.parameters);
    expect(spelling.key({ use: true, scale: 1, small: 1e-5, word: 'a' })).toBe('True,1.0,1e-05,a');
    const failed = file.entries.get('False,2.5,1e-05,µ') ?? {};
    const record = recordOfEntry('', failed, { parameterNames: file.parameterNames, origin: 'resumed', device: 'd' });
    expect(record.failure).toEqual({ kind: 'invalid', message: 'InvalidConfig' });
    expect(record.device).toBe('d');
  });
});

describe('a file that runs of different spaces have written', () => {
  const path = folder.path('grown.json');
  const entry = (x: string, time: number): string => `"${x}": {"x": ${x}, "time": ${time}}`;
  beforeAll(() => {
    const entries = [entry('1', 3), entry('2', 1), entry('0.5', 2)].join(',\n');
    // As versions before wrote it: without the value that came later.
    const header =
      '"device_name": "d", "kernel_name": "k", "problem_size": 1, "tune_params_keys": ["x"], "tune_params": {"x": [1, 2]}';
    writeFileSync(path, `{${header}, "cache": {${entries}}}`);
  });

  it('is searched for all of its values', async () => {
    const { results } = await tuneCache(path, { strategy: 'brute_force' });
    expect(results.map(({ key, time }) => [key, time])).toEqual([
      ['1', 3],
      ['2', 1],
      ['0.5', 2],
    ]);
  });

  it('is found by its spelling in a simulation', async () => {
    const { results } = await tuneKernel({
      kernel: 'k',
      source: () => '',
      problemSize: 1,
      arguments: [],
      tune: { x: [0.5, 1] },
      cache: pathToFileURL(path),
      simulationMode: true,
    });
    expect(results.map(({ key, time }) => [key, time])).toEqual([
      ['0.5', 2],
      ['1', 3],
    ]);
  });
});

it('a journal is read however long its header is, and with what of it is damaged', () => {
  const x = Array.from({ length: 20_000 }, (_, value) => value);
  const header = { device_name: 'd', kernel_name: 'k', problem_size: 1, tune_params_keys: ['x'], tune_params: { x } };
  const lines = [journalLine(header), ...[1, 2, 3].map((value) => entryLine(String(value), { x: value, time: value }))];
  const path = folder.path('long.json.journal');
  writeFileSync(path, lines.join('').replace('{"key": "2"', '{"key": "4"'));
  const { format, records, damage } = readTuningFile(path);
  expect(format).toBe('journal');
  expect(records.map(({ key }) => key)).toEqual(['1', '3']);
  expect(damage?.problem).toBe('line 3 does not match its checksum');
  writeFileSync(path, lines.join('').replace('"k"', '"l"'));
  expect(() => readTuningFile(path)).toThrow(
    expect.objectContaining({ code: 'CORRUPT', message: expect.stringContaining('line 1 does not match') }),
  );
});

describe('a T4 file', () => {
  const text = unpacked(t4Name);

  const file = readT4File(data(t4Name));

  it('is written as it was read, to the byte', () => {
    expect(printT4File(file)).toBe(text);
    expect(file.timeUnit).toBe('milliseconds');
    expect(file.schemaVersion).toBe('1.0.0');
  });

  it('has the same records as the cache file of the same run', () => {
    const fromT4 = recordsOfT4(file);
    const fromCache = readTuningFile(data(cacheName)).records;
    expect(fromT4).toHaveLength(fromCache.length);
    fromT4.forEach((record, index) => {
      const other = fromCache[index]!;
      expect(record.key).toBe(other.key);
      expect(record.times).toEqual(other.times);
      expect(record.failure?.kind).toBe(other.failure?.kind);
    });
  });

  it('is made of records, and says them again', () => {
    const records = readTuningFile(data(cacheName)).records.slice(0, 50);
    const made = parseT4File(printT4File(t4OfRecords(records)));
    expect(made.results[0]).toMatchObject({ invalidity: 'correct', correctness: 1, objectives: ['time'] });
    expect(recordsOfT4(made).map(({ key, times }) => ({ key, times }))).toEqual(
      records.map(({ key, times }) => ({ key, times })),
    );
  });

  it.each([
    ['no results', '{"schema_version": "1.0.0"}'],
    ['another version', '{"results": [], "schema_version": "2.0.0"}'],
    ['a result without a configuration', '{"results": [{"times": {}}], "schema_version": "1.0.0"}'],
    [
      'an unknown invalidity',
      '{"results": [{"configuration": {}, "times": {}, "measurements": [], "invalidity": "odd"}], "schema_version": "1.0.0"}',
    ],
  ])('is refused for %s', (_, broken) => {
    expect(() => parseT4File(broken)).toThrow(expect.objectContaining({ code: 'CORRUPT' }));
  });
});
