// The configuration of the engine: its settings in the groups of settings/defaults.ts. Their types come from the
// schema, which is not loaded.
import type { ClientCertificate } from '../../net/trust.ts';
import { defaults } from '../settings/defaults.ts';
import type { Settings } from '../settings/schema.ts';

type Groups = typeof defaults;

/** The engine settings that can change while it runs. */
export type EngineConfig = {
  readonly [G in keyof Groups]: Pick<EngineSettings, keyof Groups[G] & keyof EngineSettings>;
};

/** Settings that only the app uses. */
type AppSetting = 'ndjson' | 'otlp' | 'autosave' | 'allowedSecrets' | 'modelPrices' | 'autoEnableMacOSProxy';

type Frozen<T> = T extends readonly (infer Entry)[]
  ? readonly Frozen<Entry>[]
  : T extends object
    ? { readonly [K in keyof T]: Frozen<T[K]> }
    : T;

/** The settings of the engine without groups. Lists contain only their enabled entries. */
export interface EngineSettings extends Frozen<
  Omit<Settings, AppSetting | 'sslProxyingHosts' | 'sslProxyingApps' | 'clientCertificates'>
> {
  /** Patterns of hosts whose TLS is decrypted. */
  readonly sslProxyingHosts: readonly string[];
  /** Names of apps whose TLS is decrypted. */
  readonly sslProxyingApps: readonly string[];
  readonly clientCertificates: readonly ClientCertificate[];
}

/** Returns the configuration with these settings. Missing or undefined settings get their defaults. */
export function engineConfig(settings: Partial<EngineSettings> = {}): EngineConfig {
  const groups = Object.entries(defaults).map(([name, group]) => [
    name,
    Object.fromEntries(
      Object.entries(group).map(([key, value]: [string, unknown]) => [
        key,
        settings[key as keyof EngineSettings] ?? value,
      ]),
    ),
  ]);
  return Object.fromEntries(groups) as EngineConfig;
}

/** Picks the settings of the engine. */
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
