// Notifications on macOS, through osascript. The texts are arguments of the script, never part of it.
import type { Command } from './command.ts';

const SCRIPT = [
  'on run argv',
  'display notification (item 2 of argv) with title (item 1 of argv)',
  'end run',
];

export function macosCommand(title: string, text: string): Command {
  return {
    file: '/usr/bin/osascript',
    args: [...SCRIPT.flatMap((line) => ['-e', line]), '--', title, text],
    env: {},
  };
}
