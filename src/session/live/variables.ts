// The variables that a request can use: those of its folders, of the environment, of the collection, and the globals.
import { dynamicNames } from '../../base/dynamic-variables.ts';
import type { Collection, Folder } from '../../collections/model/collection.ts';
import { requestsOf } from '../../collections/model/collection.ts';
import type { Environment } from '../../collections/model/environment.ts';
import type { Variable } from '../../collections/model/values.ts';
import { Scopes, valuesOf } from '../../collections/variables/scopes.ts';
import { MASK } from '../settings/secrets.ts';
import { setByOf, type SetBy } from './script-variables.ts';

export interface VariableSources {
  readonly collection: Collection;
  readonly environment: Environment | null;
  readonly globals: readonly Variable[];
}

/** A definition of a variable. */
export interface Definition {
  readonly name: string;
  readonly scope: 'request' | 'folder' | 'environment' | 'collection' | 'globals';
  /** The name of the owner, such as the folder. */
  readonly owner: string;
  /** As written, with a secret masked. */
  readonly value: string;
  readonly secret: boolean;
  /** The request whose script has set it; null for the value of a file. */
  readonly setBy: SetBy | null;
}

/** Returns all enabled definitions by name, of each the one that wins first. `requestId`: null for no request. */
export function definitionsOf(
  { collection, environment, globals }: VariableSources,
  requestId: string | null,
): ReadonlyMap<string, readonly Definition[]> {
  const found = new Map<string, Definition[]>();
  const add = (scope: Definition['scope'], owner: string, variables: readonly Variable[]): void => {
    const enabled = variables.filter((each) => each.enabled && each.name !== '');
    for (const variable of [...lastOfEach(enabled, true), ...lastOfEach(enabled, false)]) {
      const { name, value, secret } = variable;
      const shown = secret && value !== '' ? MASK : value;
      const definition = { name, scope, owner, value: shown, secret, setBy: setByOf(variable) };
      found.set(name, [...(found.get(name) ?? []), definition]);
    }
  };
  const placed = [...requestsOf(collection.items)].find(({ request }) => request.id === requestId);
  if (placed !== undefined) add('request', placed.request.name, placed.request.variables);
  for (const folder of (placed?.folders ?? ([] as readonly Folder[])).toReversed())
    add('folder', folder.name, folder.variables);
  if (environment !== null) add('environment', environment.name, environment.variables);
  add('collection', collection.name, collection.variables);
  add('globals', 'globals', globals);
  return found;
}

/** Returns one variable of each name, set by scripts or in files: of several the last wins. */
function lastOfEach(variables: readonly Variable[], isScript: boolean): Iterable<Variable> {
  const own = variables.filter((each) => (setByOf(each) !== null) === isScript);
  return new Map(own.map((each) => [each.name, each])).values();
}

/** Returns the values of variables by scope. `ofRequest`: those of the folders and of the request. */
export function scopesOf(
  { collection, environment, globals }: VariableSources,
  ofRequest: ReadonlyMap<string, unknown>,
): Scopes {
  return new Scopes({
    globals: valuesOf(globals),
    collection: valuesOf(collection.variables),
    environment: valuesOf(environment?.variables ?? []),
    request: ofRequest,
  });
}

/** Returns the names of the variables whose value is new at each use, such as `$guid`. */
export function dynamicVariables(): readonly string[] {
  return dynamicNames().map((name) => `$${name}`);
}
