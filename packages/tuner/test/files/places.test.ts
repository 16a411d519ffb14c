/** Files in places that cannot hold them, as others leave them, and under other names. */
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gunzipSync, gzipSync } from 'node:zlib';
import {
  createDeviceTargets,
  printCacheFile,
  printT4File,
  readCacheFile,
  readResultsFile,
  readT1File,
  readT4File,
  readTuningFile,
  storeResults,
  t4OfRecords,
  tuneCache,
  tuneKernel,
  writeCacheFile,
  writeT4File,
  type TuningResult,
} from '@heddle/tuner';
import { request } from '../run/add-request';
import { temporaryFolder } from '../testing/temporary-folder';

const temporary = temporaryFolder();
const [folder, plainFile] = [temporary.path('folder'), temporary.path('plain')];
const results = temporary.path('best.json');
let result: TuningResult;
let cacheText: string;

/** A file with contents, under a name of its own. */
function file(name: string, contents: string | Uint8Array): string {
  writeFileSync(temporary.path(name), contents);
  return temporary.path(name);
}

const tuned = async (cache: string): Promise<TuningResult> => tuneKernel({ ...request(), cache });

beforeAll(async () => {
  mkdirSync(folder);
  writeFileSync(plainFile, 'x');
  const cache = temporary.path('cache.json');
  result = await tuned(cache);
  cacheText = readFileSync(cache, 'utf8');
  storeResults(results, result, { problemSize: 1000 });
});

describe('a place where no file can be', () => {
  const problem = (message: string, parameter: string): Error =>
    expect.objectContaining({ code: 'ARGUMENT', parameter, message: expect.stringContaining(message) });

  it.each<[string, () => string, string]>([
    ['a folder', () => folder, 'is not a file'],
    ['in no folder', () => join(folder, 'no', 'x.json'), 'there is no folder'],
    ['in a file', () => join(plainFile, 'x.json'), 'what should be its folder is a file'],
    ['no name', () => '', 'the cache is empty'],
  ])('is refused as a cache: %s', async (_, cache, message) => {
    await expect(tuned(cache())).rejects.toEqual(problem(message, 'cache'));
    expect(readdirSync(folder)).toEqual([]);
  });

  it.each<[string, (path: string) => void]>([
    ['writeCacheFile', (path) => writeCacheFile(path, { header: {}, entries: new Map() })],
    ['writeT4File', (path) => writeT4File(path, t4OfRecords([]))],
    ['storeResults', (path) => storeResults(path, result, { problemSize: 1000 })],
    ['createDeviceTargets', (path) => createDeviceTargets(path, results)],
  ])('is refused by %s', (_, write) => {
    expect(() => write(folder)).toThrow(problem('it is a folder', 'path'));
    expect(() => write(join(folder, 'no', 'x'))).toThrow(problem('its folder does not exist', 'path'));
    expect(() => write('')).toThrow(problem('the path is empty', 'path'));
  });

  it.each<[string, (path: string) => unknown]>([
    ['readCacheFile', readCacheFile],
    ['readTuningFile', readTuningFile],
    ['readT4File', readT4File],
    ['readT1File', readT1File],
    ['readResultsFile', readResultsFile],
    ['tuneCache', (path) => tuneCache(path)],
  ])('is refused by %s', (_, read) => {
    expect(() => read(folder)).toThrow(problem('it is a folder', 'path'));
    expect(() => read(temporary.path('nothing'))).toThrow(problem('cannot be read: there is no such', 'path'));
    expect(() => read(join(plainFile, 'x'))).toThrow(problem('cannot be read: ENOTDIR', 'path'));
    expect(() => read(0 as unknown as string)).toThrow(problem('not by 0', 'path'));
    expect(() => read('')).toThrow(problem('the path is empty', 'path'));
  });
});

const fullDevice = existsSync('/dev/full') && statSync('/dev/full').isCharacterDevice() ? it : it.skip;
fullDevice('a full disk is told as such, and a device stays one', () => {
  expect(() => writeT4File('/dev/full', t4OfRecords(result.results))).toThrow(
    expect.objectContaining({ code: 'RESOURCE', resource: 'disk space', status: 'ENOSPC' }),
  );
  expect(statSync('/dev/full').isCharacterDevice()).toBe(true);
});

describe('a file is read as editors and tools leave it', () => {
  const forms: readonly [string, (text: string) => string | Uint8Array][] = [
    ['with a byte order mark', (text) => `\ufeff${text}`],
    ['with CRLF', (text) => text.replaceAll('\n', '\r\n')],
    ['with both', (text) => `\ufeff${text.replaceAll('\n', '\r\n')}`],
    ['packed, whatever it is called', gzipSync],
  ];

  it.each(forms)('%s', async (name, form) => {
    const cache = file(`cache ${name}`, form(cacheText));
    expect(printCacheFile(readCacheFile(cache))).toBe(cacheText);
    expect(readTuningFile(cache).records.map(({ key }) => key)).toEqual(result.results.map(({ key }) => key));
    const t4 = t4OfRecords(result.results);
    expect(readT4File(file(`t4 ${name}`, form(printT4File(t4)))).results).toHaveLength(3);
    const best = file(`best ${name}`, form(readFileSync(results, 'utf8')));
    expect(readResultsFile(best)).toEqual(readResultsFile(results));
    const again = await tuned(cache);
    expect(again.results.map(({ origin }) => origin)).toEqual(['resumed', 'resumed', 'resumed']);
  });

  it('and by its URL', () => {
    const cache = file('cache by URL', cacheText);
    expect(readCacheFile(pathToFileURL(cache))).toEqual(readCacheFile(cache));
  });

  it('what is packed by its name is packed', () => {
    const path = temporary.path('t4.json.gz');
    const t4 = t4OfRecords(result.results);
    writeT4File(path, t4);
    expect(gunzipSync(readFileSync(path)).toString()).toBe(printT4File(t4));
    expect(readT4File(path).results).toHaveLength(3);
  });

  it('a T4 file as a cache is told as one', async () => {
    const t4 = file('t4 as cache', printT4File(t4OfRecords(result.results)));
    await expect(tuned(t4)).rejects.toMatchObject({
      code: 'CORRUPT',
      hint: expect.stringContaining('It is a T4 file'),
    });
  });

  it('an empty results file is a new one', () => {
    const path = file('empty best', '');
    storeResults(path, result, { problemSize: 1000 });
    expect(readResultsFile(path)).toEqual(readResultsFile(results));
  });
});

it('a link stays one, and the file that it leads to is written', async () => {
  const target = file('target.json', cacheText);
  const link = temporary.path('link.json');
  symlinkSync(target, link);
  const { results: records } = await tuneKernel({ ...request(), cache: link, defines: { ERROR_OF: '0.0f * 2' } });
  expect(records.map(({ origin }) => origin)).toContain('measured');
  expect(lstatSync(link).isSymbolicLink()).toBe(true);
  expect(readFileSync(target, 'utf8')).not.toBe(cacheText);
});

it('a file keeps its permissions', () => {
  const kept = file('kept.json', readFileSync(results));
  chmodSync(kept, 0o640);
  storeResults(kept, result, { problemSize: 2000 });
  expect(readFileSync(kept, 'utf8')).not.toBe(readFileSync(results, 'utf8'));
  expect(statSync(kept).mode & 0o777).toBe(0o640);
});
