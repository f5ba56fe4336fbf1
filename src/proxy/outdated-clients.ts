// The clients whose connections a change of the settings ends.
import type { Client } from '../flow/client.ts';
import type { ClientSettings } from './settings.ts';
import { isSameAccount } from './shared/login.ts';

/**
 * Selects clients that are no longer allowed, and those with an outdated permission. `before` is null when the proxy
 * had no settings.
 */
export function outdatedClients(
  before: ClientSettings | null,
  settings: ClientSettings,
): (client: Client) => boolean {
  const isOther =
    before !== null &&
    (before.allowDevicesToLocal !== settings.allowDevicesToLocal ||
      !isSameAccount(before.deviceLogin, settings.deviceLogin));
  return (client) => !settings.admits(client) || (isOther && !client.isLoopback);
}
