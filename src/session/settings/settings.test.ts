import { describe, expect, test } from 'vitest';
import { settingsSchema } from './schema.ts';
import { SettingError } from '../../base/errors.ts';
import { changedSettings, defaultSettings, maskedSettings } from './settings.ts';

const initial = defaultSettings();

function changed(...changes: readonly unknown[]): ReturnType<typeof changedSettings> {
  return changes.reduce<typeof initial>(changedSettings, initial);
}

function errorOf(change: unknown): SettingError {
  try {
    changed(change);
  } catch (error) {
    if (error instanceof SettingError) return error;
    throw error;
  }
  throw new Error('it was taken');
}

test('the defaults are those of the specification', () => {
  expect(initial).toEqual({
    port: 9090,
    listenOnAllInterfaces: false,
    http2ToClients: true,
    upstreamHttp2: true,
    minTlsVersion: { clients: '1.2', servers: '1.2' },
    maxCapturedBodyBytes: 10_485_760,
    memoryBudgetBytes: 268_435_456,
    diskBudgetBytes: 4_294_967_296,
    maxListedRequests: 50_000,
    keepTraffic: { mode: 'afterCrash', days: 7 },
    sslProxyingHosts: [],
    sslProxyingApps: [],
    bypassHosts: [],
    allowedClientIPs: [],
    deviceLogin: { username: '', password: '' },
    allowDevicesToLocal: false,
    insecureUpstreamHosts: [],
    clientCertificates: [],
    externalProxy: {
      isEnabled: false,
      type: 'http',
      host: '',
      port: 8080,
      url: '',
      username: '',
      password: '',
      bypassHosts: [],
    },
    socks: { isEnabled: false, port: 8889, username: '', password: '' },
    reverseProxies: [],
    allowedSecrets: [],
    modelPrices: [],
    tlsKeyLogPath: null,
    ndjson: { file: null, redact: false },
    otlp: { url: null, headers: [], serviceName: 'proxyctl', redact: false },
    autosave: {
      folder: null,
      format: 'session',
      filter: '',
      maxFiles: 24,
      minutes: 60,
      maxBytes: 268_435_456,
      redact: false,
    },
    dnsCapture: { isEnabled: false, dnsPort: null, httpPort: 80, httpsPort: 443, domains: [] },
    autoEnableMacOSProxy: false,
  });
});

test.each(Object.entries(settingsSchema.shape))('%s says what it means', (_key, schema) => {
  expect(schema.description).toMatch(/.{10}/);
});

