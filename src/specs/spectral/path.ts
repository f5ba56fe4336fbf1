// The part of JSONPath (RFC 9535) that rulesets of Spectral use: names, wildcards, descent, unions, and `~` for keys.
// Filters are not supported.
import { isObject } from '../../base/is-object.ts';

/** A value of a document, and the keys that lead to it. */
export interface Node {
  readonly path: readonly (string | number)[];
  readonly value: unknown;
}

type Selector =
  | { readonly type: 'names'; readonly names: readonly string[] }
  | { readonly type: 'all' }
  | { readonly type: 'descent' };

export interface JsonPath {
  readonly selectors: readonly Selector[];
  /** True when the keys are meant, not the values. */
  readonly isKeys: boolean;
}

const STEP =
  /\.\.|\.?\*|\[\s*\*\s*\]|\[\s*((?:'[^']*'|"[^"]*"|[\w$-]+)(?:\s*,\s*(?:'[^']*'|"[^"]*"|[\w$-]+))*)\s*\]|\.?([\w$@-]+)/y;
/** The maximum number of values that one path selects. */
const MAX_NODES = 200_000;

/** Returns null for a path that is not supported. */
export function parsePath(text: string): JsonPath | null {
  if (!text.startsWith('$')) return null;
  const isKeys = text.endsWith('~');
  const body = text.slice(1, isKeys ? -1 : undefined);
  const selectors: Selector[] = [];
  STEP.lastIndex = 0;
  while (STEP.lastIndex < body.length) {
    const match = STEP.exec(body);
    if (match === null) return null;
    const [whole, union, name] = match;
    if (whole === '..') selectors.push({ type: 'descent' });
    else if (union !== undefined) selectors.push({ type: 'names', names: union.split(',').map(unquoted) });
    else if (name !== undefined) selectors.push({ type: 'names', names: [name] });
    else selectors.push({ type: 'all' });
  }
  return { selectors, isKeys };
}

export function select(root: unknown, { selectors, isKeys }: JsonPath): readonly Node[] {
  let nodes: readonly Node[] = [{ path: [], value: root }];
  for (const selector of selectors)
    nodes = nodes.flatMap((node) => selected(node, selector)).slice(0, MAX_NODES);
  return isKeys ? nodes.map(({ path }) => ({ path, value: path.at(-1) })) : nodes;
}

function selected(node: Node, selector: Selector): readonly Node[] {
  if (selector.type === 'all') return children(node);
  if (selector.type === 'descent') return descendants(node);
  return selector.names.flatMap((name) => child(node, name) ?? []);
}

/** Returns the value below a name; null where there is none. */
export function child({ path, value }: Node, name: string): Node | null {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return null;
  const inner: unknown = Reflect.get(value, name);
  return { path: [...path, Array.isArray(value) ? Number(name) : name], value: inner };
}

function children(node: Node): readonly Node[] {
  const { path, value } = node;
  if (Array.isArray(value))
    return value.map((inner: unknown, index) => ({ path: [...path, index], value: inner }));
  if (!isObject(value)) return [];
  return Object.entries(value).map(([name, inner]) => ({ path: [...path, name], value: inner }));
}

function descendants(node: Node): readonly Node[] {
  const nodes: Node[] = [];
  const waiting: Node[] = [node];
  for (let next = waiting.pop(); next !== undefined && nodes.length < MAX_NODES; next = waiting.pop()) {
    nodes.push(next);
    waiting.push(...children(next).toReversed());
  }
  return nodes;
}

function unquoted(text: string): string {
  return text.trim().replace(/^(['"])(.*)\1$/, '$2');
}
