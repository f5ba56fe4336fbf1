// The window of its own that `proxyctl app` opens: a real Chromium, started as an installed one is.
import { chmodSync, existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import chromium from '@sparticuz/chromium';
import { chromium as browserType } from 'playwright-core';
import { afterAll, expect, test } from 'vitest';
import { startCli } from '../helpers/cli.ts';
import { temporaryHome } from '../helpers/home.ts';
import { startBrowser } from '../helpers/pages.ts';
import { until } from '../helpers/waiting.ts';

const folder = temporaryHome();
const probe = await startBrowser();
await probe?.close();

afterAll(() => folder.remove());

/**
 * Installs the browser of the tests as `chromium`; it notes the arguments it was given. Without a screen Chromium has no
 * windows and ignores `--app`, so it gets the URL itself.
 */
async function installBrowser(programs: string): Promise<string> {
  const given = join(programs, 'given');
  const path = join(programs, 'chromium');
  const flags = `--headless=shell --no-sandbox --disable-gpu --user-data-dir=${join(programs, 'profile')}`;
  writeFileSync(
    path,
    `#!/bin/sh\necho "$@" > ${given}\nexec ${await chromium.executablePath()} ${flags} --remote-debugging-port=0 "\${1#--app=}"\n`,
  );
  chmodSync(path, 0o755);
  return given;
}

test.skipIf(probe === null || process.platform !== 'linux')(
  'an installed Chromium shows the app in a window of its own, let in by the code',
  async () => {
    const programs = mkdtempSync(join(folder.path, 'programs-'));
    const given = await installBrowser(programs);
    const debugged = join(programs, 'profile', 'DevToolsActivePort');
    const home = join(folder.path, 'home');
    const env = { PATH: `${programs}:${process.env['PATH'] ?? ''}`, DISPLAY: ':99', WAYLAND_DISPLAY: '' };
    await using app = startCli(['app', '--port', '0'], { home, env });
    const written = (): string => (existsSync(debugged) ? readFileSync(debugged, 'utf8') : '');
    // The file exists before its lines: the port, then a path.
    await until('the browser listens', () => written().includes('\n'));
    const [debugPort = ''] = written().split('\n');
    const browser = await browserType.connectOverCDP(`http://127.0.0.1:${debugPort}`);
    const page = browser.contexts()[0]!.pages()[0]!;
    await page.getByText('No requests yet').waitFor();
    expect(page.url()).toMatch(/#\/traffic$/);
    const [argument] = readFileSync(given, 'utf8').trim().split(' ');
    expect(argument).toMatch(/^--app=http:\/\/127\.0\.0\.1:\d+\/#code=/);
    expect(app.stderr).not.toContain('#code=');
    const session = await browser.newBrowserCDPSession();
    await session.send('Browser.close');
    expect((await app.stop()).code).toBe(0);
  },
);
