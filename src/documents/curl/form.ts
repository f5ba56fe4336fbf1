// The parts of a multipart body, from `--form name=content`.
import type { Option } from './options.ts';
import { shorten, type Warn } from './placeholders.ts';

export interface FormPart {
  readonly name: string;
  readonly value: string;
  /** Paths of files, which are never opened; null for a text. */
  readonly files: readonly string[] | null;
  /** Empty when the option names none. */
  readonly contentType: string;
}

/** The maximum number of files of one field. */
const MAX_FILES = 10_000;

export function formOf(options: readonly Option[], warn: Warn): readonly FormPart[] {
  return options.flatMap(({ name, value }) => {
    if (name !== 'form' && name !== 'form-string') return [];
    const equals = value.indexOf('=');
    if (equals < 0) {
      warn(`the form field ${shorten(value)} has no "=": it was left out`);
      return [];
    }
    const field = { name: value.slice(0, equals), files: null, contentType: '' };
    const content = value.slice(equals + 1);
    return [name === 'form-string' ? { ...field, value: content } : partOf(field.name, content, warn)];
  });
}

function partOf(name: string, content: string, warn: Warn): FormPart {
  const sign = content[0];
  if (sign !== '@' && sign !== '<') {
    const { text, parameters } = readText(content, ';');
    warnOfParameters(name, parameters, warn);
    return { name, value: text, files: null, contentType: parameters.get('type') ?? '' };
  }
  const { paths, parameters } = filesOf(content.slice(1));
  warnOfParameters(name, parameters, warn);
  const contentType = parameters.get('type') ?? '';
  if (sign === '@') return { name, value: '', files: paths, contentType };
  const path = shorten(paths.join(','));
  warn(`the file ${path} is not read: insert its content into the field "${shorten(name)}"`);
  return { name, value: `<content of ${path}>`, files: null, contentType };
}

function warnOfParameters(name: string, parameters: ReadonlyMap<string, string>, warn: Warn): void {
  for (const parameter of parameters.keys())
    if (parameter !== 'type')
      warn(`"${shorten(parameter)}" of the form field "${shorten(name)}" was left out`);
}

interface Text {
  readonly text: string;
  readonly parameters: ReadonlyMap<string, string>;
  /** The index after the text and its parameters. */
  readonly end: number;
}

/** Parses several files, separated by commas. The last type applies to all of them. */
function filesOf(content: string): {
  readonly paths: readonly string[];
  readonly parameters: ReadonlyMap<string, string>;
} {
  const paths: string[] = [];
  const parameters = new Map<string, string>();
  let at = 0;
  while (at <= content.length && paths.length < MAX_FILES) {
    const file = readText(content, ';,', at);
    paths.push(file.text);
    for (const [name, value] of file.parameters) parameters.set(name, value);
    at = file.end + 1;
  }
  return { paths, parameters };
}

/** Parses a text up to one of the `ends`, and the parameters after its semicolons. */
function readText(content: string, ends: string, start = 0): Text {
  const first = wordOf(content, ends, start);
  const parameters = new Map<string, string>();
  let { end } = first;
  while (content[end] === ';') {
    const [whole, name = ''] = /^;\s*([^=;,]*)=?/.exec(content.slice(end, end + 1000)) ?? [''];
    // Semicolons within a media type, such as those before a charset, belong to it.
    const word = wordOf(content, name === 'type' && !ends.includes(',') ? ';' : ends, end + whole.length);
    if (name !== '') parameters.set(name.trim().toLowerCase(), word.text);
    end = Math.max(word.end, end + 1);
  }
  return { text: first.text, parameters, end };
}

/**
 * Parses a word, which may contain the `ends` when it is quoted. A quoted part with text after it is taken literally.
 */
function wordOf(
  content: string,
  ends: string,
  start: number,
): { readonly text: string; readonly end: number } {
  const quoted = content[start] === '"' ? quotedAt(content, start) : null;
  if (quoted !== null && (quoted.end >= content.length || ends.includes(content[quoted.end] ?? '')))
    return quoted;
  let end = start;
  while (end < content.length && !ends.includes(content[end] ?? '')) end += 1;
  return { text: content.slice(start, end), end };
}

/** Returns null when the quote is not closed. */
function quotedAt(content: string, start: number): { readonly text: string; readonly end: number } | null {
  let end = start + 1;
  while (end < content.length && content[end] !== '"') end += content[end] === '\\' ? 2 : 1;
  if (end >= content.length) return null;
  return { text: content.slice(start + 1, end).replace(/\\(["\\])/g, '$1'), end: end + 1 };
}
