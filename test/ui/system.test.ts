// The parts of the page that concern the system: the switch of its proxy, the capture sheet, the stores of roots.
import { afterAll, expect, test } from 'vitest';
import { startTestApp } from '../helpers/app.ts';
import { serious } from '../helpers/axe.ts';
import { openUi, startBrowser } from '../helpers/pages.ts';
import { closedPort } from '../helpers/ports.ts';
import { fakeWindows } from '../helpers/proxy-systems.ts';
import { until } from '../helpers/waiting.ts';

const system = fakeWindows();
const running = await startTestApp({ proxySettings: system.settings });
const browser = await startBrowser();
const withBrowser = test.skipIf(browser === null);

afterAll(async () => {
  await browser?.close();
  await running.close();
});

withBrowser('the system proxy is switched from every screen, and back', { tags: ['full'] }, async () => {
  const before = system.values();
  const { page, errors } = await openUi(browser!, running);
  const bar = page.getByRole('banner').getByRole('switch', { name: 'System proxy' });
  await bar.click();
  await page.getByText('The system sends its traffic here').waitFor();
  await expect.poll(() => bar.getAttribute('aria-checked')).toBe('true');
  expect(system.changes.some((line) => line.includes(`127.0.0.1:${running.port()}`))).toBe(true);
  await page.keyboard.press('Control+k');
  await page.keyboard.type('system proxy');
  await page.keyboard.press('Enter');
  await page.getByText('The earlier proxy settings of the system are back').waitFor();
  await expect.poll(() => bar.getAttribute('aria-checked')).toBe('false');
  expect(system.values()).toEqual(before);
  expect(errors).toEqual([]);
  await page.context().close();
});

withBrowser('a system without proxy settings: the reason is said, and the switch stays off', async () => {
  const proxySettings = () => Promise.reject(new Error('neither GNOME nor KDE runs'));
  await using bare = await startTestApp({ proxySettings });
  const { page } = await openUi(browser!, bare);
  const bar = page.getByRole('banner').getByRole('switch', { name: 'System proxy' });
  await bar.click();
  await page.getByText('The proxy of the system cannot be changed: neither GNOME nor KDE runs').waitFor();
  expect(await bar.getAttribute('aria-checked')).toBe('false');
  await page.context().close();
});

withBrowser(
  'open_capture opens the sheet: domains, what changes, confirmation, and the end of it',
  { tags: ['full'] },
  async () => {
    const [dnsPort, httpPort, httpsPort] = [await closedPort(), await closedPort(), await closedPort()];
    await running.result('update_settings', { changes: { dnsCapture: { dnsPort, httpPort, httpsPort } } });
    const { page, errors } = await openUi(browser!, running);
    const sheet = page.getByRole('dialog', { name: 'Capture Harbor' });
    await until(
      'a page listens',
      async () => (await running.result('open_capture', { app: 'Harbor' })).opened,
    );
    await sheet.waitFor();
    expect(await sheet.getByRole('button', { name: /^Capture/ }).isDisabled()).toBe(true);
    await sheet.getByLabel('Another domain').fill('api.harbor.test');
    await page.keyboard.press('Enter');
    await sheet.getByText('What changes on this computer').waitFor();
    expect(await serious(page)).toEqual([]);
    await sheet.getByRole('button', { name: 'Capture 1 domain' }).click();
    await sheet.getByText('Now run this in a terminal').waitFor();
    expect(await running.result('status')).toMatchObject({ capturedDomains: ['api.harbor.test'] });
    const led = sheet.getByRole('list', { name: 'Domains that are led here' });
    await led
      .getByRole('listitem')
      .filter({ hasText: 'api.harbor.test' })
      .getByText('Not led here yet')
      .waitFor();
    await sheet.getByRole('button', { name: 'Done' }).click();
    await page.evaluate(`location.hash = '#/setup'`);
    const apps = page.getByRole('region', { name: 'Apps that bypass the proxy' });
    await apps.getByRole('listitem').filter({ hasText: 'Harbor' }).getByText('api.harbor.test').waitFor();
    await apps.getByRole('button', { name: 'Change…' }).click();
    await sheet.getByLabel('api.harbor.test').setChecked(false, { force: true });
    await sheet.getByRole('button', { name: 'Stop capturing' }).click();
    await page.getByText('Harbor is no longer captured').waitFor();
    expect(await running.result('status')).toMatchObject({ capturedDomains: [] });
    expect(errors).toEqual([]);
    await page.context().close();
  },
);

withBrowser(
  'the certificate page lists the stores of roots with their commands',
  { tags: ['full'] },
  async () => {
    const { page } = await openUi(browser!, running, { fragment: 'target=settings&page=certificate' });
    const stores = await running.result('ui.trust');
    for (const { name, add, places, trusted } of stores) {
      const store = page.getByRole('region', { name: `Trust of ${name}` });
      if (trusted !== true) await store.getByText(add, { exact: true }).waitFor();
      for (const { remove } of places) await store.getByText(remove, { exact: true }).waitFor();
    }
    expect(await serious(page)).toEqual([]);
    await page.context().close();
  },
);
