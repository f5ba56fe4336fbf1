// The parts of a request that a synchronization changes, in the words of its editors.
import { isDeepStrictEqual } from 'node:util';
import { isObject } from '../base/is-object.ts';
import type { SavedRequest } from '../collections/model/request.ts';

export interface RequestDifference {
  /** New, gone, or another value. */
  readonly mark: '+' | '-' | '~';
  /** Such as `query locale` or `body.insured`. */
  readonly what: string;
}

/** More of them are not read. */
const MAX_DIFFERENCES = 100;

/** Fields that are lists of named entries, with the word for one of them. */
const LISTS = { query: 'query', path: 'path', headers: 'header', examples: 'example', variables: 'variable' };

export function requestDifferences(before: SavedRequest, after: SavedRequest): readonly RequestDifference[] {
  const old = { ...before } as Readonly<Record<string, unknown>>;
  const young = { ...after } as Readonly<Record<string, unknown>>;
  const found = Object.keys(young).flatMap((field): readonly RequestDifference[] => {
    if (isDeepStrictEqual(old[field], young[field])) return [];
    if (field in LISTS) return inLists(old[field], young[field], LISTS[field as keyof typeof LISTS]);
    if (field === 'body') return inBodies(before.body, after.body);
    return [{ mark: '~', what: field === 'docs' ? 'description' : field }];
  });
  return found.slice(0, MAX_DIFFERENCES);
}

function inLists(before: unknown, after: unknown, word: string): readonly RequestDifference[] {
  const [old, young] = [entriesOf(before), entriesOf(after)];
  const gone = [...old.keys()].filter((name) => !young.has(name));
  const differences = [...young].flatMap(([name, entry]): readonly RequestDifference[] => {
    if (!old.has(name)) return [{ mark: '+', what: `${word} ${name}` }];
    return isDeepStrictEqual(old.get(name), entry) ? [] : [{ mark: '~', what: `${word} ${name}` }];
  });
  const all = [...differences, ...gone.map((name) => ({ mark: '-', what: `${word} ${name}` }) as const)];
  // Equal entries in another order.
  return all.length > 0 ? all : [{ mark: '~', what: `order of ${word} entries` }];
}

function entriesOf(list: unknown): ReadonlyMap<string, unknown> {
  return new Map(
    (Array.isArray(list) ? list : []).map((entry: unknown) => [
      isObject(entry) && typeof entry['name'] === 'string' ? entry['name'] : '',
      entry,
    ]),
  );
}

type Body = SavedRequest['body'];

function inBodies(before: Body, after: Body): readonly RequestDifference[] {
  if (after.type === 'none') return [{ mark: '-', what: 'body' }];
  if (before.type === 'none') return [{ mark: '+', what: 'body' }];
  if ('fields' in before && 'fields' in after) return inLists(before.fields, after.fields, 'body');
  const [old, young] = [jsonOf(before), jsonOf(after)];
  if (old === undefined || young === undefined) return [{ mark: '~', what: 'body' }];
  const found = inValues(old, young, 'body');
  // Another layout of the same value.
  return found.length > 0 ? found : [{ mark: '~', what: 'body' }];
}

function jsonOf(body: Body): unknown {
  if (body.type !== 'raw') return undefined;
  try {
    return JSON.parse(body.text) as unknown;
  } catch {
    return undefined;
  }
}

function inValues(before: unknown, after: unknown, path: string): readonly RequestDifference[] {
  if (isDeepStrictEqual(before, after)) return [];
  if (!isObject(before) || !isObject(after)) return [{ mark: '~', what: path }];
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap(
    (name): readonly RequestDifference[] => {
      const inner = `${path}.${name}`;
      if (!(name in before)) return [{ mark: '+', what: inner }];
      return name in after ? inValues(before[name], after[name], inner) : [{ mark: '-', what: inner }];
    },
  );
}
