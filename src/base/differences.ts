// Differences of two JSON values by field: what a change of an object consists of.
import { innerPath, haveSameFields, isReordered, keyedEntries } from './keyed-lists.ts';
import { isSameJson } from './same-json.ts';

export interface Difference {
  /** Such as `url`, `auth.token` or `headers[Accept].value`. */
  readonly field: string;
  /** `moved` is a list whose entries have another order. */
  readonly change: 'added' | 'removed' | 'changed' | 'moved';
  readonly before?: unknown;
  readonly after?: unknown;
}

/** Returns the fields that differ; undefined is the value of an absent one. */
export function differences(before: unknown, after: unknown, path = ''): readonly Difference[] {
  if (isSameJson(before, after)) return [];
  if (haveSameFields(before, after)) {
    const [one, other] = [before, after].map((each) => new Map(Object.entries(each as object)));
    return byKey(one!, other!, (key) => innerPath(path, key));
  }
  const [old, now] = [keyedEntries(before), keyedEntries(after)];
  if (old !== null && now !== null) {
    const moved = { field: path, change: 'moved', before: [...old.keys()], after: [...now.keys()] } as const;
    const inner = byKey(old, now, (key) => `${path}[${key}]`);
    return isReordered(old.keys(), now.keys()) ? [...inner, moved] : inner;
  }
  const change = before === undefined ? 'added' : after === undefined ? 'removed' : 'changed';
  return [
    {
      field: path,
      change,
      ...(before !== undefined && { before }),
      ...(after !== undefined && { after }),
    },
  ];
}

function byKey(
  before: ReadonlyMap<string, unknown>,
  after: ReadonlyMap<string, unknown>,
  pathOf: (key: string) => string,
): readonly Difference[] {
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((key) =>
    differences(before.get(key), after.get(key), pathOf(key)),
  );
}
