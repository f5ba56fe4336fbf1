// Notifications on Linux, through notify-send (package libnotify-bin).
import type { Command } from './command.ts';

export function linuxCommand(title: string, text: string): Command {
  return { file: 'notify-send', args: ['--', title, text], env: {} };
}
