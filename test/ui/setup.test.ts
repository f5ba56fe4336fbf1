// The setup screen in a real browser: guides with the real address, and the live check with real clients.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { startTestApp } from '../helpers/app.ts';
import { serious } from '../helpers/axe.ts';
import { missing } from '../helpers/need.ts';
import { startOrigin } from '../helpers/origin.ts';
import { openUi, startBrowser } from '../helpers/pages.ts';
import { themes } from '../helpers/scale.ts';

const run = promisify(execFile);
const running = await startTestApp();
const browser = await startBrowser({ alone: true });
const origin = await startOrigin((_request, response) => response.end('hello'));
const noCurl = missing('curl');

afterAll(async () => {
  await browser?.close();
  await running.close();
  await origin.close();
});

test.skipIf(browser === null)(
  'the guides by keyboard, with commands to copy',
  { tags: ['full'] },
  async () => {
    const { page, errors } = await openUi(browser!, running);
    await page.keyboard.press('g');
    await page.keyboard.press('u');
    await page.getByRole('link', { name: 'Terminal' }).press('Enter');
    const command = `eval "$(proxyctl setup terminal --port ${running.port()})"`;
    await page.getByText(command).waitFor();
    await page.getByRole('button', { name: 'Copy the command' }).first().press('Enter');
    await page.getByText('Copied the command').waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toContain(command);
    await page.getByRole('link', { name: 'Docker' }).press('Enter');
    await page.getByText(`host.docker.internal:${running.port()}`).first().waitFor();
    expect(errors).toEqual([]);
    await page.context().close();
  },
);

test.skipIf(browser === null || noCurl)(
  'the live check follows a real client, from refusal to trust',
  { tags: ['full'] },
  async () => {
    const { page } = await openUi(browser!, running, { fragment: 'target=setup&page=terminal' });
    const check = page.getByRole('status', { name: 'Live check' });
    await check.getByText('Nothing has arrived').waitFor();
    const curl = (...args: readonly string[]): Promise<unknown> =>
      run('curl', ['-s', '-x', `http://127.0.0.1:${running.port()}`, ...args]).catch(() => undefined);
    await curl(`${origin.http}/plain`);
    await check.getByText('Plain HTTP seen').waitFor();
    await check.getByText('curl').waitFor();
    const https = `${origin.https}/secret`;
    await curl('-k', https);
    await check.getByText('HTTPS arrives and is not decrypted').waitFor();
    await running.result('ssl_proxying', { action: 'add_host', value: new URL(https).hostname });
    await curl('--capath', '/nonexistent', https);
    await check.getByText('The certificate is not trusted yet').waitFor();
    const { path } = await running.result('certificate');
    await running.result('update_settings', { changes: { insecureUpstreamHosts: ['*'] } });
    await curl('--cacert', path, https);
    await check.getByText('HTTPS decrypted').waitFor();
    await page
      .getByRole('link', { name: 'Terminal' })
      .locator('..')
      .getByLabel('Decrypted traffic seen')
      .waitFor();
    await check.getByRole('link', { name: 'Show its requests' }).click();
    await page.getByRole('row', { name: /secret/ }).waitFor();
    await page.context().close();
  },
);

test.skipIf(browser === null || noCurl)(
  'the proxy of the system is checked, and no request',
  { tags: ['full'] },
  async () => {
    const { page } = await openUi(browser!, running, { fragment: 'target=setup&page=mac' });
    const step = page.getByRole('listitem').filter({ hasText: 'Set the proxy of the system' });
    await run('curl', ['-s', '-x', `http://127.0.0.1:${running.port()}`, `${origin.http}/by-hand`]);
    await page.getByRole('status', { name: 'Live check' }).getByText('Plain HTTP seen').waitFor();
    expect(await step.getByLabel('Done').count()).toBe(0);
    await running.result('set_macos_proxy', { on: true });
    await step.getByLabel('Done').waitFor();
    await running.result('set_macos_proxy', { on: false });
    await step.getByLabel('Done').waitFor({ state: 'detached' });
    await page.context().close();
  },
);

test.skipIf(browser === null)(
  'a device is let in with one click, which can be taken back',
  { tags: ['full'] },
  async () => {
    const { page } = await openUi(browser!, running, { fragment: 'target=setup&page=ios' });
    const { addresses } = await running.result('ui.machine');
    await page.getByRole('button', { name: 'Let other devices connect' }).click();
    await expect.poll(() => running.app.settings.listenOnAllInterfaces).toBe(true);
    await page.getByText('On. The proxy listens on').waitFor();
    if (addresses.length > 0) await page.getByRole('img', { name: /QR code of http:/ }).waitFor();
    expect(await page.getByRole('link', { name: 'Download profile' }).getAttribute('href')).toBe(
      '/ssl/proxyctl-root.mobileconfig',
    );
    await page.keyboard.press('Control+z');
    await expect.poll(() => running.app.settings.listenOnAllInterfaces).toBe(false);
    await page.context().close();
  },
);

test.skipIf(browser === null).each(themes)(
  'axe finds nothing serious: %s',
  { timeout: 120_000 },
  async (colorScheme) => {
    const { page } = await openUi(browser!, running, { colorScheme, fragment: 'target=setup' });
    for (const name of ['This computer', 'Browser', 'iOS device', 'Docker', 'Other']) {
      await page.getByRole('complementary').getByRole('link', { name }).click();
      await page.getByRole('heading', { name, exact: true }).waitFor();
      expect(await serious(page), name).toEqual([]);
    }
    await page.context().close();
  },
);
