// Follows the scripts of sends: which variables they set in the environment, in the collection and in the globals.
import { isDeepStrictEqual } from 'node:util';
import { valuesOf } from '../../collections/variables/scopes.ts';
import type { StepEvent, StepPlace } from '../../runs/runner/events.ts';
import { VALUE_SCOPES, type ScriptValue, type ValueScope } from './script-values.ts';
import type { SecretMask } from './secret-mask.ts';
import type { VariableSources } from './variables.ts';

/** Characters of a value as JSON. */
const MAX_CHARS = 1024 * 1024;

export interface SetValues {
  readonly set: readonly ScriptValue[];
  /** Names of values that are too large to be remembered. */
  readonly tooLarge: readonly string[];
}

interface TrackerOptions {
  /** The sources at the beginning, script values included. */
  readonly sources: VariableSources;
  /** False for a request without a collection: there is nobody to own the collection's variables. */
  readonly isStored: boolean;
  /** Returns the mask as it is now: what holds a known secret is secret itself. */
  readonly mask: () => Pick<SecretMask, 'values'>;
  readonly onSet: (values: SetValues) => void;
}

/**
 * Returns an observer of the steps of a run, whose iterations follow each other. It calls `onSet` with the values that
 * a script has left, when the script has ended.
 */
export function scriptTracker(options: TrackerOptions): (at: StepPlace, event: StepEvent) => void {
  const { sources, isStored, onSet } = options;
  const { collection, environment, globals } = sources;
  const variables = {
    environment: environment?.variables ?? [],
    collection: collection.variables,
    globals,
  } as const;
  const owners: Readonly<Record<ValueScope, string | null>> = {
    environment: environment?.id ?? null,
    collection: isStored ? collection.id : null,
    globals: 'globals',
  };
  const isSecret = (scope: ValueScope, name: string, value: unknown): boolean =>
    variables[scope].some((each) => each.name === name && each.secret) ||
    !isDeepStrictEqual(options.mask().values(value), value);
  const present: Record<ValueScope, ReadonlyMap<string, unknown>> = {
    environment: valuesOf(variables.environment),
    collection: valuesOf(variables.collection),
    globals: valuesOf(variables.globals),
  };
  return ({ request: { id, name: requestName } }, event) => {
    if (event.type !== 'scriptEnded') return;
    const values = VALUE_SCOPES.flatMap((scope) => {
      const after = event.outcome.scopes[scope];
      if (after === undefined) return [];
      const changes = differing(present[scope], new Map(Object.entries(after)));
      present[scope] = new Map(Object.entries(after));
      const owner = owners[scope];
      if (owner === null) return [];
      const about = { scope, owner, request: { id, name: requestName }, time: Date.now() };
      return changes.map(([name, value]) => ({
        ...about,
        name,
        value,
        secret: isSecret(scope, name, value),
      }));
    });
    if (values.length === 0) return;
    const isTooLarge = ({ value }: ScriptValue): boolean => JSON.stringify(value ?? null).length > MAX_CHARS;
    onSet({
      set: values.filter((value) => !isTooLarge(value)),
      tooLarge: values.filter(isTooLarge).map(({ name }) => name),
    });
  };
}

/** Returns what differs afterwards; undefined for values that are gone. */
function differing(
  before: ReadonlyMap<string, unknown>,
  after: ReadonlyMap<string, unknown>,
): readonly (readonly [string, unknown])[] {
  const names = new Set([...before.keys(), ...after.keys()]);
  return [...names]
    .filter((name) => !isDeepStrictEqual(before.get(name), after.get(name)))
    .map((name) => [name, after.get(name)]);
}
