import { expect, test } from 'vitest';
import { engineConfig, engineSettings } from './config.ts';
import { changedSettings, defaultSettings } from '../settings/settings.ts';

/** Settings that only the app uses. */
const APP_ONLY = [
  'ndjson',
  'otlp',
  'autosave',
  'autoEnableMacOSProxy',
  'allowedSecrets',
  'modelPrices',
  'maxListedRequests',
  'keepTraffic',
];

test('picks the enabled entries of lists', () => {
  const settings = changedSettings(defaultSettings(), {
    sslProxyingHosts: ['a.test', { pattern: 'b.test', enabled: false }],
    sslProxyingApps: [{ name: 'curl' }, { name: 'java', enabled: false }],
    port: 1,
  });
  expect(engineSettings(settings)).toMatchObject({
    sslProxyingHosts: ['a.test'],
    sslProxyingApps: ['curl'],
    port: 1,
  });
});

test('the engine and the settings have the same defaults', () => {
  expect(engineConfig(engineSettings(defaultSettings()))).toEqual(engineConfig());
});

test('every setting belongs to one group of the configuration', () => {
  const fields = Object.values(engineConfig()).flatMap((group: object) => Object.keys(group));
  const settings = Object.keys(defaultSettings()).filter((key) => !APP_ONLY.includes(key));
  expect(fields.toSorted()).toEqual(settings.toSorted());
});

test('settings reach their groups, and undefined ones keep the default', () => {
  const config = engineConfig({ port: 1, http2ToClients: false, insecureUpstreamHosts: ['a.test'] });
  expect(config.listen).toEqual({ ...engineConfig().listen, port: 1 });
  expect(config.tls.http2ToClients).toBe(false);
  expect(config.upstream.insecureUpstreamHosts).toEqual(['a.test']);
  expect(engineConfig({ port: undefined } as object)).toEqual(engineConfig());
});
