// Opens a page in the user's browser with the system's own opener.
import { spawn } from 'node:child_process';

/** Milliseconds that an opener gets to fail: one that works may run as long as the browser. */
const FAIL_MS = 1500;

/** Resolves with false when there is no display or no opener, or it fails. */
export function openInBrowser(url: string): Promise<boolean> {
  const opener = openerOf(process.platform, process.env);
  if (opener === null) return Promise.resolve(false);
  const [program, ...args] = opener;
  return new Promise((resolve) => {
    const child = spawn(program, [...args, url], { stdio: 'ignore', detached: true, windowsHide: true });
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
