// The folder with the user's data: the API token, the root certificate, settings.
import { homedir } from 'node:os';
import { isAbsolute, join, resolve } from 'node:path';
import { messageOf, UserError } from './errors.ts';
import { makeFolder } from './make-folder.ts';

/**
 * Returns the absolute path of the data folder, and creates it with mode 0700 when it is missing. The mode of an
 * existing folder stays as it is, because the user may have chosen it deliberately.
 *
 * @throws UserError that names the folder, when it cannot be created.
 */
export function dataFolder(): string {
  const folder = dataFolderLocation();
  try {
    makeFolder(folder, 0o700);
  } catch (cause) {
    throw new UserError(
      'INVALID_FILE',
      `cannot make the data folder ${folder} (${messageOf(cause)}); set PROXYCTL_HOME to a folder you can write to`,
      { cause },
    );
  }
  return folder;
}

/** Returns the absolute path of the data folder, which may not exist. */
export function dataFolderLocation(): string {
  return dataFolderPath(process.env, process.platform, homeFolder);
}

/**
 * Returns `PROXYCTL_HOME` if set, else `proxyctl` in the platform's folder for application data. `home` returns the
 * user's home folder, and may throw for a user without one.
 */
export function dataFolderPath(
  env: NodeJS.ProcessEnv,
  platform: NodeJS.Platform,
  home: () => string,
): string {
  const chosen = env['PROXYCTL_HOME'];
  if (chosen !== undefined && chosen !== '') return resolve(chosen);
  return join(applicationData(env, platform, home), 'proxyctl');
}

function applicationData(env: NodeJS.ProcessEnv, platform: NodeJS.Platform, home: () => string): string {
  if (platform === 'darwin') return join(home(), 'Library', 'Application Support');
  if (platform === 'win32') return env['APPDATA'] ?? join(home(), 'AppData', 'Roaming');
  const xdg = env['XDG_DATA_HOME'];
  // The XDG base directory specification says to ignore a relative path.
  return xdg !== undefined && isAbsolute(xdg) ? xdg : join(home(), '.local', 'share');
}

function homeFolder(): string {
  try {
    return homedir();
  } catch (cause) {
    throw new UserError(
      'UNAVAILABLE',
      'this user has no home folder; set PROXYCTL_HOME to a folder you can write to',
      {
        cause,
      },
    );
  }
}
