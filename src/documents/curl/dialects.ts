// Which shell a command was written for: browsers and documentation offer copies for three of them.
import type { Command } from './command.ts';
import type { Placeholders } from './placeholders.ts';
import { shellCommands } from './posix-shell.ts';
import { powerShellCommands } from './power-shell.ts';
import { windowsCommands } from './windows-shell.ts';

/** Throws an Error whose sentence says what the shell could not read either. */
export function commandsIn(text: string, placeholders: Placeholders): readonly Command[] {
  if (isForWindows(text)) return windowsCommands(text, placeholders);
  return isForPowerShell(text) ? powerShellCommands(text, placeholders) : shellCommands(text, placeholders);
}

/** A caret goes on in the next line, or stands before the first quote. */
function isForWindows(text: string): boolean {
  return /(?:^|\s)\^[ \t]*\r?\n/.test(text) || /^[^'"\n]*\s\^"/.test(text);
}

/** A backtick goes on in the next line; or a program of Windows gets quotes the way PowerShell had to hand them on. */
function isForPowerShell(text: string): boolean {
  if (/^\s*curl\.exe\s/i.test(text) && /'[^'"\\]*\\"/.test(text)) return true;
  return /\s`[ \t]*\r?\n\s*(?:-|["'`$\w])/.test(text) && !/\\\r?\n/.test(text);
}
