// Names and icons of apps in the traffic list, as the menu of a Linux desktop gives them; a drawn icon is inert.
import { execFile } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, test, vi } from 'vitest';
import { startTestApp, type TestApp } from '../helpers/app.ts';
import { temporaryHome } from '../helpers/home.ts';
import { missing } from '../helpers/need.ts';
import { startOrigin } from '../helpers/origin.ts';
import { openUi, startBrowser } from '../helpers/pages.ts';

const run = promisify(execFile);
const origin = await startOrigin((_request, response) => response.end('hello'));
const browser = await startBrowser();
const desktop = temporaryHome();
const icon = join(desktop.path, 'fetcher.svg');
writeFileSync(
  icon,
  '<svg xmlns="http://www.w3.org/2000/svg" width="16" height="16"><rect width="16" height="16" fill="red"/>' +
    `<script>document.title = 'run'; top.ran = true</script><image href="${origin.http}/leak" width="1" height="1"/></svg>`,
);
mkdirSync(join(desktop.path, 'applications'));
writeFileSync(
  join(desktop.path, 'applications', 'fetcher.desktop'),
  `[Desktop Entry]\nType=Application\nName=The Fetcher\nExec=curl %u\nIcon=${icon}\n`,
);
vi.stubEnv('XDG_DATA_HOME', desktop.path);
const running: TestApp = await startTestApp();

afterAll(async () => {
  await browser?.close();
  await running.close();
  await origin.close();
  desktop.remove();
  vi.unstubAllEnvs();
});

test.skipIf(browser === null || missing('curl') || process.platform !== 'linux')(
  'a program has the name and icon of the menu',
  async () => {
    await run('curl', ['-s', '-x', `http://127.0.0.1:${running.port()}`, `${origin.http}/first`]);
    const { page, errors } = await openUi(browser!, running);
    const row = page.getByRole('row', { name: /first/ }).first();
    await row.getByText('The Fetcher').waitFor();
    const image = row.locator('img');
    await image.waitFor();
    expect(await image.getAttribute('src')).toMatch(/^blob:/);
    await expect.poll(() => page.evaluate("document.querySelector('[role=row] img').naturalWidth")).toBe(16);
    await page.getByRole('treeitem', { name: 'The Fetcher' }).locator('img').waitFor();
    expect(await page.evaluate('window.ran === undefined && document.title !== "run"')).toBe(true);
    expect(running.app.traffic.newest().filter(({ url }) => url.endsWith('/leak'))).toEqual([]);
    expect(errors).toEqual([]);
    await page.context().close();
  },
);

test('the icon is for the holder of the token, as a picture that runs nothing', async () => {
  const { status, headers } = await running.api('/api/app-icon?app=The+Fetcher');
  expect(status).toBe(200);
  expect(headers).toMatchObject({
    'content-type': 'image/svg+xml',
    'x-content-type-options': 'nosniff',
    'content-security-policy': expect.stringContaining("sandbox; default-src 'none'") as string,
  });
  expect(await running.api('/api/app-icon?app=curl-nobody-has')).toMatchObject({ status: 204, text: '' });
  expect((await running.api('/api/app-icon')).status).toBe(400);
  const stranger = await running.api('/api/app-icon?app=The+Fetcher', {
    headers: { 'X-Proxy-Token': 'wrong' },
  });
  expect(stranger.status).toBe(401);
});
