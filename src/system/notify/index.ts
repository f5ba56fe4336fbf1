// Notices on the user's desktop, by the means of the system. Where there are none, nothing happens.
import { execFile } from 'node:child_process';
import type { Command } from './command.ts';
import { linuxCommand } from './linux.ts';
import { macosCommand } from './macos.ts';
import { windowsCommand } from './windows.ts';

const TIMEOUT_MS = 10_000;
const MAX_AT_ONCE = 4;
const MAX_CHARACTERS = 500;

/** Null where there are no notices. */
export function noticeCommand(platform: NodeJS.Platform, title: string, text: string): Command | null {
  switch (platform) {
    case 'darwin':
      return macosCommand(plain(title), plain(text));
    case 'win32':
      return windowsCommand(plain(title), plain(text));
    case 'linux':
      return linuxCommand(plain(title), plain(text));
    default:
      return null;
  }
}

/** Texts come out of captured traffic: short, and without what only terminals understand. */
function plain(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\0-\x1f\x7f]+/g, ' ')
    .slice(0, MAX_CHARACTERS)
    .toWellFormed();
}

export class DesktopNotices {
  readonly #platform: NodeJS.Platform;
  #running = 0;
  #isMissing = false;

  constructor(platform: NodeJS.Platform = process.platform) {
    this.#platform = platform;
  }

  /** Never throws, and waits for nothing. Past a few at once notices are left out. */
  show(title: string, text: string): void {
    const command = noticeCommand(this.#platform, title, text);
    if (command === null || this.#isMissing || this.#running >= MAX_AT_ONCE) return;
    this.#running += 1;
    const { file, args, env } = command;
    const options = { env: { ...process.env, ...env }, timeout: TIMEOUT_MS, windowsHide: true };
    const child = execFile(file, args, options, (error) => {
      this.#running -= 1;
      this.#isMissing ||= error !== null && 'code' in error && error.code === 'ENOENT';
    });
    child.unref();
  }
}
