// Takes pictures of every screen of the web UI in both themes, with sample traffic, to look at:
// `node scripts/screenshots.ts [--sizes 390x844,720x450] [--only client-spec,mcp] [folder]`, by default at five widths, and
// in a folder of its own in the temporary folder, which it names. `--only` has the beginnings of names. `--guide [story…]` plays the stories of docs/guide/, or those that are named,
// and takes their pictures instead.
import { mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { ViewportSize } from 'playwright-core';
import { messageOf } from '../src/base/errors.ts';
import { startTestApp, type TestApp } from '../test/helpers/app.ts';
import { startShop } from '../test/helpers/demo-traffic.ts';
import { openUi, startBrowser } from '../test/helpers/pages.ts';
import { fillApp, openCheckout, screens, type Prepare } from '../test/helpers/screens.ts';
import { startTestViewer, type TestViewer } from '../test/helpers/viewer.ts';
import { takeGuidePictures } from './guide/index.ts';

const GUIDE = fileURLToPath(new URL('../docs/guide', import.meta.url));
const THEMES = ['light', 'dark'] as const;

/** Shows the sample traffic as `proxyctl view` does. */
async function viewerOf(app: TestApp, folder: string): Promise<TestViewer> {
  const path = join(folder, 'sample.proxysession');
  await app.result('export_session', { format: 'session', path });
  return startTestViewer(path);
}

async function playGuide(names: readonly string[]): Promise<number> {
  const browser = await startBrowser();
  if (browser === null) return 1;
  try {
    await takeGuidePictures(browser, GUIDE, names);
  } finally {
    await browser.close();
  }
  return 0;
}

interface Choice {
  readonly sizes: readonly ViewportSize[];
  /** The beginnings of names; empty for all. */
  readonly only: readonly string[];
}

async function main(folder: string, { sizes, only }: Choice): Promise<number> {
  const browser = await startBrowser();
  if (browser === null) return 1;
  mkdirSync(folder, { recursive: true });
  const shop = await startShop();
  const app = await startTestApp();
  const each = async (
    name: string,
    prepare: Prepare,
    server: Pick<TestApp, 'port' | 'codes'> = app,
  ): Promise<void> => {
    if (only.length > 0 && !only.some((start) => name.startsWith(start))) return;
    const { page, errors } = await openUi(browser, server);
    try {
      await prepare(page, app);
      for (const viewport of sizes)
        for (const colorScheme of THEMES) {
          await page.emulateMedia({ colorScheme });
          await page.setViewportSize(viewport);
          await page.waitForTimeout(200);
          await page.screenshot({ path: join(folder, `${name}-${viewport.width}-${colorScheme}.png`) });
        }
    } catch (error) {
      process.stderr.write(`${name}: ${messageOf(error)}\n`);
    }
    for (const error of errors) process.stderr.write(`${name}: ${error}\n`);
    await page.context().close();
  };
  await each('empty', (page) => page.getByText('No requests yet').waitFor());
  const { held } = await fillApp(app, shop);
  for (const [name, prepare] of Object.entries(screens)) await each(name, prepare);
  const viewer = await viewerOf(app, folder);
  await each('view', openCheckout, viewer);
  await viewer.close();
  await browser.close();
  await app.close();
  await held;
  await shop.close();
  process.stdout.write(`screenshots: ${folder}\n`);
  return 0;
}

const { values, positionals } = parseArgs({
  options: {
    guide: { type: 'boolean', default: false },
    sizes: { type: 'string', default: '390x844,720x900,1024x700,1440x900,1920x1080' },
    only: { type: 'string', default: '' },
  },
  allowPositionals: true,
});
const sizes = values.sizes.split(',').map((size) => {
  const [width = 0, height = 0] = size.split('x').map(Number);
  return { width, height };
});
process.exitCode = values.guide
  ? await playGuide(positionals)
  : await main(resolve(positionals[0] ?? mkdtempSync(join(tmpdir(), 'proxyctl-screenshots-'))), {
      sizes,
      only: values.only.split(',').filter((start) => start !== ''),
    });
