// Undo for methods that change settings: reads the present values before the change, and restores them.
import type { Restore, RunningApp } from '../undo.ts';
import { currentSettings } from './get-settings.ts';

/** Restores the present values of settings. */
export async function restoreSettings(app: RunningApp, keys: readonly string[]): Promise<Restore> {
  const present = new Map<string, unknown>(Object.entries(await app.call(currentSettings, {})));
  const changes = Object.fromEntries(keys.map((key) => [key, present.get(key) ?? null]));
  return () => [{ method: 'update_settings', params: { changes } }];
}
