// The rolling recording in a real browser: started, seen, and stopped.
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../helpers/app.ts';
import { serious } from '../helpers/axe.ts';
import { startShop } from '../helpers/demo-traffic.ts';
import { openUi, startBrowser } from '../helpers/pages.ts';

const origin = await startShop();
const browser: Browser | null = await startBrowser();
let running: TestApp;

beforeAll(async () => {
  running = await startTestApp();
});

afterAll(async () => {
  await browser?.close();
  await running.close();
  await origin.close();
});

test.skipIf(browser === null)(
  'a recording to files is started, seen on every screen, and stopped',
  async () => {
    const { page, errors } = await openUi(browser!, running);
    const folder = join(running.home, 'recordings');
    writeFileSync(join(running.home, 'a file'), '');
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Record to files…' }).click();
    const start = page.getByRole('dialog', { name: 'Record to files' });
    expect(await start.getByLabel('Folder').inputValue()).toMatch(/Traffic Proxy recordings$/);
    await start.getByLabel('Folder').fill(join(running.home, 'a file'));
    await start.getByRole('button', { name: 'Start recording' }).click();
    await start.getByRole('alert').filter({ hasText: 'cannot be written' }).waitFor();
    await start.getByLabel('Folder').fill(folder);
    await start.getByLabel('Filter').fill('path:/kept');
    expect(await serious(page)).toEqual([]);
    await start.getByLabel('Filter').press('Enter');
    await page.getByText(`Recording to ${folder}`).waitFor();
    await running.via(`${origin.http}/kept`);
    await running.via(`${origin.http}/other`);

    await page.getByRole('link', { name: 'Tools' }).first().click();
    await page.getByRole('contentinfo').getByRole('button', { name: 'To files' }).click();
    const now = page.getByRole('dialog', { name: 'Recording to files' });
    await now.getByText(folder).waitFor();
    await now.getByRole('button', { name: 'Stop recording' }).click();
    await expect.poll(() => page.getByRole('button', { name: 'To files' }).count()).toBe(0);
    expect(existsSync(folder) && readdirSync(folder)).toEqual([expect.stringMatching(/\.proxysession$/)]);
    expect((await running.result('get_settings')).autosave).toMatchObject({
      folder: null,
      filter: 'path:/kept',
    });
    expect(errors).toEqual([]);
    await page.context().close();
  },
);
