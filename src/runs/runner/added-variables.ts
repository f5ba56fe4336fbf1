// Variables that a run adds to its environment and to the globals.
import type { Environment } from '../../collections/model/environment.ts';
import type { Variable } from '../../collections/model/values.ts';

/** Values by name; later ones of the same name win. */
export type AddedVariables = readonly (readonly [name: string, value: string])[];

/** Returns the environment with further variables; one of its own where there is none. */
export function withEnvironmentVariables(
  environment: Environment | null,
  added: AddedVariables,
): Environment | null {
  if (added.length === 0) return environment;
  const base = environment ?? { id: crypto.randomUUID(), name: 'CLI', variables: [] };
  return { ...base, variables: [...base.variables, ...addedVariables(added)] };
}

export function addedVariables(added: AddedVariables): readonly Variable[] {
  return added.map(([name, value]) => ({ name, value, enabled: true, secret: false, docs: '' }));
}
