// The parts of an API description with their lines: what a list beside its text shows.
import { isObject } from '../base/is-object.ts';
import { OPENAPI_METHODS } from '../documents/openapi/methods.ts';
import { keyOffsets, lineStarts, positionAt } from './text-lines.ts';

export interface OutlineItem {
  readonly name: string;
  /** In upper case; empty for what is no operation. */
  readonly method: string;
  /** The operation, such as `GET /pets`; empty for what is none. */
  readonly operation: string;
  /** From 1. */
  readonly line: number;
}

export interface OutlineGroup {
  readonly title: string;
  readonly line: number;
  readonly items: readonly OutlineItem[];
}

type Path = readonly string[];

interface FoundItem extends Omit<OutlineItem, 'line'> {
  readonly path: Path;
}

interface FoundGroup {
  readonly title: string;
  readonly path: Path;
  readonly items: readonly FoundItem[];
}

/** Beyond it, no list helps to find anything. */
const MAX_ITEMS = 20_000;

/** Returns the parts in the order of a reader: what it is, its operations by tag, and what they share. */
export function outlineOf(document: unknown, text: string): readonly OutlineGroup[] {
  if (!isObject(document)) return [];
  const found = [
    ...plain(document, 'info', 'Info'),
    ...servers(document),
    ...operations(document),
    ...named(document, ['webhooks'], 'Webhooks'),
    ...named(document, ['channels'], 'Channels'),
    ...named(document, ['operations'], 'Operations'),
    ...workflows(document),
    ...named(document, ['components', 'schemas'], 'Schemas'),
    ...named(document, ['definitions'], 'Schemas'),
    ...named(document, ['components', 'parameters'], 'Parameters'),
    ...named(document, ['components', 'responses'], 'Responses'),
    ...named(document, ['components', 'messages'], 'Messages'),
    ...named(document, ['components', 'securitySchemes'], 'Security'),
    ...named(document, ['securityDefinitions'], 'Security'),
  ];
  return withLines(found, text);
}

function plain(
  document: Readonly<Record<string, unknown>>,
  key: string,
  title: string,
): readonly FoundGroup[] {
  return key in document ? [{ title, path: [key], items: [] }] : [];
}

function servers({ servers: list }: Readonly<Record<string, unknown>>): readonly FoundGroup[] {
  if (!Array.isArray(list)) return [];
  const items = list.map((server: unknown, at): FoundItem => {
    const url = isObject(server) ? server['url'] : undefined;
    return { ...NO_OPERATION, name: typeof url === 'string' ? url : '', path: ['servers', String(at)] };
  });
  return [{ title: 'Servers', path: ['servers'], items }];
}

const NO_OPERATION = { method: '', operation: '' };

function named(
  document: Readonly<Record<string, unknown>>,
  path: Path,
  title: string,
): readonly FoundGroup[] {
  let value: unknown = document;
  for (const key of path) value = isObject(value) ? value[key] : undefined;
  if (!isObject(value)) return [];
  const items = Object.keys(value).map((name) => ({ ...NO_OPERATION, name, path: [...path, name] }));
  return items.length === 0 ? [] : [{ title, path, items }];
}

function workflows({ workflows: list }: Readonly<Record<string, unknown>>): readonly FoundGroup[] {
  if (!Array.isArray(list)) return [];
  const items = list.map((each: unknown, at): FoundItem => {
    const name = isObject(each) ? each['workflowId'] : undefined;
    return {
      ...NO_OPERATION,
      name: typeof name === 'string' ? name : '',
      path: ['workflows', String(at)],
    };
  });
  return [{ title: 'Workflows', path: ['workflows'], items }];
}

/** Returns a group for each tag, in the order of the operations. */
function operations({ paths }: Readonly<Record<string, unknown>>): readonly FoundGroup[] {
  const groups = new Map<string, FoundItem[]>();
  for (const [path, item] of Object.entries(isObject(paths) ? paths : {})) {
    if (!isObject(item)) continue;
    for (const [key, operation] of Object.entries(item)) {
      const method = key.toUpperCase();
      if (!METHOD_NAMES.has(key.toLowerCase()) || !isObject(operation)) continue;
      const { tags } = operation;
      const first: unknown = Array.isArray(tags) ? tags[0] : undefined;
      const tag = typeof first === 'string' && first !== '' ? first : 'Paths';
      const list = groups.get(tag) ?? [];
      groups.set(tag, list);
      list.push({ name: path, method, operation: `${method} ${path}`, path: ['paths', path, key] });
    }
  }
  return [...groups].map(([title, items]) => ({ title, path: items[0]!.path, items }));
}

const METHOD_NAMES: ReadonlySet<string> = new Set([...OPENAPI_METHODS, 'trace', 'query']);

function withLines(groups: readonly FoundGroup[], text: string): readonly OutlineGroup[] {
  let left = MAX_ITEMS;
  const shown = groups.map((group) => {
    const items = group.items.slice(0, left);
    left -= items.length;
    return { ...group, items };
  });
  const paths = shown.flatMap(({ path, items }) => [path, ...items.map((item) => item.path)]);
  const offsets = keyOffsets(text, paths);
  const starts = lineStarts(text);
  let at = 0;
  const line = (): number => positionAt(starts, offsets[at++] ?? 0).line;
  return shown.map(({ title, items }) => ({
    title,
    line: line(),
    items: items.map(({ name, method, operation }) => ({ name, method, operation, line: line() })),
  }));
}
