// Desktop notifications, shown by the system's own program. Does nothing where there is none.
import { execFile } from 'node:child_process';
import type { Command } from './command.ts';
import { linuxCommand } from './linux.ts';
import { macosCommand } from './macos.ts';
import { windowsCommand } from './windows.ts';

const TIMEOUT_MS = 10_000;
const MAX_AT_ONCE = 4;
const MAX_CHARACTERS = 500;

/** Returns the command that shows a notification; null on a platform without one. */
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

/** Shortens a text and removes control characters: it comes from captured traffic. */
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

  /** Shows a notification without waiting for it. Never throws. Drops notifications while several are being shown. */
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
