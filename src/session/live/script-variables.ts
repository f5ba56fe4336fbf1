// Script values among the variables of their scope: they stand above the value that the file has.
import type { Collection } from '../../collections/model/collection.ts';
import type { Environment } from '../../collections/model/environment.ts';
import { variable, type Variable } from '../../collections/model/values.ts';
import type { ScriptValue, ValueScope } from './script-values.ts';

/** The request whose script has set a value, and when. */
export interface SetBy {
  readonly request: string;
  readonly name: string;
  /** Epoch milliseconds. */
  readonly time: number;
}

/** A variable whose value a script has set. */
export interface ScriptVariable extends Variable {
  readonly setBy: SetBy;
}

type Values = readonly ScriptValue[];

interface Sources {
  readonly collection: Collection;
  readonly environment: Environment | null;
  readonly globals: readonly Variable[];
}

/** Returns sources in which script values stand above the variables of their scope. */
export function withScriptValues<T extends Sources>(sources: T, values: Values): T {
  if (values.length === 0) return sources;
  const { collection, environment, globals } = sources;
  const withOwn = (variables: readonly Variable[], scope: ValueScope, owner: string): Variable[] =>
    withValues(
      variables,
      values.filter((each) => each.scope === scope && each.owner === owner),
    );
  return {
    ...sources,
    collection: {
      ...collection,
      variables: withOwn(collection.variables, 'collection', collection.id),
    },
    environment: environment && {
      ...environment,
      variables: withOwn(environment.variables, 'environment', environment.id),
    },
    globals: withOwn(globals, 'globals', 'globals'),
  };
}

export function setByOf(given: Variable): SetBy | null {
  return (given as Partial<ScriptVariable>).setBy ?? null;
}

/** Returns, as secrets, the values of variables that have become secret since a script has set them. */
export function newSecrets({ collection, environment, globals }: Sources, values: Values): Values {
  const variables = {
    collection: collection.variables,
    environment: environment?.variables,
    globals,
  } as const;
  const owners = { collection: collection.id, environment: environment?.id, globals: 'globals' } as const;
  return values
    .filter(
      ({ scope, owner, name, secret }) =>
        !secret &&
        owner === owners[scope] &&
        variables[scope]?.some((each) => each.name === name && each.secret) === true,
    )
    .map((value) => ({ ...value, secret: true }));
}

/** Returns the secrets among values that were set, for a mask. */
export function secretVariables(values: Values): readonly Variable[] {
  return values
    .filter(({ secret, value }) => secret && value !== undefined)
    .map((each) => scriptVariable([], each));
}

/** Returns the value of a variable in the form of files. */
export function fileValue(value: unknown): Pick<Variable, 'value' | 'type'> {
  if (typeof value === 'string') return { value };
  const type = typeof value;
  return { value: JSON.stringify(value), type: type === 'number' || type === 'boolean' ? type : 'json' };
}

/** Returns the variables of a file with a script value in place of that of the file, as the operation set_variable does. */
export function withFileValue(
  variables: readonly Variable[],
  { name, value, secret }: ScriptValue,
): readonly Variable[] {
  if (value === undefined) return variables.filter((each) => each.name !== name);
  const at = variables.findLastIndex((each) => each.name === name);
  const { type: _, ...old } = variables[at] ?? variable.parse({ name });
  const next = { ...old, enabled: true, secret: secret || old.secret, ...fileValue(value) };
  return at < 0 ? [...variables, next] : variables.with(at, next);
}

/** Of several variables with one name the last wins, so that script values follow. */
function withValues(variables: readonly Variable[], values: Values): Variable[] {
  const unset = new Set(values.filter(({ value }) => value === undefined).map(({ name }) => name));
  return [
    ...variables.filter(({ name }) => !unset.has(name)),
    ...values.filter(({ value }) => value !== undefined).map((each) => scriptVariable(variables, each)),
  ];
}

function scriptVariable(
  variables: readonly Variable[],
  { name, value, secret, request, time }: ScriptValue,
): ScriptVariable {
  const own = variables.findLast((each) => each.name === name);
  return {
    name,
    docs: own?.docs ?? '',
    enabled: true,
    secret: secret || own?.secret === true,
    ...fileValue(value),
    setBy: { request: request.id, name: request.name, time },
  };
}
