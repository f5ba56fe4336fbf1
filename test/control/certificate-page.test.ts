// The certificate page: which clients get it, under which names, and that real programs can use its files.
import { execFile } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import chromium from '@sparticuz/chromium';
import { chromium as browserType } from 'playwright-core';
import { afterAll, describe, expect, test } from 'vitest';
import { ask, askThroughTunnel } from '../helpers/ask.ts';
import { startCli } from '../helpers/cli.ts';
import { startTestEngine } from '../helpers/engine.ts';
import { temporaryHome } from '../helpers/home.ts';
import { missing } from '../helpers/need.ts';
import { themes } from '../helpers/scale.ts';

const run = promisify(execFile);
const proxy = await startTestEngine({ listenOnAllInterfaces: true, allowedClientIPs: ['0.0.0.0/0', '::/0'] });
const { port, ca } = proxy.engine;
const folder = mkdtempSync(join(os.tmpdir(), 'proxyctl-page-'));
const der = new X509Certificate(ca.certPem).raw;
const outside = Object.values(os.networkInterfaces())
  .flatMap((list) => list ?? [])
  .find(({ family, internal }) => family === 'IPv4' && !internal)?.address;

afterAll(async () => {
  await proxy.close();
  rmSync(folder, { recursive: true, force: true });
});

const files: readonly (readonly [ending: string, type: string])[] = [
  ['pem', 'application/x-pem-file'],
  ['crt', 'application/x-x509-ca-cert'],
  ['cer', 'application/x-x509-ca-cert'],
  ['der', 'application/x-x509-ca-cert'],
  ['mobileconfig', 'application/x-apple-aspen-config'],
];

