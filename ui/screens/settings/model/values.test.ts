import { describe, expect, test } from 'vitest';
import { defaultSettings } from '../../../../src/session/settings/settings.ts';
import { settingsSchema } from '../../../../src/session/settings/schema.ts';
import { MASK as STORED_MASK } from '../../../../src/session/settings/secrets.ts';
import { entries } from '../entries.ts';
import { bytesText, countSecrets, linesText, MASK, settingOf, type SettingKey } from './values.ts';

test('every setting has a place on the pages', () => {
  const lists = ['sslProxyingHosts', 'sslProxyingApps', 'bypassHosts'];
  // It is shown in the capture sheet.
  const shown = [...entries.map(({ key }) => key), ...lists, 'dnsCapture'];
  expect(shown.toSorted()).toEqual(Object.keys(settingsSchema.shape).toSorted());
});

test('a stored value that was not touched is sent as it is', () => {
  const stored = defaultSettings();
  for (const [key, value] of Object.entries(stored))
    expect(settingOf(key as SettingKey, value), key).toEqual(value);
});

describe('what is typed', () => {
  test.each([
    ['port', ' 8080 ', 8080],
    ['port', '80a', '80a'],
    ['port', '', ''],
    ['port', '-1', '-1'],
    ['memoryBudgetBytes', '256 MB', 268_435_456],
    ['memoryBudgetBytes', '1.5 kb', 1536],
    ['memoryBudgetBytes', '77', 77],
    ['memoryBudgetBytes', '4gb', 4_294_967_296],
    ['memoryBudgetBytes', 'much', 'much'],
    ['allowedClientIPs', '10.0.0.0/8\n\n fd00::/8, 192.168.1.2', ['10.0.0.0/8', 'fd00::/8', '192.168.1.2']],
    ['tlsKeyLogPath', '', null],
    ['ndjson', { file: '', redact: true }, { file: null, redact: true }],
    [
      'autosave',
      { folder: '', minutes: '5', maxBytes: '1 MB', maxFiles: '3' },
      { folder: null, minutes: 5, maxBytes: 1_048_576, maxFiles: 3 },
    ],
    ['otlp', { url: '', headers: [] }, { url: null, headers: [] }],
    ['socks', { port: '1080' }, { port: 1080 }],
    ['externalProxy', { port: 'x', bypassHosts: 'a\nb' }, { port: 'x', bypassHosts: ['a', 'b'] }],
    ['reverseProxies', [{ listenPort: '4000' }], [{ listenPort: 4000 }]],
    [
      'modelPrices',
      [{ model: 'm', input: '0.25', cachedInput: '', cacheWrite: '1', output: 'x' }],
      [{ model: 'm', input: 0.25, cachedInput: null, cacheWrite: 1, output: 'x' }],
    ],
    ['clientCertificates', [{ host: 'a', keyPath: '' }], [{ host: 'a', keyPath: null }]],
  ] as const)('%s %j', (key, typed, value) => {
    expect(settingOf(key, typed)).toEqual(value);
  });
});

test.each([
  [0, '0 B'],
  [1000, '1000 B'],
  [1024, '1 KB'],
  [10_485_760, '10 MB'],
  [268_435_456, '256 MB'],
  [4_294_967_296, '4 GB'],
])('%d bytes are shown as %s, which is read as the same', (bytes, text) => {
  expect(bytesText(bytes)).toBe(text);
  expect(settingOf('diskBudgetBytes', text)).toBe(bytes);
});

test('lists as lines', () => {
  expect(linesText(['a', 'b'])).toBe('a\nb');
});

test('stored secrets are counted', () => {
  expect(MASK).toBe(STORED_MASK);
  expect(countSecrets({ socks: { password: MASK }, list: [{ passphrase: MASK }, { passphrase: '' }] })).toBe(
    2,
  );
});
