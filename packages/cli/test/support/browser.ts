/** Chromium, driven by Playwright: the browser of the machine, none of Playwright's own. */
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium, type Browser, type Page } from 'playwright-core';

const commands = ['chromium', 'chromium-browser', 'google-chrome'];
const executablePath = findChromium();
const isRequired = (process.env.HEDDLE_REQUIRE ?? '').split(',').some((name) => name.trim() === 'browser');

/** `describe` if there is a browser, or if there must be one; else its tests are reported as skipped. */
export const describeInBrowser: typeof describe.skip =
  executablePath !== undefined || isRequired ? describe : describe.skip;

if (executablePath === undefined)
  console.warn(`skipped: no browser (${commands.join(', ')}) is on PATH; npm run setup installs one`);

/** What a page did that it should not have. */
export interface PageTrouble {
  readonly console: string[];
  readonly requests: string[];
}

let browser: Browser | undefined;

/** Opens a file and waits until it says that everything is drawn. */
export async function openPage(
  path: string,
  options: { readonly colorScheme?: 'light' | 'dark'; readonly width?: number } = {},
): Promise<{ page: Page; trouble: PageTrouble }> {
  browser ??= await chromium.launch({ executablePath: executablePath ?? 'chromium', args: ['--no-sandbox'] });
  const context = await browser.newContext({
    colorScheme: options.colorScheme ?? 'light',
    viewport: { width: options.width ?? 1280, height: 900 },
  });
  const page = await context.newPage();
  const trouble: PageTrouble = { console: [], requests: [] };
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) trouble.console.push(message.text());
  });
  page.on('pageerror', (error) => trouble.console.push(error.message));
  const url = pathToFileURL(path).href;
  page.on('request', (request) => {
    if (request.url() !== url && !request.url().startsWith('data:')) trouble.requests.push(request.url());
  });
  await page.goto(url);
  await page.waitForSelector('html[data-drawn]', { state: 'attached', timeout: 120_000 });
  return { page, trouble };
}

export async function closeBrowser(): Promise<void> {
  await browser?.close();
  browser = undefined;
}

function findChromium(): string | undefined {
  const named = process.env.HEDDLE_CHROMIUM;
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  const candidates = [
    ...(named ? [named] : []),
    ...commands.flatMap((name) => folders.map((folder) => join(folder, name))),
  ];
  return candidates.find((path) => {
    try {
      accessSync(path, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}