describe('what it hands out', () => {
  test('a page that needs no token and loads nothing from elsewhere', async () => {
    const { status, headers, text } = await ask(`${proxy.url}/ssl`);
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-/);
    expect(headers['cache-control']).toBe('no-store');
    expect(text.replaceAll('<wbr>', '')).toContain(new X509Certificate(ca.certPem).fingerprint256);
    expect(text).not.toMatch(
      /src=|url\(|@import|https?:\/\/(?!127\.0\.0\.1|proxyctl\.local|example\.com|\d|\[)/,
    );
    for (const [ending] of files.filter(([name]) => name !== 'cer' && name !== 'der'))
      expect(text).toContain(`href="/ssl/proxyctl-root.${ending}"`);
  });

  test.each(files)('the certificate as .%s is %s', async (ending, type) => {
    const { status, headers, bytes } = await ask(`${proxy.url}/ssl/proxyctl-root.${ending}`);
    expect(status).toBe(200);
    expect(headers['content-type']).toBe(type);
    expect(headers['x-content-type-options']).toBe('nosniff');
    if (type === 'application/x-x509-ca-cert') expect(bytes.equals(der)).toBe(true);
    if (ending === 'pem') expect(new X509Certificate(bytes).raw.equals(der)).toBe(true);
  });

  test.skipIf(missing('openssl'))('openssl reads them', async () => {
    for (const [ending, form] of [
      ['pem', 'PEM'],
      ['crt', 'DER'],
    ] as const) {
      const path = join(folder, `root.${ending}`);
      writeFileSync(path, (await ask(`${proxy.url}/ssl/proxyctl-root.${ending}`)).bytes);
      const { stdout } = await run('openssl', ['x509', '-inform', form, '-in', path, '-noout', '-subject']);
      expect(stdout).toContain('Traffic Proxy');
    }
  });

  test.skipIf(missing('python3'))(
    'a property list reader reads the profile, with the certificate in it',
    async () => {
      const path = join(folder, 'root.mobileconfig');
      const { bytes } = await ask(`${proxy.url}/ssl/proxyctl-root.mobileconfig`);
      writeFileSync(path, bytes);
      const script = `import json, plistlib, sys
p = plistlib.load(open(sys.argv[1], 'rb'))
c = p['PayloadContent'][0]
print(json.dumps([p['PayloadType'], p['PayloadUUID'], c['PayloadType'], c['PayloadUUID'], c['PayloadContent'].hex(), c['PayloadDisplayName']]))`;
      const { stdout } = await run('python3', ['-c', script, path]);
      const uuid = expect.stringMatching(/^[\dA-F]{8}-[\dA-F]{4}-8[\dA-F]{3}-[89AB][\dA-F]{3}-[\dA-F]{12}$/);
      expect(JSON.parse(stdout)).toEqual([
        'Configuration',
        uuid,
        'com.apple.security.root',
        uuid,
        der.toString('hex'),
        ca.name,
      ]);
      expect((await ask(`${proxy.url}/ssl/proxyctl-root.mobileconfig`)).bytes.equals(bytes)).toBe(true);
    },
  );

  test.skipIf(missing('curl'))('curl, with the PEM file, trusts what the proxy shows', async () => {
    const path = join(folder, 'trusted.pem');
    await run('curl', ['-sf', '-o', path, `${proxy.url}/ssl/proxyctl-root.pem`]);
    const args = ['-sf', '-x', proxy.url, '--cacert', path, 'https://proxyctl.local/ssl'];
    expect((await run('curl', args)).stdout).toContain('<title>');
  });
});

describe('by which names', () => {
  const local = `127.0.0.1:${port}`;
  const host = os.hostname().toLowerCase();

  test.each([
    local,
    `localhost:${port}`,
    `[::1]:${port}`,
    `${host}:${port}`,
    `${host}.local:${port}`,
    'proxyctl.local',
  ])('Host %s is answered', async (Host) => {
    expect((await ask(`${proxy.url}/ssl`, { headers: { Host } })).status).toBe(200);
  });

  test.each([
    'evil.example',
    `evil.example:${port}`,
    `evil.${host}:${port}`,
    '127.0.0.1',
    '127.0.0.1:1',
    'a b',
  ])('Host %j is 403', async (Host) => {
    for (const path of ['/ssl', '/ssl/proxyctl-root.pem']) {
      const { status, text } = await ask(`${proxy.url}${path}`, { headers: { Host } });
      expect(status, path).toBe(Host === 'a b' ? 400 : 403);
      if (Host !== 'a b') expect(JSON.parse(text).error).toContain('does not name this machine');
    }
  });

  test.each(['proxyctl.local', 'proxy.ctl', 'proxyctl.internal'])(
    'through the proxy as http://%s/ssl',
    async (name) => {
      expect((await ask(`http://${name}/ssl`, { via: port })).text).toContain('<title>');
      expect((await askThroughTunnel(port, `https://${name}/ssl`, ca.certPem)).text).toContain('<title>');
    },
  );

  test('it is not recorded, and what is beside it is not opened by it', async () => {
    await ask(`${proxy.url}/ssl`);
    expect(proxy.engine.flows.size).toBe(0);
    for (const path of [
      '/ssl/../api/status',
      '/ssl/',
      '/ssl?a=b',
      '/sslx',
      '/ssl/nothing',
      '/SSL',
      '/ssl/root.key',
    ]) {
      const { status, text } = await ask(proxy.url, { target: path });
      expect(text).not.toContain('flowCount');
      expect(status, path).toBe(path === '/ssl/' || path === '/ssl?a=b' ? 200 : 404);
    }
    expect((await ask(`${proxy.url}/ssl`, { method: 'POST', body: 'x' })).status).toBe(405);
    expect((await ask(`${proxy.url}/ssl`, { method: 'HEAD' })).text).toBe('');
  });
});

describe.skipIf(outside === undefined)('another device', () => {
  const at = `http://${outside ?? ''}:${port}`;

  test('gets the page, directly and by the alias, and nothing else', async () => {
    const page = await ask(`${at}/ssl`);
    expect(page.status).toBe(200);
    expect(page.text).toContain(`<code>${outside ?? ''}</code>`);
    expect((await ask(`${at}/ssl/proxyctl-root.crt`)).bytes.equals(der)).toBe(true);
    const alias = await ask(at, { target: 'http://proxyctl.local/ssl', headers: { Host: 'proxyctl.local' } });
    expect(alias.text).toContain('goes through it already');
    for (const target of ['/', '/api/status', '/api/ssl', 'http://proxyctl.local/']) {
      const headers = { Host: target.startsWith('http') ? 'proxyctl.local' : `${outside ?? ''}:${port}` };
      const { status, text } = await ask(at, { target, headers });
      expect({ status, text }, target).toEqual({
        status: 403,
        text: '{"error":"The API is only available on this Mac"}',
      });
    }
  });

  test('does not get it by a name that is not ours', async () => {
    expect((await ask(`${at}/ssl`, { headers: { Host: `evil.example:${port}` } })).status).toBe(403);
  });
});

test('what comes from outside is escaped', async () => {
  const headers = { 'User-Agent': '<script>alert(1)</script>"\'' };
  expect((await ask(`${proxy.url}/ssl`, { headers })).text).not.toContain('<script');
});

test('run serves it too, and says there that it listens to this machine alone', async () => {
  using home = temporaryHome();
  await using cli = startCli(['run', '--port', '0'], { home: home.path });
  const [, url = ''] = await cli.saying(/listening on (http:\S+)/);
  await cli.saying(/Root certificate/);
  const { status, text } = await ask(`${url}/ssl`);
  expect(status).toBe(200);
  expect(text).toContain('--all-interfaces');
});

test(
  'Chromium shows it as it is meant: styled, within the width, without errors, light and dark',
  { timeout: 120_000, tags: ['full'] },
  async () => {
    const browser = await browserType.launch({
      executablePath: await chromium.executablePath(),
      args: [...chromium.args],
    });
    try {
      const page = await browser.newPage();
      const errors: string[] = [];
      page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
      page.on('pageerror', (error) => errors.push(error.message));
      await page.goto(`${proxy.url}/ssl`);
      expect(await page.title()).toContain('root certificate');
      for (const guide of await page.locator('details').all())
        if ((await guide.getAttribute('open')) === null) await guide.locator('summary').click();
      for (const colorScheme of themes) {
        for (const width of [360, 1200]) {
          await page.emulateMedia({ colorScheme });
          await page.setViewportSize({ width, height: 900 });
          const seen = await page.evaluate<{ readonly overflow: number; readonly ground: string }>(`({
          overflow: document.documentElement.scrollWidth - document.documentElement.clientWidth,
          ground: getComputedStyle(document.body).backgroundColor,
        })`);
          expect(seen.overflow, `${colorScheme} ${width}`).toBeLessThanOrEqual(0);
          expect(seen.ground).toBe(colorScheme === 'light' ? 'rgb(246, 247, 249)' : 'rgb(20, 22, 26)');
        }
      }
      // The browser requests an icon by itself.
      expect(errors.filter((text) => !text.includes('404'))).toEqual([]);
    } finally {
      await browser.close();
    }
  },
);

test('a Host that is not text does not end the connection of others', async () => {
  const socket = net.connect(port, '127.0.0.1');
  socket.write('GET /ssl HTTP/1.1\r\nHost: \xff\xfe\r\n\r\n', 'latin1');
  const [bytes] = (await once(socket, 'data')) as [Buffer];
  expect(bytes.toString('latin1')).toMatch(/^HTTP\/1\.1 40[03] /);
  socket.destroy();
});
