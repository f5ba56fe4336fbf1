// The paths at which Chromium and its relatives are installed.
import { delimiter, join } from 'node:path';

const MAC_APPS = ['Google Chrome', 'Microsoft Edge', 'Brave Browser', 'Chromium', 'Vivaldi'];
const WINDOWS_PROGRAMS = [
  ['Google', 'Chrome', 'Application', 'chrome.exe'],
  ['Microsoft', 'Edge', 'Application', 'msedge.exe'],
  ['BraveSoftware', 'Brave-Browser', 'Application', 'brave.exe'],
];
const LINUX_PROGRAMS = [
  'google-chrome',
  'google-chrome-stable',
  'chromium',
  'chromium-browser',
  'microsoft-edge',
  'brave-browser',
];

/** Returns where the browsers that have windows without tabs are installed, the preferred ones first. */
export function chromiumPaths(platform: NodeJS.Platform, env: NodeJS.ProcessEnv): readonly string[] {
  if (platform === 'darwin') {
    const folders = ['/Applications', join(env['HOME'] ?? '', 'Applications')];
    return MAC_APPS.flatMap((app) =>
      folders.map((folder) => join(folder, `${app}.app`, 'Contents', 'MacOS', app)),
    );
  }
  if (platform === 'win32') {
    const folders = ['ProgramFiles', 'ProgramFiles(x86)', 'LOCALAPPDATA'].flatMap((name) => env[name] ?? []);
    return WINDOWS_PROGRAMS.flatMap((path) => folders.map((folder) => join(folder, ...path)));
  }
  const folders = (env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  return LINUX_PROGRAMS.flatMap((program) => folders.map((folder) => join(folder, program)));
}
