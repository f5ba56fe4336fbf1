import { expect, test } from 'vitest';
import { defaults } from '../engine/config.ts';
import { engineSettings } from './engine-settings.ts';
import { changedSettings, defaultSettings } from './settings.ts';

test('of the lists that are switched, the entries that are on', () => {
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

test('the engine without settings does what it does with settings of which none is changed', () => {
  const { connectTimeoutMs, notice, passThroughRefused, protoPaths, ...settable } = defaults;
  expect(connectTimeoutMs).toBeGreaterThan(0);
  expect([notice.length, passThroughRefused, protoPaths]).toEqual([0, false, []]);
  expect(engineSettings(defaultSettings())).toMatchObject(settable);
});
