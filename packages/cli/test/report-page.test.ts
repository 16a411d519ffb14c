import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { closeBrowser, describeInBrowser, openPage } from './support/browser';
import { heddle, scratchFolder, testData } from './support/heddle';

// A browser on a busy machine takes its time.
jest.setTimeout(300_000);

const scratch = scratchFolder();
afterAll(closeBrowser);

async function report(results: string, name: string): Promise<string> {
  const path = join(scratch, name);
  const { code, stderr } = await heddle(['report', results, '-o', path]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return path;
}

let made: Promise<string> | undefined;

/** The page of the recorded run; made once. */
function convolution(): Promise<string> {
  return (made ??= report(testData('convolution_milo-A100.cache.json.gz'), 'convolution.html'));
}

/** A cache file with names and values that would be markup, code or the end of the script. */
function hostileFile(): string {
  const evil = '</script><script>window.hacked = 1</script><img src=x onerror="window.hacked = 1"><!--';
  const entry = (value: string | number, time: unknown) => ({
    [evil]: value,
    n: 1,
    time,
    'a.b[0]': 3,
    timestamp: evil,
  });
  const path = join(scratch, 'hostile.json');
  const file = {
    device_name: evil,
    kernel_name: evil,
    problem_size: evil,
    tune_params_keys: [evil, 'n'],
    tune_params: { [evil]: [evil, 2], n: [1] },
    objective: 'time',
    cache: {
      a: entry(evil, 1),
      b: entry(2, 2),
      c: { ...entry(2, null), __error__: 'RuntimeFailedConfig', failure: 'crash', failure_message: evil },
    },
  };
  writeFileSync(path, JSON.stringify(file));
  return path;
}

describeInBrowser('the page of heddle report', () => {
  it('draws every chart of a recorded run, without an error and without a request', async () => {
    const path = await convolution();
    const { page, trouble } = await openPage(path);
    expect(await page.title()).toBe('Tuning convolution_kernel on NVIDIA A100-PCIE-40GB');

    // A canvas counts as drawn if it has more than one colour.
    const colours = await page.$$eval('canvas', (canvases) =>
      canvases.map((canvas) => {
        const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height);
        return new Set(new Uint32Array(data.buffer)).size;
      }),
    );
    expect(colours).toHaveLength(2);
    expect(Math.min(...colours)).toBeGreaterThan(10);
    const marks = await page.$$eval('svg.marks', (drawings) =>
      drawings.map((each) => each.querySelectorAll('path').length),
    );
    expect(marks.length).toBe(1 + 7 + 1); // distribution, one for each varying parameter, heat map
    expect(Math.min(...marks)).toBeGreaterThan(5);

    // The file's own best entry: 0.5536 ms at the 620th evaluation.
    const { cache } = JSON.parse(await unpacked(testData('convolution_milo-A100.cache.json.gz')));
    const times = Object.values(cache as Record<string, { time: unknown }>).map(({ time }) => time);
    const least = Math.min(...times.filter((time) => typeof time === 'number'));
    expect(await page.textContent('#summary')).toContain(`${least.toPrecision(4)} ms`);
    expect(await page.textContent('#best')).toContain(`Evaluation ${times.indexOf(least) + 1} of 4,362`);
    expect(await page.textContent('#failures')).toMatch(/launch155/);
    expect(trouble).toEqual({ console: [], requests: [] });
  });

  it('sorts and filters its table by mouse and keyboard', async () => {
    const path = await convolution();
    const { page, trouble } = await openPage(path);
    const column = (title: string) => page.locator('.table-frame th', { hasText: title });
    const cells = (place: number) => page.locator(`.table-frame tbody td:nth-child(${place})`).allTextContents();
    const numbers = async (place: number) => (await cells(place)).map((text) => Number(text.replaceAll(',', '')));

    const ascending = await numbers(2);
    expect(ascending).toEqual([...ascending].sort((a, b) => a - b));
    expect(await column('time (ms)').getAttribute('aria-sort')).toBe('ascending');
    await column('time (ms)').getByRole('button').focus();
    await page.keyboard.press('Enter');
    expect(await column('time (ms)').getAttribute('aria-sort')).toBe('descending');
    const descending = await numbers(2);
    expect(descending).toEqual([...descending].sort((a, b) => b - a));
    expect(descending[0]).toBeGreaterThan(ascending[0]!);

    await page.getByLabel('Show only result').selectOption({ label: 'launch' });
    expect(await page.locator('#table [role=status]').textContent()).toBe('1–50 of 155 configurations');
    expect(new Set(await cells(2))).toEqual(new Set(['–']));
    await page.getByRole('button', { name: 'Next' }).click();
    expect(await page.locator('#table [role=status]').textContent()).toBe('51–100 of 155 configurations');
    await page.getByRole('button', { name: 'Clear filters' }).click();
    expect(await page.locator('#table [role=status]').textContent()).toBe('1–50 of 4,362 configurations');

    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download as CSV' }).click(),
    ]);
    const lines = readFileSync(await download.path(), 'utf8').split('\r\n');
    expect(lines).toHaveLength(4363);
    expect(lines[0]).toMatch(/^evaluation,time \(ms\),/);
    expect(trouble).toEqual({ console: [], requests: [] });
  });

  it('redraws for another quantity, other parameters and other colours', async () => {
    const path = await convolution();
    const { page, trouble } = await openPage(path, { colorScheme: 'dark', width: 420 });
    expect(await page.getAttribute('html', 'data-theme')).toBe('dark');
    await page.locator('#quantity select').selectOption({ label: 'GFLOP/s' });
    expect(await page.textContent('#summary')).toContain('best GFLOP/s');
    await page.locator('#heat-map select').nth(1).selectOption({ label: 'use_shmem' });
    await page.waitForSelector('#heat-map [aria-label*="use_shmem"] svg');
    await page.getByRole('button', { name: 'Use light colours' }).click();
    expect(await page.getAttribute('html', 'data-theme')).toBe('light');
    // Nothing is wider than a telephone, but what scrolls by itself.
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(420);
    expect(trouble).toEqual({ console: [], requests: [] });
  });

  it('tells the configuration under the pointer', async () => {
    const { page } = await openPage(await convolution());
    const canvas = page.locator('#pareto canvas');
    await canvas.scrollIntoViewIfNeeded();
    const { x, y, width, height } = (await canvas.boundingBox())!;
    const tooltip = page.locator('#vg-tooltip-element.visible');
    // Somewhere on a line across the thick of the points there is one.
    for (let share = 0.3; share < 0.6 && (await tooltip.count()) === 0; share += 0.003) {
      await page.mouse.move(x + width * share, y + height * 0.6);
    }
    await expect(tooltip.textContent()).resolves.toMatch(
      /^evaluation [\d,]+time[\d.]+ ms.*block_size_x\d+block_size_y\d+/,
    );
  });

  it('says in words what its charts show, and gives everything a name', async () => {
    const path = await convolution();
    const { page } = await openPage(path);
    const labels = await page.$$eval('[role=graphics-document]', (charts) =>
      charts.map((chart) => chart.getAttribute('aria-label') ?? ''),
    );
    expect(labels).toHaveLength(11);
    for (const label of labels) expect(label.length).toBeGreaterThan(40);
    const unnamed = await page.$$eval(
      'select',
      (lists) => lists.filter((list) => (list.labels?.length ?? 0) === 0 && !list.getAttribute('aria-label')).length,
    );
    expect(unnamed).toBe(0);
    expect(await page.getAttribute('html', 'lang')).toBe('en');
  });

  it('shows hostile names as text, and can run and fetch nothing else', async () => {
    const { page, trouble } = await openPage(await report(hostileFile(), 'hostile.html'));
    expect(await page.evaluate('"hacked" in window')).toBe(false);
    expect(await page.locator('img').count()).toBe(0);
    expect(await page.textContent('h1')).toContain('</script><script>');
    expect(trouble).toEqual({ console: [], requests: [] });

    const policy = await page.getAttribute('meta[http-equiv="Content-Security-Policy"]', 'content');
    expect(policy).toMatch(/default-src 'none'; script-src 'sha256-[^' ]+';/);
    const fetched = await page.evaluate(() =>
      fetch('https://example.invalid/').then(
        () => 'yes',
        () => 'no',
      ),
    );
    expect(fetched).toBe('no');
    await page.evaluate(`{
      const script = document.createElement('script');
      script.textContent = 'window.hacked = 1';
      document.body.append(script);
    }`);
    expect(await page.evaluate('"hacked" in window')).toBe(false);
  });

  it('shows a run in which everything failed', async () => {
    const path = join(scratch, 'failed.json');
    const cache = { '1': { n: 1, time: 'RuntimeFailedConfig' }, '2': { n: 2, __error__: 'CompilationFailedConfig' } };
    const header = {
      device_name: 'd',
      kernel_name: 'k',
      problem_size: 1,
      tune_params_keys: ['n'],
      tune_params: { n: [1, 2] },
      objective: 'time',
    };
    writeFileSync(path, JSON.stringify({ ...header, cache }));
    const { page, trouble } = await openPage(await report(path, 'failed.html'));
    expect(await page.textContent('#best')).toContain('No configuration gave a result.');
    expect(trouble).toEqual({ console: [], requests: [] });
  });
});

async function unpacked(path: string): Promise<string> {
  const { gunzipSync } = await import('node:zlib');
  return gunzipSync(readFileSync(path)).toString('utf8');
}
