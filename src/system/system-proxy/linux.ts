// Linux: the settings of the desktop that runs.
import { UserError } from '../../base/errors.ts';
import { failureOf, type RunProgram } from '../commands.ts';
import type { ProxySettings } from './contract.ts';
import { gnomeSettings } from './gnome.ts';
import { kdeSettings } from './kde.ts';

/** Rejects with a UserError where no desktop with proxy settings runs. */
export async function linuxSettings(run: RunProgram, env: NodeJS.ProcessEnv): Promise<ProxySettings> {
  const desktop = (env['XDG_CURRENT_DESKTOP'] ?? '').toUpperCase();
  if (/\bKDE\b/.test(desktop)) {
    for (const release of ['6', '5'])
      if (!(await run(`kreadconfig${release}`, ['--version'])).isMissing) return kdeSettings(run, release);
    throw noSettings('kreadconfig6 and kreadconfig5 are not installed');
  }
  if (!env['DBUS_SESSION_BUS_ADDRESS']) throw noSettings('no desktop session runs');
  const answer = await run('gsettings', ['get', 'org.gnome.system.proxy', 'mode']);
  if (answer.isMissing) throw noSettings('gsettings is not installed');
  if (answer.code !== 0) throw noSettings(failureOf('gsettings', answer));
  return gnomeSettings(run);
}

function noSettings(reason: string): UserError {
  return new UserError(
    'UNSUPPORTED',
    `this system has no proxy settings that can be switched (${reason}): set the proxy in a shell with eval "$(proxyctl setup terminal)", or start programs with proxyctl run -- COMMAND`,
  );
}
