// Lines of a body, and short forms of assertions.
import * as patterns from './patterns.ts';
import type { Line } from './line.ts';
import type { BodyPart } from './types.ts';

/** A line of text, or a file that it names. */
export type BodyLine = string | Exclude<BodyPart, { type: 'text' }>;

export function bodyLine({ text, raw }: Line): BodyLine {
  const [, at, encoding = '', path] = patterns.BODY_FILE.exec(text) ?? [];
  return path === undefined ? raw : { type: 'file', path, replaces: at !== undefined, encoding };
}

/** Returns the beginning of a line for a sentence. */
export function shown(text: string): string {
  return JSON.stringify(text.trim().slice(0, 80));
}

/** Returns an assertion of httpyac for one of httprunner. */
export function expectation(kind: string, expected: string): string {
  const text = expected.replace(/^"(.*)"$/, '$1');
  if (kind === 'STATUS') return `status == ${text}`;
  if (kind === 'BODY') return `body includes ${text}`;
  const [, name = text, value] = /^([^:]+):\s*(.*)$/.exec(text) ?? [];
  return value === undefined ? `header ${name} exists` : `header ${name} includes ${value}`;
}

/** Joins lines to texts, without empty lines at both ends. */
export function bodyParts(lines: readonly BodyLine[]): readonly BodyPart[] {
  const isText = (line: unknown): boolean => line !== '';
  const first = lines.findIndex(isText);
  const last = lines.findLastIndex(isText);
  const parts: BodyPart[] = [];
  for (const line of first < 0 ? [] : lines.slice(first, last + 1)) {
    const previous = parts.at(-1);
    if (typeof line !== 'string') parts.push(line);
    else if (previous?.type === 'text')
      parts[parts.length - 1] = { type: 'text', text: `${previous.text}\n${line}` };
    else parts.push({ type: 'text', text: line });
  }
  return parts;
}
