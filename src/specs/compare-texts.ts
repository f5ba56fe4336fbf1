// Compares two versions of an API description, with the lines at which each changed operation stands in both.
import { isObject } from '../base/is-object.ts';
import type { JsonObject } from '../documents/json-values.ts';
import { isApiDocument } from '../documents/openapi/document.ts';
import { readContent } from '../interchange/import/content.ts';
import type { Content } from '../interchange/import/contract.ts';
import { UserError } from '../base/errors.ts';
import { compareSpecs, type SpecChange } from './diff/index.ts';
import { keyOffsets, lineStarts, positionAt } from './text-lines.ts';

/** A part of the text of both versions; null where a version does not have it. */
export interface ComparedPart {
  /** Such as `GET /pets` or `components.schemas.Pet`. */
  readonly name: string;
  readonly before: TextPart | null;
  readonly after: TextPart | null;
}

export interface TextPart {
  /** Of its first line, from 1. */
  readonly line: number;
  readonly text: string;
}

export interface SpecComparison {
  /** Each with the lines of its operation, null where a version does not have it. */
  readonly changes: readonly (ShownChange & PlacedLines)[];
  /** The operation that was named: itself, and the parts to which it refers and that differ. */
  readonly parts: readonly ComparedPart[];
  /** The number of operations that are in both. */
  readonly compared: number;
  /** Sentences about what could not be compared. */
  readonly notCompared: readonly string[];
  /** The versions that the descriptions give themselves. */
  readonly versions: { readonly before: string; readonly after: string };
}

type ShownChange = Pick<SpecChange, 'breaking' | 'warning' | 'operation' | 'what'>;

interface PlacedLines {
  readonly before: number | null;
  readonly after: number | null;
}

const MAX_CHANGES = 5000;
const MAX_PARTS = 50;
const MAX_PART = 20_000;
type Path = readonly string[];

export interface Side {
  readonly root: JsonObject;
  readonly text: string;
}

/** Throws a UserError for an older version that is no API description. */
export function comparedTexts(
  { text }: Content,
  root: JsonObject,
  { before: given, operation }: { readonly before: string; readonly operation?: string | undefined },
): SpecComparison {
  const older = readContent(Buffer.from(given), 'before.yaml');
  let before: unknown;
  try {
    before = older.value();
  } catch {
    before = null;
  }
  if (!isApiDocument(before))
    throw new UserError('INVALID_DATA', 'the other version is not an OpenAPI or Swagger description');
  const one: Side = { root: before, text: older.text };
  const other: Side = { root, text };
  const { changes: all, compared, notCompared } = compareSpecs(before, root);
  const changes = all.slice(0, MAX_CHANGES);
  const operations = changes.map((change) => change.operation);
  const [linesBefore, linesAfter] = [operationLines(one, operations), operationLines(other, operations)];
  return {
    changes: changes.map(({ breaking, warning, operation: name, what }, at) => ({
      breaking,
      warning,
      operation: name,
      what,
      before: linesBefore[at] ?? null,
      after: linesAfter[at] ?? null,
    })),
    parts: operation === undefined ? [] : partsOf(operation, one, other),
    compared,
    notCompared,
    versions: { before: versionOf(before), after: versionOf(root) },
  };
}

function versionOf({ info }: JsonObject): string {
  const version = isObject(info) ? info['version'] : undefined;
  return typeof version === 'string' || typeof version === 'number' ? String(version) : '';
}

/** Returns the line of each operation, such as `GET /pets`; null for what a document does not have. */
export function operationLines(side: Side, operations: readonly string[]): readonly (number | null)[] {
  const paths = operations.map((operation) => operationPath(side.root, operation));
  const offsets = keyOffsets(
    side.text,
    paths.map((path) => path ?? []),
  );
  const starts = lineStarts(side.text);
  return paths.map((path, at) => (path === null ? null : positionAt(starts, offsets[at] ?? 0).line));
}

/** Returns where a document has an operation such as `GET /pets/{id}`; the names of parameters do not count. */
export function operationPath({ paths, webhooks }: JsonObject, operation: string): Path | null {
  const [, name = '', webhookMethod = ''] = /^webhook (.*) \((\w+)\)$/.exec(operation) ?? [];
  if (name !== '') return keyOf(webhooks, 'webhooks', name, webhookMethod);
  const [method = '', path = ''] = operation.split(/ (.*)/s);
  return keyOf(paths, 'paths', path, method);
}

function keyOf(items: unknown, section: string, path: string, method: string): Path | null {
  if (!isObject(items)) return null;
  const wanted = plainPath(path);
  for (const [key, item] of Object.entries(items)) {
    if (plainPath(key) !== wanted || !isObject(item)) continue;
    const own = Object.keys(item).find((each) => each.toUpperCase() === method.toUpperCase());
    if (own !== undefined) return [section, key, own];
  }
  return null;
}

function plainPath(path: string): string {
  return path.replaceAll(/\{[^}]*\}/g, '{}');
}

function partsOf(operation: string, before: Side, after: Side): readonly ComparedPart[] {
  const [old, young] = [operationPath(before.root, operation), operationPath(after.root, operation)];
  const names = new Set([...referred(before.root, old), ...referred(after.root, young)]);
  const paths = [...names].map((name) => name.split('/'));
  const differing = paths.filter(
    (path) => JSON.stringify(valueAt(before.root, path)) !== JSON.stringify(valueAt(after.root, path)),
  );
  return [
    { name: operation, before: textAt(before, old), after: textAt(after, young) },
    ...differing.slice(0, MAX_PARTS).map((path) => ({
      name: path.join('.'),
      before: textAt(before, path),
      after: textAt(after, path),
    })),
  ];
}

/** Returns the parts to which a part refers, directly or by others, as names with slashes. */
function referred(root: JsonObject, start: Path | null): ReadonlySet<string> {
  const found = new Set<string>();
  const waiting: unknown[] = start === null ? [] : [valueAt(root, start)];
  for (let value = waiting.pop(); value !== undefined; value = waiting.pop()) {
    if (typeof value !== 'object' || value === null) continue;
    for (const inner of Object.values(value)) waiting.push(inner);
    const { $ref: reference } = value as { readonly $ref?: unknown };
    if (typeof reference !== 'string' || !reference.startsWith('#/')) continue;
    const path = reference
      .slice(2)
      .split('/')
      .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'));
    const name = path.join('/');
    if (found.has(name)) continue;
    found.add(name);
    waiting.push(valueAt(root, path));
  }
  return found;
}

function valueAt(root: unknown, path: Path): unknown {
  let value = root;
  for (const name of path) value = isObject(value) ? value[name] : undefined;
  return value;
}

/** Returns the lines of a part: from its name to the next line that is not deeper. */
function textAt({ root, text }: Side, path: Path | null): TextPart | null {
  if (path === null || valueAt(root, path) === undefined) return null;
  const [offset] = keyOffsets(text, [path]);
  const start = text.lastIndexOf('\n', (offset ?? 0) - 1) + 1;
  const { line } = positionAt(lineStarts(text), start);
  const lines = text.slice(start, start + MAX_PART).split('\n');
  const indent = indentOf(lines[0]!);
  const isJson = /^\s*["{]/.test(lines[0]!);
  const end = lines.findIndex((each, at) => at > 0 && each.trim() !== '' && indentOf(each) <= indent);
  const own = end === -1 ? lines : lines.slice(0, isJson ? end + 1 : end);
  return { line, text: own.join('\n').trimEnd() };
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}
