// The lowest version of TLS with clients and with servers: old ones are refused by name, and taken where the setting says so.
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { engineConfig } from '../../src/session/engine/config.ts';
import { minVersionOptions, type TlsVersion } from '../../src/base/tls-version.ts';
import { askThroughTunnel } from '../helpers/ask.ts';
import { trustedAuthority } from '../helpers/authority.ts';
import { startTestEngine, type TestEngine } from '../helpers/engine.ts';
import { missing } from '../helpers/need.ts';

const authority = trustedAuthority();
/** Servers that speak one version only, by it. */
const servers = new Map<TlsVersion, https.Server>();

beforeAll(async () => {
  for (const version of ['1.0', '1.1', '1.2', '1.3'] as const) {
    const { minVersion, ciphers } = minVersionOptions(version);
    const options = { ...authority.issue('localhost'), minVersion, maxVersion: minVersion, ciphers };
    const server = https.createServer(options, (_, response) => response.end(version));
    await once(server.listen(0, '127.0.0.1'), 'listening');
    servers.set(version, server);
  }
});
afterAll(async () => {
  for (const server of servers.values()) {
    server.closeAllConnections();
    await once(server.close(), 'close');
  }
});

const urlOf = (version: TlsVersion): string =>
  `https://localhost:${(servers.get(version)!.address() as AddressInfo).port}/`;

function engineWith(clients: TlsVersion, server: TlsVersion): Promise<TestEngine> {
  return startTestEngine({ minTlsVersion: { clients, servers: server } });
}

describe('servers', () => {
  test.each([
    ['1.0', ['1.0', '1.1', '1.2', '1.3']],
    ['1.1', ['1.1', '1.2', '1.3']],
    ['1.2', ['1.2', '1.3']],
    ['1.3', ['1.3']],
  ] as const)('from %s on', async (lowest, taken) => {
    await using engine = await engineWith('1.2', lowest);
    for (const version of servers.keys()) {
      const { status, text } = await askThroughTunnel(
        engine.engine.port,
        urlOf(version),
        engine.engine.ca.certPem,
      );
      if (taken.some((each) => each === version)) expect([status, text]).toEqual([200, version]);
      else {
        expect(status).toBe(502);
        expect(text).toContain(
          'The server may speak only a version of TLS below the setting minTlsVersion.servers',
        );
      }
    }
    const tls = engine.engine.flows.list().findLast(({ status }) => status === 200)?.tls;
    expect(tls?.version).toBe('TLSv1.3');
  });

  test('as the setting changes while the proxy runs', async () => {
    await using running = await engineWith('1.2', '1.2');
    const { engine } = running;
    for (const [lowest, status] of [
      ['1.0', 200],
      ['1.2', 502],
      ['1.0', 200],
    ] as const) {
      const settings = { port: engine.port, sslProxyingHosts: ['*'] };
      const config = engineConfig({ ...settings, minTlsVersion: { clients: '1.2', servers: lowest } });
      await engine.change(config, () => Promise.resolve());
      expect((await askThroughTunnel(engine.port, urlOf('1.0'), engine.ca.certPem)).status).toBe(status);
    }
  });
});

describe.skipIf(missing('curl'))('clients', () => {
  const run = promisify(execFile);
  /** Asks with curl in one version only; resolves with the version of the server, or curl's exit code. */
  async function curl(engine: TestEngine, version: '1.0' | '1.1' | '1.2'): Promise<string | number> {
    const tls = [`--tlsv${version}`, '--tls-max', version, '--ciphers', 'DEFAULT@SECLEVEL=0'];
    const trust = ['--cacert', engine.engine.ca.certPath, '--noproxy', '', '--proxy', engine.url];
    return run('curl', ['-sS', ...tls, ...trust, urlOf('1.3')]).then(
      ({ stdout }) => stdout,
      (error: unknown) => (error as { code: number }).code,
    );
  }

  test.each([
    ['1.0', ['1.0', '1.1', '1.2']],
    ['1.1', ['1.1', '1.2']],
    ['1.2', ['1.2']],
    ['1.3', []],
  ] as const)('from %s on', async (lowest, taken) => {
    await using engine = await engineWith(lowest, '1.2');
    for (const version of ['1.0', '1.1', '1.2'] as const)
      expect(await curl(engine, version)).toBe(taken.some((each) => each === version) ? '1.3' : 35);
    const refused = engine.engine.flows.list().filter(({ state }) => state === 'failed');
    expect(refused.map(({ error }) => error)).toEqual(
      Array(3 - taken.length).fill(
        'The TLS handshake with the client failed: it offers no version of TLS that is allowed. The setting minTlsVersion.clients is the lowest version',
      ),
    );
  });
});
