// Compares two exchanges for a page that shows them side by side: the headers by name, the bodies line by line.
import { diffArrays } from 'diff';
import { isObject } from '../base/is-object.ts';
import type { Flow } from '../flow/flow.ts';
import type { Header } from '../flow/message.ts';
import {
  headerChanges,
  memberPath,
  requestSide,
  responseSide,
  VOLATILE,
  type Change,
  type MessageSide,
} from './compare.ts';

export interface SideBySideOptions {
  /** True to compare JSON by key: neither the order of keys nor blanks count. */
  readonly byKey: boolean;
  /** Names of headers, paths such as `$.a.b`, and `$..name` for a member anywhere. */
  readonly ignored: readonly string[];
  /** Headers that are compared although they change with every call, in lower case. */
  readonly compared: readonly string[];
}

export interface ComparedMessage {
  readonly headers: readonly Change[];
  /** Those that are equal. */
  readonly sameHeaders: readonly { readonly where: string; readonly value: string }[];
  /** Names of headers that differ and were not compared. */
  readonly ignored: readonly string[];
  readonly body: ComparedBody;
}

export interface ComparedBody {
  /** True when both are JSON and were compared by key. */
  readonly isByKey: boolean;
  /** Bytes of text. */
  readonly sizes: readonly [before: number, after: number];
  readonly lines: readonly ComparedLine[];
  /** Runs of lines that differ. */
  readonly differences: number;
  /** False where lines are left out, because there are too many. */
  readonly isWhole: boolean;
}

/** A line of both, of one, or one that differs; null on the side that does not have it. `path`: its place in JSON. */
export interface ComparedLine {
  readonly before: string | null;
  readonly after: string | null;
  readonly path?: string;
}

/** The lines of a comparison, at most. */
const MAX_LINES = 10_000;
/** Milliseconds after which lines are no longer matched: other work waits meanwhile. */
const MAX_DIFF_MS = 500;

export async function compareSideBySide(
  a: Flow,
  b: Flow,
  options: SideBySideOptions,
): Promise<{ readonly request: ComparedMessage; readonly response: ComparedMessage }> {
  const [requestA, requestB] = await Promise.all([requestSide(a), requestSide(b)]);
  const [responseA, responseB] = await Promise.all([responseSide(a), responseSide(b)]);
  return { request: compare(requestA, requestB, options), response: compare(responseA, responseB, options) };
}

function compare(before: MessageSide, after: MessageSide, options: SideBySideOptions): ComparedMessage {
  const changes = headerChanges(before.headers, after.headers).map((change) => ({
    ...change,
    where: change.where.replace(/^header /, ''),
  }));
  const isIgnored = ({ where }: Change): boolean => isHeaderIgnored(where, options);
  return {
    headers: changes.filter((change) => !isIgnored(change)),
    sameHeaders: sameHeaders(before.headers, new Set(changes.map(({ where }) => where))),
    ignored: changes.filter(isIgnored).map(({ where }) => where),
    body: compareBodies(before, after, options),
  };
}

function isHeaderIgnored(name: string, { ignored, compared }: SideBySideOptions): boolean {
  if (ignored.some((each) => each.toLowerCase() === name)) return true;
  return VOLATILE.test(name) && !compared.includes(name);
}

function sameHeaders(
  headers: readonly Header[],
  changed: ReadonlySet<string>,
): ComparedMessage['sameHeaders'] {
  const values = new Map<string, string>();
  for (const { name, value } of headers) {
    const where = name.toLowerCase();
    const before = values.get(where);
    if (!changed.has(where)) values.set(where, before === undefined ? value : `${before}\n${value}`);
  }
  return [...values].map(([where, value]) => ({ where, value }));
}

function compareBodies(
  before: MessageSide,
  after: MessageSide,
  { byKey, ignored }: SideBySideOptions,
): ComparedBody {
  const isByKey = byKey && before.json !== undefined && after.json !== undefined;
  const paths = new Set(ignored.filter((each) => each.startsWith('$')));
  const [a, b] = isByKey
    ? [jsonLines(before.json, before.json, paths), jsonLines(after.json, before.json, paths)]
    : [textLines(before.text), textLines(after.text)];
  const lines = aligned(a, b);
  return {
    isByKey,
    sizes: [Buffer.byteLength(before.text), Buffer.byteLength(after.text)],
    lines: lines.slice(0, MAX_LINES),
    differences: lines.filter((line, at) => isDifferent(line) && !isDifferent(lines[at - 1])).length,
    isWhole: lines.length <= MAX_LINES,
  };
}

function isDifferent(line: ComparedLine | undefined): boolean {
  return line !== undefined && line.before !== line.after;
}