describe('a change', () => {
  test('of objects merges deeply, also in several steps', () => {
    const { externalProxy } = changed(
      { externalProxy: { isEnabled: true, host: 'proxy.test', username: 'me' } },
      { externalProxy: { port: 3128, username: 'you' } },
    );
    expect(externalProxy).toMatchObject({ isEnabled: true, host: 'proxy.test', port: 3128, username: 'you' });
  });

  test('of a list replaces the whole list', () => {
    const { bypassHosts, externalProxy } = changed(
      { bypassHosts: ['a.test', 'b.test'], externalProxy: { bypassHosts: ['c.test'] } },
      { bypassHosts: ['d.test'], externalProxy: { bypassHosts: [] } },
    );
    expect(bypassHosts).toEqual(['d.test']);
    expect(externalProxy.bypassHosts).toEqual([]);
  });

  test('to null resets to the default, at any depth', () => {
    const before = { port: 1234, tlsKeyLogPath: 'keys', socks: { port: 1080, username: 'me' } };
    expect(changed(before, { port: null, tlsKeyLogPath: null, socks: { port: null } })).toMatchObject({
      port: 9090,
      tlsKeyLogPath: null,
      socks: { port: 8889, username: 'me' },
    });
    expect(changed(before, { socks: null }).socks).toEqual(initial.socks);
  });

  test('does not modify the previous settings', () => {
    const before = changed({ socks: { username: 'me' } });
    const copy = structuredClone(before);
    changedSettings(before, { socks: { username: 'you' }, bypassHosts: ['a.test'] });
    expect(before).toEqual(copy);
  });

  test('accepts hosts and apps to decrypt as objects and as strings', () => {
    expect(
      changed({
        sslProxyingHosts: ['*.Example.TEST', { pattern: '[::1]', enabled: false }, { pattern: 'a.test' }],
        sslProxyingApps: ['curl', { name: ' Safari ', enabled: false }],
      }),
    ).toMatchObject({
      sslProxyingHosts: [
        { enabled: true, pattern: '*.example.test' },
        { enabled: false, pattern: '::1' },
        { enabled: true, pattern: 'a.test' },
      ],
      sslProxyingApps: [
        { enabled: true, name: 'curl' },
        { enabled: false, name: 'Safari' },
      ],
    });
  });

  test('adds the defaults to entries of lists', () => {
    const { reverseProxies, clientCertificates } = changed({
      reverseProxies: [
        { listenPort: 8081, target: 'https://api.test/v1' },
        { listenPort: 8082, target: 'http://b' },
      ],
      clientCertificates: [{ host: '*.test', certPath: 'me.p12', keyPath: null }],
    });
    expect(reverseProxies[0]).toEqual({
      id: expect.stringMatching(/^[\da-f-]{36}$/),
      enabled: true,
      name: '',
      listenPort: 8081,
      target: 'https://api.test/v1',
      preserveHost: false,
    });
    expect(reverseProxies[1]?.id).not.toBe(reverseProxies[0]?.id);
    expect(clientCertificates).toEqual([
      { host: '*.test', certPath: 'me.p12', keyPath: null, passphrase: '' },
    ]);
    expect(changed({ modelPrices: [{ model: ' m ', input: 0, output: 2.5 }] }).modelPrices).toEqual([
      { model: 'm', input: 0, cachedInput: null, cacheWrite: null, output: 2.5, currency: 'USD' },
    ]);
  });
});

describe('a secret', () => {
  const stored = changed({
    externalProxy: { username: 'me', password: 'stored-1' },
    socks: { password: 'stored-2' },
    clientCertificates: [
      { host: 'a.test', certPath: 'a.p12', passphrase: 'stored-3' },
      { host: 'b.test', certPath: 'b.p12' },
    ],
  });

  test('is not quoted from an invalid URL', () => {
    const reverseProxies = [{ listenPort: 8080, target: 'ftp://me:word@a.test' }];
    expect(errorOf({ reverseProxies }).message).toContain('is "ftp://•••@a.test": give');
  });

  test('is masked where settings are shown; an empty one stays empty', () => {
    const masked = maskedSettings(stored);
    expect(JSON.stringify(masked)).not.toMatch(/stored-/);
    expect(masked.externalProxy).toMatchObject({ username: 'me', password: '••••••••' });
    expect(masked.socks.password).toBe('••••••••');
    expect(masked.clientCertificates.map(({ passphrase }) => passphrase)).toEqual(['••••••••', '']);
    expect(maskedSettings(initial)).toEqual(initial);
  });

  test('keeps its value when the mask is written back, even if its list entry has moved', () => {
    const masked = maskedSettings(stored);
    const clientCertificates = masked.clientCertificates.toReversed();
    expect(changedSettings(stored, { ...masked, clientCertificates })).toEqual({
      ...stored,
      clientCertificates: stored.clientCertificates.toReversed(),
    });
  });

  test('can be changed and removed', () => {
    const { externalProxy, socks } = changedSettings(stored, {
      externalProxy: { password: 'new' },
      socks: { password: null },
    });
    expect([externalProxy.password, socks.password]).toEqual(['new', '']);
  });

  test.each([
    ['socks.password', { socks: { password: '••••••••' } }],
    [
      'clientCertificates[0].passphrase',
      { clientCertificates: [{ host: 'a', certPath: 'b', passphrase: '••••••••' }] },
    ],
  ])('the mask is rejected for %s when no secret is stored', (field, change) => {
    expect(errorOf(change)).toMatchObject({
      field,
      message: expect.stringContaining('give the secret itself'),
    });
  });

  test('does not appear in an error', () => {
    const { message } = errorOf({ externalProxy: { password: ['hunter2'] } });
    expect(message).toBe('externalProxy.password is wrong: give a text');
    expect(errorOf({ socks: [{ password: 'hunter2' }] }).message).not.toContain('hunter2');
  });
});

