// Opens a page of the app or a folder. A page: in a separate window if a Chromium browser is installed, else in a tab of the user's
// browser.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Milliseconds that an opener gets to fail: one that works may run as long as the browser. */
const FAIL_MS = 1500;

/** Opens the page. Resolves with false when there is no display, or when neither a browser nor an opener works. */
export async function openPage(url: string): Promise<boolean> {
  const { platform, env } = process;
  const opener = openerOf(platform, env);
  if (opener === null) return false;
  const browser = chromiumPaths(platform, env).find((path) => existsSync(path));
  if (browser !== undefined && (await start(browser, [`--app=${url}`]))) return true;
  const [program, ...args] = opener;
  return start(program, [...args, url]);
}

/** Shows a folder in the file manager. Resolves with false when there is no display, or no file manager. */
export async function openFolder(path: string): Promise<boolean> {
  const opener = openerOf(process.platform, process.env);
  if (opener === null) return false;
  const [program, ...args] = opener;
  return start(program, [...args, path]);
}

/** Resolves with true when the program ends well, or still runs after a while. */
function start(program: string, args: readonly string[]): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(program, args, { stdio: 'ignore', detached: true, windowsHide: true });
    child.unref();
    const timer = setTimeout(() => resolve(true), FAIL_MS);
    const settle = (opened: boolean): void => {
      clearTimeout(timer);
      resolve(opened);
    };
    child.once('error', () => settle(false));
    child.once('exit', (code) => settle(code === 0));
  });
}

/** Returns the program and its arguments before the URL; null on a system without a display. */
export function openerOf(
  platform: NodeJS.Platform,
  env: NodeJS.ProcessEnv,
): readonly [program: string, ...args: string[]] | null {
  if (platform === 'darwin') return ['open'];
  // Unlike `start`, this needs no command interpreter, which would interpret the & of a URL.
  if (platform === 'win32') return ['rundll32.exe', 'url.dll,FileProtocolHandler'];
  return env['DISPLAY'] || env['WAYLAND_DISPLAY'] ? ['xdg-open'] : null;
}

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

/** Returns the locations of browsers that can open windows without tabs, the preferred browsers first. */
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
