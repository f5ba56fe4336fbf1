// The buttons of the setup screen that start a browser and a terminal: real ones, whose requests arrive decrypted.
import { chmodSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import chromium from '@sparticuz/chromium';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { Clients } from '../../src/cli/app/clients/index.ts';
import { startTestApp, type TestApp } from '../helpers/app.ts';
import { temporaryHome } from '../helpers/home.ts';
import { missing } from '../helpers/need.ts';
import { startOrigin } from '../helpers/origin.ts';
import { openUi, startBrowser } from '../helpers/pages.ts';

const origin = await startOrigin((_request, response) => response.end('<title>page</title>'));
const browser = await startBrowser();
const folder = temporaryHome();
const bin = join(folder.path, 'bin');
mkdirSync(bin);
// Temporary files of the clients, apart from those of other tests.
const temporary = join(folder.path, 'tmp');
mkdirSync(temporary);
vi.stubEnv('TMPDIR', temporary);

afterAll(async () => {
  await browser?.close();
  await origin.close();
  folder.remove();
});

function program(name: string, script: string): void {
  writeFileSync(join(bin, name), `#!/bin/sh\n${script}\n`);
  chmodSync(join(bin, name), 0o755);
}

/** Starts the app with the programs in `bin` before those of this machine. */
async function appWith(env: NodeJS.ProcessEnv): Promise<TestApp & { readonly clients: Clients }> {
  const clients = new Clients({
    proxy: () => {
      const { port, ca } = running.app.engine;
      return { port, caPem: ca.certPem, caPath: ca.certPath, home: running.home };
    },
    env: { ...process.env, PATH: `${bin}${delimiter}${process.env['PATH'] ?? ''}`, DISPLAY: ':99', ...env },
    platform: 'linux',
  });
  const running: TestApp = await startTestApp({ clients });
  await running.result('update_settings', {
    changes: { insecureUpstreamHosts: ['*'], sslProxyingHosts: ['localhost'] },
  });
  return { ...running, clients };
}

const profiles = (): readonly string[] =>
  readdirSync(temporary).filter((name) => name.startsWith('proxyctl-browser-'));

describe.skipIf(browser === null || process.platform !== 'linux')('one click starts', () => {
  test('a browser, which ends with the app and leaves nothing behind', { tags: ['full'] }, async () => {
    const options = [...chromium.args, '--remote-debugging-port=0'].map((each) => `'${each}'`).join(' ');
    // The headless one opens a single page: ours in place of the empty one.
    program(
      'google-chrome',
      `for given; do shift; [ "$given" = about:blank ] || set -- "$@" "$given"; done
      exec '${await chromium.executablePath()}' ${options} "$@" ${origin.https}/from-browser`,
    );
    const running = await appWith({});
    const { page, errors } = await openUi(browser!, running, { fragment: 'target=setup&page=browser' });
    await page.getByRole('button', { name: 'Start Google Chrome' }).press('Enter');
    await page.getByText('Google Chrome is open: its traffic comes here').waitFor();
    await page
      .getByRole('status', { name: 'Live check' })
      .getByText('HTTPS decrypted', { exact: true })
      .waitFor();
    expect(profiles()).toHaveLength(1);
    await running.clients.close();
    expect(profiles()).toEqual([]);
    expect(errors).toEqual([]);
    await page.context().close();
    await running.close();
  });

  test.skipIf(missing('curl'))(
    'a terminal, whose programs use the proxy and trust it',
    { tags: ['full'] },
    async () => {
      program('x-terminal-emulator', '[ "$1" = -e ] && shift && exec "$@"');
      program('some-shell', `exec curl -s ${origin.https}/from-terminal`);
      const running = await appWith({ SHELL: join(bin, 'some-shell') });
      const { page } = await openUi(browser!, running, { fragment: 'target=setup&page=terminal' });
      await page.getByRole('button', { name: /^Start x-terminal-emulator/ }).click();
      await expect
        .poll(() => running.app.traffic.newest().map(({ url, decrypted }) => [url, decrypted]))
        .toEqual([[`${origin.https}/from-terminal`, true]]);
      await page.context().close();
      await running.close();
    },
  );

  test('from the first page and from the palette, too', { tags: ['full'] }, async () => {
    program('x-terminal-emulator', 'exit 0');
    const running = await appWith({});
    const { page } = await openUi(browser!, running);
    await page.getByRole('button', { name: /^Start x-terminal-emulator/ }).press('Enter');
    await page.getByText('x-terminal-emulator is open: its traffic comes here').waitFor();
    await page.reload();
    await page.getByText('No requests yet').waitFor();
    await page.keyboard.press('Control+k');
    await page.keyboard.type('open a term');
    await page.keyboard.press('Enter');
    await page.getByText('x-terminal-emulator is open: its traffic comes here').waitFor();
    await page.context().close();
    await running.close();
  });

  test('what fails at once is said, with the reason', { tags: ['full'] }, async () => {
    program('x-terminal-emulator', 'exit 3');
    const running = await appWith({});
    const { page } = await openUi(browser!, running, { fragment: 'target=setup&page=terminal' });
    await page.getByRole('button', { name: /^Start x-terminal-emulator/ }).click();
    await page
      .getByText(/x-terminal-emulator cannot be started: it ended at once, with exit code 3/)
      .waitFor();
    await page.context().close();
    await running.close();
  });

  test('nothing without a display: the commands remain', { tags: ['full'] }, async () => {
    const running = await appWith({ DISPLAY: '', WAYLAND_DISPLAY: '' });
    const { page } = await openUi(browser!, running, { fragment: 'target=setup&page=terminal' });
    await page.getByText('eval "$(proxyctl setup terminal').waitFor();
    expect(await page.getByRole('button', { name: /^Start / }).count()).toBe(0);
    const { error } = await running.rpc('ui.start_client', { target: 'terminal' });
    expect(error).toContain('without a display');
    await page.context().close();
    await running.close();
  });
});

test('what is started is one of a fixed list, and for the holder of the token only', async () => {
  const running = await appWith({});
  for (const target of ['sh -c id', '/bin/sh', ['terminal'], 'terminal; id']) {
    const { status, field } = await running.rpc('ui.start_client', { target });
    expect([status, field]).toEqual([422, 'target']);
  }
  const body = JSON.stringify({ method: 'ui.start_client', params: { target: 'terminal' } });
  const headers = { 'X-Proxy-Token': 'wrong' };
  expect((await running.api('/api/rpc', { method: 'POST', headers, body })).status).toBe(401);
  await running.close();
});
