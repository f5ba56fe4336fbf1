// Detects the shell that a command was written for. Browsers and documentation offer commands for three shells.
import type { Command } from './command.ts';
import type { Placeholders } from './placeholders.ts';
import { shellCommands } from './posix-shell.ts';
import { powerShellCommands } from './power-shell.ts';
import { windowsCommands } from './windows-shell.ts';

/**
 * Parses the commands of a text in the shell that it was written for. Throws an Error about text that this shell could
 * not parse either.
 */
export function commandsIn(text: string, placeholders: Placeholders): readonly Command[] {
  if (isForWindows(text)) return windowsCommands(text, placeholders);
  return isForPowerShell(text) ? powerShellCommands(text, placeholders) : shellCommands(text, placeholders);
}

/** True for a caret at the end of a line, or before the first quote. */
function isForWindows(text: string): boolean {
  return /(?:^|\s)\^[ \t]*\r?\n/.test(text) || /^[^'"\n]*\s\^"/.test(text);
}

/**
 * True for a backtick at the end of a line, or for a Windows program whose quotes are escaped as old PowerShell
 * requires.
 */
function isForPowerShell(text: string): boolean {
  if (/^\s*curl\.exe\s/i.test(text) && /'[^'"\\]*\\"/.test(text)) return true;
  return /\s`[ \t]*\r?\n\s*(?:-|["'`$\w])/.test(text) && !/\\\r?\n/.test(text);
}
