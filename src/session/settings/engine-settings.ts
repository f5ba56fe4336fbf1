// Picks the settings of the engine; of lists with entries that can be switched off, those that are on.
import type { EngineSettings } from '../engine/config.ts';
import type { Settings } from './schema.ts';

export function engineSettings(settings: Settings): EngineSettings {
  return {
    ...settings,
    sslProxyingHosts: settings.sslProxyingHosts.filter(isOn).map(({ pattern }) => pattern),
    sslProxyingApps: settings.sslProxyingApps.filter(isOn).map(({ name }) => name),
  };
}

function isOn({ enabled }: { readonly enabled: boolean }): boolean {
  return enabled;
}
