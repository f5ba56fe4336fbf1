// The state of a flow between two of its steps, with which it can begin again from there.
import type { ScopeName, Scopes, Values } from '../../collections/variables/scopes.ts';
import type { RequestRun } from '../runner/events.ts';
import type { Step } from '../runner/steps.ts';
import type { SetVariable } from './step-events.ts';

export interface FlowState {
  readonly values: Readonly<Record<ChangingScope, Values>>;
  /** Variables of collections, as their requests have left them. */
  readonly collections: ReadonlyMap<string, Values>;
  /** The collection whose variables are in `values`. */
  readonly collection: string | null;
  readonly last: RequestRun | null;
  readonly lastStep: Step | null;
}

/** Scopes that steps change. */
export const CHANGING_SCOPES = [
  'local',
  'environment',
  'collection',
  'globals',
] as const satisfies readonly ScopeName[];
export type ChangingScope = (typeof CHANGING_SCOPES)[number];
export type ChangingValues = Readonly<Record<ChangingScope, Values>>;

export function changingValues(scopes: Scopes): ChangingValues {
  return {
    local: scopes.values('local'),
    environment: scopes.values('environment'),
    collection: scopes.values('collection'),
    globals: scopes.values('globals'),
  };
}

/** Returns what differs between two moments. Another collection is no change of its variables. */
export function variablesSet(
  before: ChangingValues,
  after: ChangingValues,
  isSameCollection: boolean,
): readonly SetVariable[] {
  return CHANGING_SCOPES.filter((scope) => scope !== 'collection' || isSameCollection).flatMap((scope) => {
    const [old, young] = [before[scope], after[scope]];
    const names = new Set([...Object.keys(old), ...Object.keys(young)]);
    return [...names]
      .filter((name) => !Object.is(old[name], young[name]))
      .map((name) => ({ scope, name, value: young[name] }));
  });
}