interface Line {
  readonly text: string;
  readonly path?: string;
}

function textLines(text: string): readonly Line[] {
  return text === '' ? [] : text.split(/\r\n|\r|\n/).map((line) => ({ text: line }));
}

/** Writes JSON in lines, with the keys in the order in which another value has them. */
function jsonLines(value: unknown, like: unknown, ignored: ReadonlySet<string>): readonly Line[] {
  const lines: Line[] = [];
  const write = (each: unknown, model: unknown, path: string, before: string, after: string): void => {
    const indent = '  '.repeat(depthOf(before));
    if (Array.isArray(each) && each.length > 0) {
      lines.push({ text: `${before}[`, path });
      each.forEach((item, at) =>
        write(
          item,
          Array.isArray(model) ? model[at] : undefined,
          `${path}[${at}]`,
          `${indent}  `,
          comma(at, each),
        ),
      );
      lines.push({ text: `${indent}]${after}`, path });
    } else if (isObject(each)) {
      const names = keysLike(each, model).filter(
        (name) => !isPathIgnored(path + memberPath(name), name, ignored),
      );
      if (names.length === 0) {
        lines.push({ text: `${before}{}${after}`, path });
        return;
      }
      lines.push({ text: `${before}{`, path });
      names.forEach((name, at) =>
        write(
          each[name],
          isObject(model) && Object.hasOwn(model, name) ? model[name] : undefined,
          path + memberPath(name),
          `${indent}  ${JSON.stringify(name)}: `,
          comma(at, names),
        ),
      );
      lines.push({ text: `${indent}}${after}`, path });
    } else lines.push({ text: `${before}${JSON.stringify(each)}${after}`, path });
  };
  write(value, like, '$', '', '');
  return lines;
}

function depthOf(before: string): number {
  return (/^ */.exec(before)?.[0].length ?? 0) / 2;
}

function comma(at: number, of: { readonly length: number }): string {
  return at === of.length - 1 ? '' : ',';
}

function keysLike(object: Readonly<Record<string, unknown>>, model: unknown): readonly string[] {
  const names = Object.keys(object);
  if (!isObject(model)) return names;
  const first = Object.keys(model).filter((name) => Object.hasOwn(object, name));
  const known = new Set(first);
  return [...first, ...names.filter((name) => !known.has(name))];
}

function isPathIgnored(path: string, name: string, ignored: ReadonlySet<string>): boolean {
  return ignored.has(path) || ignored.has(`$..${name}`);
}

/** Puts lines side by side. A comma at the end alone is no difference of JSON. */
function aligned(a: readonly Line[], b: readonly Line[]): readonly ComparedLine[] {
  const parts = diffArrays([...a], [...b], {
    comparator: (left, right) => withoutComma(left) === withoutComma(right),
    timeout: MAX_DIFF_MS,
  });
  if (parts === undefined) return paired(a, b);
  const lines: ComparedLine[] = [];
  let removed: readonly Line[] = [];
  let at = 0;
  for (const part of parts) {
    if (part.removed) {
      removed = part.value;
      at += part.value.length;
    } else if (part.added) {
      lines.push(...paired(removed, part.value));
      removed = [];
    } else {
      lines.push(...paired(removed, []));
      removed = [];
      for (const { text, path } of a.slice(at, at + part.value.length))
        lines.push({ before: text, after: text, ...(path !== undefined && { path }) });
      at += part.value.length;
    }
  }
  return [...lines, ...paired(removed, [])];
}

function withoutComma({ text, path }: Line): string {
  return path === undefined ? text : text.replace(/,$/, '');
}

/** Puts lines of the same member beside each other; those of text where both sides have as many. */
function paired(removed: readonly Line[], added: readonly Line[]): readonly ComparedLine[] {
  if (removed.every(({ path }) => path === undefined) && removed.length === added.length)
    return removed.map(({ text }, at) => ({ before: text, after: added[at]!.text }));
  const lines: ComparedLine[] = [];
  const places = new Map(added.flatMap(({ path }, at) => (path === undefined ? [] : [[path, at] as const])));
  let next = 0;
  const addUntil = (end: number): void => {
    for (const { text, path } of added.slice(next, end))
      lines.push({ before: null, after: text, ...(path !== undefined && { path }) });
    next = Math.max(next, end);
  };
  for (const { text, path } of removed) {
    const at = path === undefined ? undefined : places.get(path);
    if (at !== undefined && at >= next) {
      addUntil(at);
      lines.push({ before: text, after: added[at]!.text, ...(path !== undefined && { path }) });
      next = at + 1;
    } else lines.push({ before: text, after: null, ...(path !== undefined && { path }) });
  }
  addUntil(added.length);
  return lines;
}
