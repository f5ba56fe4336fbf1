// Variables that a run adds to its environment and to the globals.
import type { Environment } from '../../collections/model/environment.ts';
import type { Variable } from '../../collections/model/values.ts';

/** Values by name; later ones of the same name win. */
export type AddedVariables = readonly (readonly [name: string, value: string])[];

/** Returns the environment with further values; one of its own where there is none. */
export function withEnvironmentVariables(
  environment: Environment | null,
  added: AddedVariables,
): Environment | null {
  return withAddedVariables(environment, addedVariables(added));
}

/** Returns the environment with further variables; one of its own where there is none. */
export function withAddedVariables(
  environment: Environment | null,
  variables: readonly Variable[],
): Environment | null {
  if (variables.length === 0) return environment;
  const base = environment ?? { id: crypto.randomUUID(), name: 'CLI', variables: [] };
  return { ...base, variables: [...base.variables, ...variables] };
}

export function addedVariables(added: AddedVariables, secret = false): readonly Variable[] {
  return added.map(([name, value]) => ({ name, value, enabled: true, secret, docs: '' }));
}
