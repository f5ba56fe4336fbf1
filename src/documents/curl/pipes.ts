// The output of a command for the one behind a `|`, if it is known without executing the command.
import { unescapeAnsi } from './bash-quoting.ts';
import type { Command, Input } from './command.ts';
import { shorten, type Warn } from './placeholders.ts';

/** Returns the output; null for a command that writes nothing by itself. */
export function outputOf({ words, input, source }: Command, warn: Warn): Input | null {
  const [program = '', ...given] = words;
  const name = program.replace(/^.*[\\/]/, '');
  const before = input ?? (source === null ? null : outputOf(source, warn));
  switch (name) {
    case 'echo':
      return { type: 'text', text: echoed(given) };
    case 'printf':
      return { type: 'text', text: printed(given) };
    case 'cat':
    case 'tee': {
      const files = name === 'cat' ? given.filter((word) => !word.startsWith('-')) : [];
      const [only] = files;
      if (only === undefined) return before;
      if (files.length === 1) return { type: 'file', path: only };
    }
  }
  const command = shorten(words.join(' '));
  warn(`the output of ${command} is not known: insert it`);
  return { type: 'text', text: `<output of ${command}>` };
}

function echoed(words: readonly string[]): string {
  const start = words.findIndex((word) => !/^-[neE]+$/.test(word));
  const options = words.slice(0, start < 0 ? words.length : start).join('');
  const text = words.slice(start < 0 ? words.length : start).join(' ');
  return `${options.includes('e') ? unescapeAnsi(text) : text}${options.includes('n') ? '' : '\n'}`;
}

/** Fills a format; one without a place for arguments is written once. */
function printed([format = '', ...values]: readonly string[]): string {
  const remaining = [...values];
  const once = (): string =>
    unescapeAnsi(format).replace(/%(?:%|[-+ 0#\d.]*[bdisuxXfgeEcq])/g, (specifier) =>
      specifier === '%%' ? '%' : (remaining.shift() ?? ''),
    );
  let text = once();
  while (remaining.length > 0 && remaining.length < values.length) text += once();
  return text;
}
