// The Chromium of the tests: the one of the dev dependencies, or that at the path in TEST_CHROMIUM.
import chromium from '@sparticuz/chromium';
import { chromium as browserType, type Browser, type BrowserServer } from 'playwright-core';

/** Fewer than the package proposes: with web security, and with a process for each page. */
const ARGS = ['--headless=shell', '--no-sandbox', '--disable-gpu', '--force-color-profile=srgb'];

export async function chromiumPath(): Promise<string> {
  return process.env['TEST_CHROMIUM'] ?? chromium.executablePath();
}

/** Starts a Chromium that several processes connect to. */
export async function launchServer(): Promise<BrowserServer> {
  return browserType.launchServer({ executablePath: await chromiumPath(), args: ARGS });
}

export async function launch(): Promise<Browser> {
  return browserType.launch({ executablePath: await chromiumPath(), args: ARGS });
}

/** Connects to the Chromium of the run (see shared-browser.ts); closing the result closes its contexts alone. */
export async function connect(endpoint: string): Promise<Browser> {
  return browserType.connect(endpoint);
}
