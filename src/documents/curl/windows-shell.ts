// Parser for commands of cmd.exe and for the argument rules of Windows programs: first variables, then carets and
// operators, then quotes (https://learn.microsoft.com/cpp/c-language/parsing-c-command-line-arguments).
import { CommandList, type Command } from './command.ts';
import type { Placeholders } from './placeholders.ts';

export function windowsCommands(text: string, placeholders: Placeholders): readonly Command[] {
  const commands = new CommandList();
  for (const line of commandLines(replaceVariables(text.replaceAll('\r\n', '\n'), placeholders))) {
    for (const word of splitArguments(line)) commands.addWord(word);
    commands.end();
  }
  return commands.all;
}

/** Splits the text into command lines as the program receives them: without carets, but with quotes. */
function commandLines(text: string): readonly string[] {
  const lines: string[] = [];
  let line = '';
  let isQuoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at] ?? '';
    if (char === '\n' || (!isQuoted && (char === '&' || char === '|'))) {
      lines.push(line);
      line = '';
      isQuoted = false;
    } else if (char === '^' && !isQuoted) {
      // A caret before a line end continues the line, and escapes the character that follows.
      at += text[at + 1] === '\n' ? 2 : 1;
      line += text[at] ?? '';
    } else {
      if (char === '"') isQuoted = !isQuoted;
      line += char;
    }
  }
  return [...lines, line];
}

/**
 * Splits a command line into arguments. A quote within quotes is written as a backslash and a quote, or as two
 * quotes.
 */
function splitArguments(line: string): readonly string[] {
  const words: string[] = [];
  let word: string | null = null;
  let isQuoted = false;
  for (let at = 0; at < line.length; at += 1) {
    const char = line[at] ?? '';
    if (!isQuoted && /\s/.test(char)) {
      if (word !== null) words.push(word);
      word = null;
    } else if (char === '\\') {
      const end = indexAfterBackslashes(line, at);
      const count = end - at;
      const isEscaping = line[end] === '"';
      word = (word ?? '') + '\\'.repeat(isEscaping ? count >> 1 : count);
      at = end - 1;
      if (isEscaping && count % 2 === 1) {
        word += '"';
        at = end;
      }
    } else if (char !== '"') word = (word ?? '') + char;
    else if (isQuoted && line[at + 1] === '"') {
      word = `${word ?? ''}"`;
      at += 1;
    } else {
      word ??= '';
      isQuoted = !isQuoted;
    }
  }
  return word === null ? words : [...words, word];
}

function indexAfterBackslashes(line: string, start: number): number {
  let end = start;
  while (line[end] === '\\') end += 1;
  return end;
}

/**
 * Replaces variables first, so that a caret in a name prevents the replacement. Two hexadecimal digits are a byte of
 * a URL.
 */
function replaceVariables(text: string, placeholders: Placeholders): string {
  return text.replace(/%(?![\da-f]{2}%)([a-z_]\w*)%/gi, (_, name: string) => placeholders.variable(name));
}
