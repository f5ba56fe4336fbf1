// The app's pages in headless Chromium, as the app opens them.
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import type { TestApp } from './app.ts';
import { connect, launch } from './chromium.ts';

/**
 * Returns a browser: that of the test run, or one of its own with `alone`, which tests of the clipboard need. Null, with
 * the reason on the console, where none can run.
 */
export async function startBrowser({ alone = false } = {}): Promise<Browser | null> {
  const shared = process.env['TEST_BROWSER'];
  try {
    return await (shared === undefined || alone ? launch() : connect(shared));
  } catch (error) {
    console.warn(`no browser: ${error instanceof Error ? error.message : String(error)}`);
    return null;
  }
}

export interface OpenPage {
  readonly page: Page;
  /** Errors and warnings of the console, and uncaught errors. */
  readonly errors: readonly string[];
}

/**
 * Opens the UI with a code of its own, and waits until it has loaded. `fragment`: a place such as `target=tools`.
 * `takesOver`: true to open the tabs of the API client that the last window had.
 */
export async function openUi(
  browser: Browser,
  running: Pick<TestApp, 'port' | 'codes'>,
  options: BrowserContextOptions & { readonly fragment?: string; readonly takesOver?: boolean } = {},
): Promise<OpenPage> {
  const { fragment = '', takesOver = false, ...contextOptions } = options;
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    reducedMotion: 'reduce',
    permissions: ['clipboard-read', 'clipboard-write'],
    ...contextOptions,
  });
  if (!takesOver) await context.addInitScript(withoutTabs);
  const page = await context.newPage();
  const errors: string[] = [];
  page.on('console', (message) => {
    // The browser reports every answer that is an error, which the page may well expect.
    const isAnswer = message.text().startsWith('Failed to load resource: the server responded with');
    if (['error', 'warning'].includes(message.type()) && !isAnswer) errors.push(message.text());
  });
  page.on('pageerror', (error) => errors.push(error.message));
  await page.goto(`http://127.0.0.1:${running.port()}/#code=${running.codes.issue()}&${fragment}`);
  await page.getByRole('navigation', { name: 'Main' }).waitFor();
  return { page, errors };
}

/** Runs in the page: a window that has had tabs before does not take over those of another. */
function withoutTabs(): void {
  const key = 'proxyctl.client.tabs';
  try {
    if (sessionStorage.getItem(key) === null) sessionStorage.setItem(key, '{"list":[],"current":null}');
  } catch {
    // An empty page has no storage.
  }
}
