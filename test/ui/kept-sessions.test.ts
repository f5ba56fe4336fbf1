// A session that was kept on the disk, in a real browser: offered, shown, or deleted after a question.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readRecording } from '../../src/traffic/recordings.ts';
import { startTestApp, type TestApp } from '../helpers/app.ts';
import { serious } from '../helpers/axe.ts';
import { temporaryHome } from '../helpers/home.ts';
import { leaveSession } from '../helpers/kept-session.ts';
import { openUi, startBrowser } from '../helpers/pages.ts';

const browser: Browser | null = await startBrowser();
const home = temporaryHome();
let running: TestApp;

beforeAll(async () => {
  await leaveSession(home.path, 92);
  running = await startTestApp({ home: home.path });
}, 120_000);

afterAll(async () => {
  await browser?.close();
  await running.close();
  home.remove();
});

const job = test.skipIf(browser === null);

job('92 requests of the session before are offered, and shown in the list', async () => {
  const { page, errors } = await openUi(browser!, running);
  const note = page.getByRole('note').filter({ hasText: '92 requests of the session before are kept' });
  await note.waitFor();
  expect(await serious(page)).toEqual([]);
  await note.getByRole('button', { name: 'Delete…' }).click();
  await page
    .getByRole('dialog', { name: 'Delete 92 requests?' })
    .getByRole('button', { name: 'Cancel' })
    .click();
  const saving = page.waitForEvent('download');
  await note.getByRole('button', { name: 'Save as file…' }).click();
  const saved = await saving;
  expect(saved.suggestedFilename()).toMatch(/^Traffic Proxy .+\.proxysession$/);
  const file = join(home.path, 'saved.proxysession');
  await saved.saveAs(file);
  await page.getByText('Saved 92 requests. They stay kept until you delete them').waitFor();
  expect(await readRecording(file)).toHaveLength(92);
  await note.getByRole('button', { name: 'Show them' }).click();
  await page.getByText('92 requests in 2 sessions').waitFor();
  await expect.poll(() => note.count()).toBe(0);
  expect(running.app.traffic.size).toBe(92);
  expect(errors).toEqual([]);
});

job('a session is deleted after a question', async () => {
  await leaveSession(home.path, 1);
  const { page, errors } = await openUi(browser!, running);
  await page.getByText('1 request of the session before is kept').waitFor();
  await page.getByRole('button', { name: 'Delete…' }).click();
  await page.getByRole('button', { name: 'Delete 1 request' }).click();
  await expect.poll(() => page.getByText('1 request of the session before').count()).toBe(0);
  expect(await running.result('ui.kept_sessions')).toEqual([]);
  expect(errors).toEqual([]);
});

job('a session that cannot be read is named with its path, to be deleted or looked for', async () => {
  const path = join(home.path, 'traffic', '20260101T000000000Z-1.proxysession');
  writeFileSync(path, 'nonsense'.repeat(10_000));
  const { page, errors } = await openUi(browser!, running);
  const note = page.getByRole('note').filter({ hasText: 'A session of before cannot be read' });
  await note.getByText(`Its file is ${path}.`).waitFor();
  expect(await serious(page)).toEqual([]);
  expect(await note.getByRole('button', { name: 'Show them' }).count()).toBe(0);
  await note.getByRole('button', { name: 'Delete…' }).click();
  await page.getByRole('button', { name: 'Delete a session that cannot be read' }).click();
  await expect.poll(() => note.count()).toBe(0);
  expect(errors).toEqual([]);
});
