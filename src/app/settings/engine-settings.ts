// The settings that the engine takes: of lists whose entries can be switched off, the entries that are on.
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
