import { existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { changedSince, plantStranger, stateOf, strangerKinds } from '../../../tools/backend-tests/src/strangers';
import { asInlineJson, asText } from '../src/report/page-html';
import { heddle, scratchFolder, testData } from './support/heddle';

// Each case starts processes, on machines that may have other work.
jest.setTimeout(300_000);

const scratch = scratchFolder();

function file(name: string, contents: string | Buffer): string {
  const path = join(scratch, name);
  writeFileSync(path, contents);
  return path;
}

/** What a page holds, read back out of it. */
function dataOf(page: string) {
  const html = readFileSync(page, 'utf8');
  return JSON.parse(/<script type="application\/json" id="data">([^]*?)<\/script>/.exec(html)?.[1] ?? '');
}

const cacheText = gunzipSync(readFileSync(testData('convolution_milo-A100.cache.json.gz'))).toString('utf8');

describe('heddle report', () => {
  it('holds every configuration of the file, value by value', async () => {
    const page = join(scratch, 'whole.html');
    const { code, stdout } = await heddle(['report', testData('convolution_milo-A100.cache.json.gz'), '-o', page]);
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining('4362 configurations') });
    const data = dataOf(page);
    const entries = Object.values(JSON.parse(cacheText).cache as Record<string, Record<string, unknown>>);
    expect(data).toMatchObject({
      kernel: 'convolution_kernel',
      device: 'NVIDIA A100-PCIE-40GB',
      count: entries.length,
    });
    for (const { name, values, indices } of data.parameters) {
      expect(indices.map((place: number) => values[place])).toEqual(entries.map((entry) => entry[name]));
    }
    const time = data.quantities.find(({ name }: { name: string }) => name === 'time');
    expect(time.values).toEqual(entries.map((entry) => (typeof entry.time === 'number' ? entry.time : null)));
    expect(data.quantities.find(({ name }: { name: string }) => name === 'GFLOP/s')).toMatchObject({
      higherIsBetter: true,
    });
    expect(data.failures.kindIndices.filter((kind: number) => kind >= 0)).toHaveLength(161);
  });

  it('writes beside the results, by default', async () => {
    const results = file('run.cache.json', cacheText);
    const { code } = await heddle(['report', results]);
    expect(code).toBe(0);
    expect(existsSync(join(scratch, 'run.cache.html'))).toBe(true);
  });

  it('says what JSON of another kind lacks', async () => {
    const { code, stderr } = await heddle(['report', file('other.json', '{"a": 1}')]);
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: expect.stringContaining('is not a file of tuning results: its header lacks kernel_name'),
    });
  });

  it('shows what can be read of a file whose run was killed, and says so', async () => {
    const cut = cacheText.slice(0, cacheText.indexOf('\n', cacheText.length / 2) + 1);
    const { code } = await heddle(['report', file('open.json', cut)]);
    expect(code).toBe(0);
    const open = dataOf(join(scratch, 'open.html'));
    expect(open.warnings).toEqual([expect.stringContaining('has not ended')]);

    const { stderr } = await heddle(['report', file('damaged.json', cut.slice(0, -40))]);
    expect(stderr).toMatch(/^Warning: The file is damaged: line \d+.* bytes could not be read\.$/m);
    const damaged = dataOf(join(scratch, 'damaged.html'));
    expect(damaged.count).toBe(open.count - 1);
    expect(damaged.warnings).toEqual([expect.stringContaining('damaged')]);
  });

  it.each([
    ['no file', [], /missing required argument 'results'/],
    ['a file that is not there', ['nothing.json'], /nothing.json cannot be read/],
    [
      'a file of something else',
      [file('other.json', '{"name": "heddle"}')],
      /other.json is not a file of tuning results/,
    ],
    ['a text', [file('notes.json', 'nothing of this kind')], /notes.json is not a file of tuning results/],
    [
      'a damaged archive',
      [file('broken.json.gz', Buffer.of(0x1f, 0x8b, 8, 0, 1))],
      /broken.json.gz is not a file of tuning results/,
    ],
    [
      'a page at a path that cannot be written',
      [file('good.json', cacheText), '-o', join(scratch, 'nowhere/page.html')],
      /cannot be written/,
    ],
    [
      'the results as the page',
      [file('same.json', cacheText), '-o', join(scratch, 'same.json')],
      /would overwrite the results/,
    ],
  ])('refuses %s', async (_, words, message) => {
    const { code, stderr } = await heddle(['report', ...words]);
    expect(stderr).toMatch(message);
    expect(code).toBe(2);
  });
});

describe('where a page is written', () => {
  const onPosix = process.platform === 'win32' ? [] : strangerKinds;
  it.each(onPosix)('nothing of others is replaced if no page is named: a %s', async (kind) => {
    const results = file(`others ${kind}.json`, cacheText);
    const page = results.replace(/json$/, 'html');
    const before = stateOf([results, ...plantStranger(page, kind)]);
    const { code, stderr } = await heddle(['report', results]);
    expect(stderr).toContain(`${page} is already there and was not made by Heddle`);
    expect(code).toBe(2);
    expect(changedSince(before)).toEqual([]);
  });

  it('its own page is replaced, and results are not, under whatever name', async () => {
    const results = file('again.json', cacheText);
    for (let round = 0; round < 2; round++) expect((await heddle(['report', results])).code).toBe(0);
    const link = join(scratch, 'again.link');
    symlinkSync('again.json', link);
    const { code, stderr } = await heddle(['report', results, '-o', link]);
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining('would overwrite the results') });
    expect(readFileSync(results, 'utf8')).toBe(cacheText);
  });
});

describe('what a page holds', () => {
  it('can end no script and begin none', () => {
    const text = '</script><script>alert(1)</script><!-- \u2028';
    const json = asInlineJson({ [text]: [text] });
    expect(json).not.toMatch(/[<\u2028]/);
    expect(JSON.parse(json)).toEqual({ [text]: [text] });
    expect(asText(`<img src="x" title='y'>&`)).toBe('&lt;img src=&quot;x&quot; title=&#39;y&#39;&gt;&amp;');
  });
});
