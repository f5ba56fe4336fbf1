// YAML as people type it. Invalid lines that can mean only one thing are repaired, and each repair is reported.
import { parseYaml, YamlError, type YamlOptions } from './yaml.ts';

/** The maximum number of repaired lines; a text with more is no YAML. */
const MAX_REPAIRS = 100;

export interface LenientYaml {
  readonly value: unknown;
  /** Sentences, each with its line. */
  readonly repairs: readonly string[];
}

interface Repair {
  readonly lines: readonly string[];
  /** Sentences about the repairs, with the lines. */
  readonly done: readonly string[];
}

/** Parses a document; an empty one is null. Throws a YamlError about a line whose meaning is not certain. */
export function parseLenientYaml(text: string, options: YamlOptions = {}): LenientYaml {
  const repairs: string[] = [];
  let lines: readonly string[] = text.split('\n');
  let failed: YamlError | null = null;
  while (repairs.length < MAX_REPAIRS) {
    try {
      return { value: parseYaml(lines.join('\n'), options), repairs };
    } catch (error) {
      if (!(error instanceof YamlError)) throw error;
      // To the parser, `{{name}}` is valid: a map whose key is a map. It then names no line.
      const repair = (failed === null ? quoteVariables(lines) : null) ?? repairLine(lines, error.line - 1);
      failed ??= error;
      if (repair === null) throw failed;
      lines = repair.lines;
      repairs.push(...repair.done);
    }
  }
  throw failed ?? new YamlError('it is not YAML', 0);
}

/** Quotes all values that start with a variable, except in blocks of text. Returns null when there is none. */
function quoteVariables(lines: readonly string[]): Repair | null {
  const done: string[] = [];
  let block = -1;
  const quoted = lines.map((line, at) => {
    const indent = line.search(/\S/);
    if (indent < 0 || (block >= 0 && indent > block)) return line;
    block = /(?::|^|-)\s+[|>][+-]?\d*[+-]?\s*(?:#.*)?$/.test(line) ? indent : -1;
    const change = /(?::|-)\s+\{\{/.test(line) ? withQuotes(line) : null;
    if (change !== null) done.push(`line ${at + 1}: ${change.what}`);
    return change?.line ?? line;
  });
  return done.length === 0 ? null : { lines: quoted, done };
}

/** Returns null for a line whose meaning is not sure. */
function repairLine(lines: readonly string[], at: number): Repair | null {
  const line = lines[at];
  if (line === undefined) return null;
  const change = withSpaces(line) ?? withClosedBracket(lines, at) ?? withQuotes(line);
  if (change === null) return null;
  return { lines: lines.with(at, change.line), done: [`line ${at + 1}: ${change.what}`] };
}

interface Change {
  readonly line: string;
  readonly what: string;
}

function withSpaces(line: string): Change | null {
  const [indent = ''] = /^[ \t]*/.exec(line) ?? [];
  if (!indent.includes('\t')) return null;
  const spaces = indent.replaceAll('\t', '  ');
  return {
    line: `${spaces}${line.slice(indent.length)}`,
    what: 'tabs of the indentation were read as spaces',
  };
}

/** Indents a bracket that closes at the indentation of the key above it, or below that. */
function withClosedBracket(lines: readonly string[], at: number): Change | null {
  const line = lines[at] ?? '';
  if (!/^\s*[}\]]/.test(line)) return null;
  const above = lines.slice(0, at).findLast((each) => each.trim() !== '') ?? '';
  const [indent = ''] = /^ */.exec(above) ?? [];
  if (line.startsWith(`${indent} `)) return null;
  return { line: `${indent} ${line.trimStart()}`, what: 'a bracket was read as if it were indented' };
}

/** Quotes a value that is plain text but looks like something else: `{{name}}/path`, `a: b`, `@x`. */
function withQuotes(line: string): Change | null {
  const [, start = '', value = ''] =
    /^(\s*(?:- +)*(?:[\w$.-]+|"[^"]*"):[ ]+|\s*(?:- +)+)(\S.*?)\s*$/.exec(line) ?? [];
  const isText = /^(?:\{\{|[@`%])/.test(value) || (/^[^"'[{|>&*!#]/.test(value) && /: |\{|\}/.test(value));
  if (!isText) return null;
  return {
    line: `${start}${JSON.stringify(value)}`,
    what: `${value.slice(0, 60)} was read as if it were quoted`,
  };
}