describe('is rejected with its key and what is accepted', () => {
  test.each<[field: string, change: unknown, message: string]>([
    ['port', { port: '9090' }, 'port is "9090": give a whole number from 0 to 65535'],
    ['port', { port: 65_536 }, 'port is 65536: give a whole number from 0 to 65535'],
    ['port', { port: 1.5 }, 'port is 1.5: give a whole number from 0 to 65535'],
    ['http2ToClients', { http2ToClients: 1 }, 'http2ToClients is 1: give true or false'],
    [
      'minTlsVersion.servers',
      { minTlsVersion: { servers: '0.9' } },
      'minTlsVersion.servers is "0.9": give "1.0", "1.1", "1.2" or "1.3"',
    ],
    [
      'maxCapturedBodyBytes',
      { maxCapturedBodyBytes: -1 },
      'maxCapturedBodyBytes is -1: give a whole number of bytes',
    ],
    [
      'memoryBudgetBytes',
      { memoryBudgetBytes: '1G' },
      'memoryBudgetBytes is "1G": give a whole number of bytes',
    ],
    ['bypassHosts', { bypassHosts: 'a.test' }, 'bypassHosts is "a.test": give a list of hosts such as ['],
    [
      'bypassHosts[1]',
      { bypassHosts: ['a.test', 'https://b.test'] },
      'bypassHosts[1] is "https://b.test": give a host',
    ],
    ['bypassHosts[0]', { bypassHosts: [''] }, 'bypassHosts[0] is "": give a host'],
    [
      'allowedClientIPs[0]',
      { allowedClientIPs: ['10.0.0.0/33'] },
      'allowedClientIPs[0] is "10.0.0.0/33": give an IP',
    ],
    [
      'sslProxyingHosts[0]',
      { sslProxyingHosts: [7] },
      'sslProxyingHosts[0] is 7: give an object with enabled, pattern',
    ],
    ['sslProxyingHosts[0].pattern', { sslProxyingHosts: ['a b'] }, 'is "a b": give a host such as'],
    [
      'sslProxyingHosts[0].pattern',
      { sslProxyingHosts: [{}] },
      'sslProxyingHosts[0].pattern is missing: give a host',
    ],
    ['sslProxyingApps[0].name', { sslProxyingApps: [' '] }, 'give the name of an app'],
    [
      'externalProxy',
      { externalProxy: 'http://p' },
      'externalProxy is "http://p": give an object with isEnabled, type',
    ],
    [
      'externalProxy.type',
      { externalProxy: { type: 'ftp' } },
      'is "ftp": give "http", "https", "socks5" or "pac"',
    ],
    [
      'externalProxy.host',
      { externalProxy: { isEnabled: true } },
      'the name or address of the proxy, or switch it off (isEnabled)',
    ],
    [
      'externalProxy.url',
      { externalProxy: { isEnabled: true, type: 'pac' } },
      'the URL of the PAC file, or switch',
    ],
    [
      'socks.port',
      { socks: { isEnabled: true, port: 9090 } },
      'socks.port is 9090: give another port: port is the same',
    ],
    ['socks.port', { socks: { port: 0 } }, 'socks.port is 0: give a whole number from 1 to 65535'],
    [
      'allowedSecrets[0]',
      { allowedSecrets: ['sk_live'] },
      'allowedSecrets[0] is "sk_live": give a fingerprint such as stripe:0123456789abcdef',
    ],
    [
      'modelPrices[0].input',
      { modelPrices: [{ model: 'm', input: -1, output: 2 }] },
      'modelPrices[0].input is -1: give a number from 0 to 1000000',
    ],
    [
      'modelPrices[0].model',
      { modelPrices: [{ model: ' ', input: 1, output: 2 }] },
      'give the name of a model such as "gpt-5-mini*"',
    ],
    ['tlsKeyLogPath', { tlsKeyLogPath: '' }, 'tlsKeyLogPath is "": give the path of a file'],
    [
      'reverseProxies[0].target',
      { reverseProxies: [{ listenPort: 1, target: 'a.test' }] },
      'give an http or https URL',
    ],
    [
      'reverseProxies[0].listenPort',
      { reverseProxies: [{ target: 'http://a' }] },
      'reverseProxies[0].listenPort is missing: give a whole number from 1',
    ],
    [
      'reverseProxies[1].listenPort',
      { reverseProxies: [1, 1].map((listenPort) => ({ listenPort, target: 'http://a' })) },
      'give another port: reverseProxies.0.listenPort is the same',
    ],
    ['prot', { prot: 1 }, 'prot is not a setting: did you mean port?'],
    ['prot', { prot: null }, 'prot is not a setting: did you mean port?'],
    ['socks.prot', { socks: { prot: 1 } }, 'socks.prot is not a setting: did you mean port?'],
    [
      'colour',
      { colour: 1 },
      'colour is not a setting: expected one of port, listenOnAllInterfaces, http2ToClients,',
    ],
    [
      'reverseProxies[0].listen',
      { reverseProxies: [{ listen: 1, listenPort: 1, target: 'http://a' }] },
      'is not a setting',
    ],
    ['"a b"', { 'a b': 1 }, '"a b" is not a setting'],
    ['__proto__', JSON.parse('{"__proto__": {"port": 1}}'), '__proto__ is not a setting'],
    ['constructor', { constructor: { prototype: 1 } }, 'constructor is not a setting'],
    ['', [], 'settings must be an object'],
    ['', null, 'settings must be an object'],
    ['', 'port=1', 'settings must be an object'],
  ])('%s', (field, change, message) => {
    const error = errorOf(change);
    expect(error.message).toContain(message);
    expect(error.field).toBe(field);
  });
});

