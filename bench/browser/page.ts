// The web UI of a running app in headless Chromium, and what can be measured in its page.
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import chromium from '@sparticuz/chromium';
import { chromium as browserType, type Browser, type Page } from 'playwright-core';
import { program, type Built } from '../subjects/our-build.ts';
import type { Subject } from '../subjects/index.ts';

const ARGS = ['--headless=shell', '--no-sandbox', '--disable-gpu', '--enable-precise-memory-info'];

/** Starts Chromium; null where none can run. */
export async function startBrowser(): Promise<Browser | null> {
  try {
    return await browserType.launch({ executablePath: await chromium.executablePath(), args: ARGS });
  } catch {
    return null;
  }
}

/** Opens the UI, and resolves with the page and the milliseconds until its first row was there. */
export async function openUi(
  browser: Browser,
  subject: Subject,
  built: Built,
): Promise<{ readonly page: Page; readonly firstRowMs: number }> {
  return openLink(browser, await freshLink(subject, built));
}

/** Opens a link that was printed, like `openUi`. */
export async function openLink(
  browser: Browser,
  link: string,
): Promise<{ readonly page: Page; readonly firstRowMs: number }> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  await context.addInitScript({ path: fileURLToPath(new URL('./in-page.js', import.meta.url)) });
  const page = await context.newPage();
  const start = performance.now();
  await page.goto(link, { waitUntil: 'commit' });
  await page.locator('[role=grid] [data-id]').first().waitFor();
  return { page, firstRowMs: performance.now() - start };
}

/** Returns a link with a code of its own, which a second start of the app prints. */
async function freshLink({ home }: Subject, built: Built): Promise<string> {
  const env = { ...process.env, PROXYCTL_HOME: home ?? '' };
  const { stdout, stderr } = await promisify(execFile)(
    process.execPath,
    [program(built), 'app', '--no-open'],
    {
      env,
    },
  );
  const link = /http:\S+#code=\S+/.exec(stdout + stderr)?.[0];
  if (link === undefined) throw new Error(`the app printed no link: ${stdout}${stderr}`);
  return link;
}

/** Scrolls the list to its end for this long; resolves with the milliseconds of each frame. */
export function scrollFrames(page: Page, milliseconds: number): Promise<number[]> {
  return page.evaluate<number[]>(`bench.scrollFrames(${milliseconds})`);
}

/** Types `text` into the filter again and again for this long; resolves with the milliseconds from each key to its frame. */
export async function typeFor(page: Page, text: string, milliseconds: number): Promise<number[]> {
  await page.evaluate('bench.watchKeys()');
  const end = performance.now() + milliseconds;
  while (performance.now() < end) {
    await setFilter(page, '');
    await page.locator('#traffic-filter').pressSequentially(text, { delay: 60 });
  }
  return page.evaluate<number[]>('bench.keyTimes');
}

/** Sets the filter at once; resolves with the milliseconds until the page has painted the result. */
export function setFilter(page: Page, text: string): Promise<number> {
  return page.evaluate<number>(`bench.setFilter(${JSON.stringify(text)})`);
}

/** Resolves with the longest time in ms for which the page was blocked during `work`. */
export async function longestBlock(page: Page, work: () => Promise<void>): Promise<number> {
  await page.evaluate('bench.watchBlocks()');
  await work();
  return page.evaluate<number>('bench.longestBlock');
}

/** Runs a function of in-page.js by its call; resolves with what it returns. */
export function inPage(page: Page, call: string): Promise<number> {
  return page.evaluate<number>(`bench.${call}`);
}

/** Returns the bytes of the page's JavaScript heap and of its typed arrays after a collection. */
export async function heapBytes(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize, backingStorageSize } = await session.send('Runtime.getHeapUsage');
  await session.detach();
  return usedSize + backingStorageSize;
}
