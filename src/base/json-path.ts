// A subset of JSONPath (RFC 9535): names, indexes, `*` and `..`, with dots or brackets; no filters and no slices.
import type { Json } from './json.ts';

type Step =
  | { readonly type: 'name'; readonly name: string }
  | { readonly type: 'index'; readonly index: number }
  | { readonly type: 'any' }
  | { readonly type: 'below' };

const EXPECTED = 'a path such as $.user.roles[0], $.items[*].id or $..id';

/** Most values that are visited. */
const MAX_VALUES = 100_000;

/** Describes a valid path when this one is invalid, to complete "give …". Returns null for a valid path. */
export function jsonPathError(path: string): string | null {
  return parseJsonPath(path) === null ? EXPECTED : null;
}

/** Returns all values that a valid path selects. */
export function jsonPathValues(path: string, value: Json): readonly Json[] {
  let values: readonly Json[] = [value];
  for (const step of parseJsonPath(path) ?? []) values = applyStep(step, values);
  return values;
}

function applyStep(step: Step, values: readonly Json[]): readonly Json[] {
  const next: Json[] = [];
  for (const value of values) {
    for (const each of selectValues(step, value)) {
      if (next.length >= MAX_VALUES) return next;
      next.push(each);
    }
  }
  return next;
}

const PART =
  /\.\.|\.(?=[^.[])|(\*)|\[\s*(?:(\*)|(-?\d{1,9})|'((?:\\.|[^'\\])*)'|"((?:\\.|[^"\\])*)")\s*\]|([^.[\]*\s'"]+)/y;

function parseJsonPath(path: string): readonly Step[] | null {
  const text = path.trim();
  if (!text.startsWith('$')) return null;
  const steps: Step[] = [];
  PART.lastIndex = 1;
  let previous = '$';
  while (PART.lastIndex < text.length) {
    const match = PART.exec(text);
    if (match === null) return null;
    const isBare = match[1] !== undefined || match[6] !== undefined;
    // A bare name must follow a dot, and nothing else may, except a bracket after two dots.
    if (
      isBare !== (previous === '.' || previous === '..') &&
      !(previous === '..' && match[0].startsWith('['))
    )
      return null;
    const step = stepOf(match);
    if (step !== null) steps.push(step);
    previous = match[0];
  }
  return previous === '.' || previous === '..' ? null : steps;
}

function stepOf(match: RegExpExecArray): Step | null {
  const [part, star, inner, index, single, double, bare] = match;
  if (part === '..') return { type: 'below' };
  if (part === '.') return null;
  if (star !== undefined || inner !== undefined) return { type: 'any' };
  if (index !== undefined) return { type: 'index', index: Number(index) };
  const name = bare ?? (single ?? double ?? '').replace(/\\(.)/g, '$1');
  return { type: 'name', name };
}

function selectValues(step: Step, value: Json): readonly Json[] {
  if (step.type === 'below') return descendants(value);
  if (typeof value !== 'object' || value === null) return [];
  if (step.type === 'any') return Object.values(value);
  if (step.type === 'index') {
    const entry = Array.isArray(value) ? (value as readonly Json[]).at(step.index) : undefined;
    return entry === undefined ? [] : [entry];
  }
  if (Array.isArray(value) || !Object.hasOwn(value, step.name)) return [];
  return [(value as Readonly<Record<string, Json>>)[step.name]!];
}

/** Returns the value and everything inside it. Not recursive: bodies may be nested deeply. */
function descendants(value: Json): readonly Json[] {
  const all: Json[] = [value];
  for (let at = 0; at < all.length && all.length <= MAX_VALUES; at += 1) {
    const each = all[at];
    if (typeof each === 'object' && each !== null) for (const inner of Object.values(each)) all.push(inner);
  }
  return all;
}
