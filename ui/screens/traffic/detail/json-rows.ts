// JSON as the rows of a tree whose values open and close, and the search in it.

/** A parsed JSON value. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** A row of the tree: one value, with its place in the document. */
export interface JsonRow {
  /** The path, such as `$.items[0].sku`. */
  readonly path: string;
  readonly level: number;
  /** The name or index within the parent; null for the root. */
  readonly label: string | null;
  readonly value: Json;
  /** Null for a value that holds no others. */
  readonly isOpen: boolean | null;
  readonly children: number;
}

/** The number of rows that one value may add; a longer list is cut. */
const MAX_CHILDREN = 100_000;

/**
 * Returns the rows that are not inside a closed value. `toggled` holds the paths whose state differs from the default.
 */
export function jsonRows(root: Json, toggled: ReadonlySet<string>): readonly JsonRow[] {
  const rows: JsonRow[] = [];
  const add = (path: string, level: number, label: string | null, value: Json): void => {
    const entries = entriesOf(value);
    const isOpen = entries === null ? null : isOpenAtFirst(level, entries.length) !== toggled.has(path);
    rows.push({ path, level, label, value, isOpen, children: entries?.length ?? 0 });
    if (isOpen !== true || entries === null) return;
    for (const [key, child] of entries.slice(0, MAX_CHILDREN))
      add(childPath(path, key, Array.isArray(value)), level + 1, key, child);
  };
  add('$', 0, null, root);
  return rows;
}

/** Returns true for the first levels, unless they are long. */
function isOpenAtFirst(level: number, children: number): boolean {
  return children > 0 && (level === 0 || (level < 3 && children <= 50));
}

/** Returns the members of an object or list; null for any other value. */
export function entriesOf(value: Json): readonly (readonly [string, Json])[] | null {
  if (typeof value !== 'object' || value === null) return null;
  return Array.isArray(value)
    ? value.map((child: Json, index) => [String(index), child] as const)
    : Object.entries(value as Readonly<Record<string, Json>>);
}

/** Returns the path of a member, given the path of its parent. */
export function childPath(parent: string, key: string, isIndex: boolean): string {
  if (isIndex) return `${parent}[${key}]`;
  return /^[A-Za-z_$][\w$]*$/.test(key) ? `${parent}.${key}` : `${parent}[${JSON.stringify(key)}]`;
}

/** The number of matches that are counted and visited. */
const MAX_MATCHES = 10_000;

/** Returns the paths of the values that match a text, or a path that begins with `$`. */
export function findInJson(root: Json, query: string): readonly string[] {
  const trimmed = query.trim();
  if (trimmed === '') return [];
  return trimmed.startsWith('$') ? byPath(root, trimmed) : byText(root, trimmed.toLowerCase());
}

function byText(root: Json, wanted: string): readonly string[] {
  const found: string[] = [];
  const visit = (path: string, label: string, value: Json): void => {
    if (found.length >= MAX_MATCHES) return;
    const entries = entriesOf(value);
    const text = entries === null ? scalarText(value).toLowerCase() : '';
    if (label.toLowerCase().includes(wanted) || text.includes(wanted)) found.push(path);
    for (const [key, child] of entries ?? [])
      visit(childPath(path, key, Array.isArray(value)), Array.isArray(value) ? '' : key, child);
  };
  visit('$', '', root);
  return found;
}

interface Step {
  readonly key: string | null;
  readonly isDeep: boolean;
}

/** Finds by members, indexes, `*` and `..`; any other JSONPath finds nothing. */
function byPath(root: Json, path: string): readonly string[] {
  const steps: Step[] = [];
  const pattern = /(\.\.)?(?:\.?([A-Za-z_$][\w$-]*|\*)|\[(\d+|\*|"[^"]*"|'[^']*')\])/y;
  pattern.lastIndex = 1;
  while (pattern.lastIndex < path.length) {
    const match = pattern.exec(path);
    if (match === null) return [];
    const [, deep, name, index = ''] = match;
    const key = name ?? index.replace(/^["'](.*)["']$/, '$1');
    steps.push({ key: key === '*' ? null : key, isDeep: deep !== undefined });
  }
  let current: readonly (readonly [string, Json])[] = [['$', root]];
  for (const { key, isDeep } of steps) {
    const from = isDeep ? current.flatMap(([at, value]) => descendants(at, value)) : current;
    current = from
      .flatMap(([at, value]) =>
        (entriesOf(value) ?? [])
          .filter(([name]) => key === null || name === key)
          .map(([name, child]) => [childPath(at, name, Array.isArray(value)), child] as const),
      )
      .slice(0, MAX_MATCHES);
  }
  return [...new Set(current.map(([at]) => at))];
}

function descendants(path: string, value: Json): readonly (readonly [string, Json])[] {
  const found: (readonly [string, Json])[] = [];
  const visit = (at: string, each: Json): void => {
    if (found.length >= MAX_MATCHES * 10) return;
    found.push([at, each]);
    for (const [key, child] of entriesOf(each) ?? []) visit(childPath(at, key, Array.isArray(each)), child);
  };
  visit(path, value);
  return found;
}

/** Returns the paths of all ancestors of a value. */
export function parentsOf(path: string): readonly string[] {
  const parents: string[] = [];
  const pattern = /\.[A-Za-z_$][\w$]*|\[\d+\]|\["(?:[^"\\]|\\.)*"\]/g;
  for (const match of path.matchAll(pattern)) parents.push(path.slice(0, match.index));
  return parents;
}

/** Returns the text of a value that holds no others. */
export function scalarText(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
