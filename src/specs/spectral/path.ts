// The JSONPath of Spectral's rulesets: names, wildcards, descent, unions, slices, filters, `^` for the parent and `~` for
// keys.
import { isObject } from '../../base/is-object.ts';
import { compileFilter, type Filter } from './expression.ts';

/** A value of a document, and the keys that lead to it. */
export interface Node {
  readonly path: readonly (string | number)[];
  readonly value: unknown;
}

type Selector =
  | { readonly type: 'names'; readonly names: readonly string[] }
  | { readonly type: 'all' }
  | { readonly type: 'descent' }
  | { readonly type: 'parent' }
  | {
      readonly type: 'slice';
      readonly from: number | undefined;
      readonly to: number | undefined;
      readonly step: number;
    }
  | { readonly type: 'filter'; readonly filter: Filter };

export interface JsonPath {
  readonly selectors: readonly Selector[];
  /** True when the keys are meant, not the values. */
  readonly isKeys: boolean;
}

const STEP =
  /\.\.|\^|\.?\*|\[\s*\*\s*\]|\[\s*(-?\d*:-?\d*(?::\d+)?|-\d+)\s*\]|\[\s*((?:'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*"|[\w$-]+)(?:\s*,\s*(?:'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*"|[\w$-]+))*)\s*\]|\.?([\w$@-]+)/y;
/** The maximum number of values that one path selects. */
const MAX_NODES = 200_000;

/** Returns null for a path that is not supported. Throws an Error that names what is not in a filter. */
export function parsePath(text: string): JsonPath | null {
  if (!text.startsWith('$')) return null;
  const isKeys = text.endsWith('~');
  const body = text.slice(1, isKeys ? -1 : undefined);
  const selectors: Selector[] = [];
  for (let at = 0; at < body.length;) {
    const filterEnd = endOfFilter(body, at);
    if (filterEnd > 0) {
      const inner = body.slice(body.indexOf('?', at) + 1, filterEnd - 1).trim();
      selectors.push({ type: 'filter', filter: compileFilter(inner) });
      at = filterEnd;
      continue;
    }
    STEP.lastIndex = at;
    const match = STEP.exec(body);
    if (match === null) return null;
    selectors.push(selectorOf(match));
    at = STEP.lastIndex;
  }
  return { selectors, isKeys };
}

function selectorOf([whole, slice, union, name]: RegExpExecArray): Selector {
  if (whole === '..') return { type: 'descent' };
  if (whole === '^') return { type: 'parent' };
  if (slice !== undefined) return sliceOf(slice);
  if (union !== undefined) return { type: 'names', names: namesIn(union) };
  return name === undefined ? { type: 'all' } : { type: 'names', names: [name] };
}

function sliceOf(text: string): Selector {
  const parts = text.split(':');
  const number = (part: string | undefined): number | undefined =>
    part === undefined || part === '' ? undefined : Number(part);
  const from = number(parts[0]);
  // A negative index is the slice of one.
  const to = parts.length === 1 ? (from === -1 ? undefined : from! + 1) : number(parts[1]);
  return { type: 'slice', from, to, step: number(parts[2]) ?? 1 };
}

/** Returns the end of `[?(…)]` that begins here; 0 where none does. */
function endOfFilter(body: string, at: number): number {
  const [head] = /^\[\s*\?/.exec(body.slice(at)) ?? [];
  if (head === undefined) return 0;
  const token = /'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*"|\/(?:\\.|[^/\\\n])+\/(?=[a-z]*[\s).,])|[[\]]|[^]/y;
  let depth = 1;
  token.lastIndex = at + head.length;
  while (depth > 0) {
    const [part] = token.exec(body) ?? [];
    if (part === undefined) return 0;
    if (part === '[') depth += 1;
    else if (part === ']') depth -= 1;
  }
  return token.lastIndex;
}

interface Found extends Node {
  /** The value that contains it; null for the root. */
  readonly parent: Found | null;
}

export function select(root: unknown, { selectors, isKeys }: JsonPath): readonly Node[] {
  let all: readonly Found[] = [{ path: [], value: root, parent: null }];
  for (const selector of selectors)
    all = all.flatMap((found) => selected(found, selector, root)).slice(0, MAX_NODES);
  return isKeys ? all.map(({ path }) => ({ path, value: path.at(-1) })) : all;
}

function selected(found: Found, selector: Selector, root: unknown): readonly Found[] {
  switch (selector.type) {
    case 'all':
      return children(found);
    case 'descent':
      return descendants(found);
    case 'parent':
      return found.parent === null ? [] : [found.parent];
    case 'names':
      return selector.names.flatMap((name) => {
        const inner = child(found, name);
        return inner === null ? [] : [{ ...inner, parent: found }];
      });
    case 'slice':
      return Array.isArray(found.value) ? sliced(children(found), selector) : [];
    case 'filter':
      return children(found).filter((each) => selector.filter(scopeOf(each, root)));
  }
}

function sliced(
  all: readonly Found[],
  { from, to, step }: Extract<Selector, { readonly type: 'slice' }>,
): readonly Found[] {
  return all.slice(from, to).filter((_, index) => index % Math.max(1, step) === 0);
}

function scopeOf({ path, value, parent }: Found, root: unknown): Parameters<Filter>[0] {
  return {
    value,
    property: path.at(-1) ?? '',
    parent: parent?.value,
    parentProperty: path.at(-2) ?? null,
    path: `$${path.map((key) => `[${JSON.stringify(key).replaceAll('"', "'")}]`).join('')}`,
    root,
  };
}

/** Returns the value below a name; null where there is none. */
export function child({ path, value }: Node, name: string): Node | null {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return null;
  const inner: unknown = Reflect.get(value, name);
  return { path: [...path, Array.isArray(value) ? Number(name) : name], value: inner };
}

function children(found: Found): readonly Found[] {
  const { path, value } = found;
  if (Array.isArray(value))
    return value.map((inner: unknown, index) => ({ path: [...path, index], value: inner, parent: found }));
  if (!isObject(value)) return [];
  return Object.entries(value).map(([name, inner]) => ({
    path: [...path, name],
    value: inner,
    parent: found,
  }));
}

function descendants(found: Found): readonly Found[] {
  const all: Found[] = [];
  const waiting: Found[] = [found];
  for (let next = waiting.pop(); next !== undefined && all.length < MAX_NODES; next = waiting.pop()) {
    all.push(next);
    waiting.push(...children(next).toReversed());
  }
  return all;
}

function namesIn(union: string): readonly string[] {
  const parts = union.match(/'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*"|[^,\s][^,]*/g) ?? [];
  return parts.map(unquoted);
}

function unquoted(text: string): string {
  const [, , inner] = /^(['"])(.*)\1$/s.exec(text.trim()) ?? [];
  return inner === undefined ? text.trim() : inner.replaceAll(/\\(.)/g, '$1');
}