test('a disabled port may equal another', () => {
  const reverse = { enabled: false, listenPort: 9090, target: 'http://a' };
  expect(changed({ socks: { port: 9090 }, reverseProxies: [reverse] }).socks.port).toBe(9090);
});

describe('lists are bounded', () => {
  const hosts = Array.from({ length: 10_001 }, (_, at) => `h${at}.test`);
  test.each([
    ['sslProxyingHosts', hosts, 'with at most 10000 entries'],
    ['sslProxyingApps', hosts, 'with at most 10000 entries'],
    ['bypassHosts', hosts, 'with at most 10000 entries'],
    ['insecureUpstreamHosts', hosts, 'with at most 10000 entries'],
    [
      'allowedSecrets',
      hosts.map((_, at) => `stripe:${String(at).padStart(16, '0')}`),
      'with at most 10000 entries',
    ],
    ['allowedClientIPs', hosts.map((_, at) => `10.0.${at >> 8}.${at & 255}`), 'with at most 10000 entries'],
    [
      'reverseProxies',
      Array.from({ length: 101 }, (_, at) => ({ listenPort: at + 1, target: 'http://a.test' })),
      'with at most 100 entries',
    ],
    [
      'clientCertificates',
      Array.from({ length: 101 }, () => ({ host: 'a.test', certPath: '/c' })),
      'with at most 100 entries',
    ],
  ])('%s', (key, list, message) => {
    expect(errorOf({ [key]: list })).toMatchObject({ field: key, message: expect.stringContaining(message) });
    expect(() => changed({ [key]: list.slice(1) })).not.toThrow();
  });

  test('and so are their entries', () => {
    const long = 'a'.repeat(256);
    expect(errorOf({ bypassHosts: [long] })).toMatchObject({
      field: 'bypassHosts[0]',
      message: expect.stringContaining('of at most 255 characters'),
    });
    expect(errorOf({ sslProxyingApps: ['a'.repeat(1001)] }).message).toContain('of at most 1000 characters');
    expect(errorOf({ externalProxy: { bypassHosts: hosts } }).field).toBe('externalProxy.bypassHosts');
  });
});
