// Settings as the engine takes them: of the lists that are switched entry by entry, those that are on.
import type { Settings } from './schema.ts';

export type EngineSettings = Omit<Settings, 'sslProxyingHosts' | 'sslProxyingApps'> & {
  readonly sslProxyingHosts: readonly string[];
  readonly sslProxyingApps: readonly string[];
};

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
