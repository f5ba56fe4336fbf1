// The uses of a variable in the workspace, and its renaming everywhere.
import { ParameterError } from '../../base/errors.ts';
import { isObject } from '../../base/is-object.ts';
import { draftValue, withValue } from '../../collections/drafts/draft.ts';
import type { DraftKey } from '../../collections/drafts/draft-files.ts';
import { GLOBALS } from '../../collections/objects/kinds.ts';
import { saveStored } from '../../collections/objects/save-stored.ts';
import { readStored, type Fields } from '../../collections/objects/stored-object.ts';
import { variableFinder } from '../../collections/replace/finders.ts';
import type { Act, ActContext } from './acts.ts';
import type { ClientFiles } from './index.ts';
import {
  openObjects,
  replaceInFiles,
  searchFiles,
  type FoundOccurrence,
  type OpenObject,
} from './searching.ts';

export type VariableScope = 'globals' | 'environment' | 'collection' | 'folder' | 'request';

/** A variable of one owner. Without an owner, that of the globals or of all environments. */
export interface OwnedVariable {
  readonly scope: VariableScope;
  readonly owner: string | undefined;
  readonly name: string;
}

/** Finds where a variable is used; `to` shows what would stand there. */
export async function variableUses(
  files: ClientFiles,
  { scope, owner, name }: OwnedVariable,
  to: string | null,
  shown: (fields: Fields) => Fields,
): Promise<readonly FoundOccurrence[]> {
  const reach =
    owner === undefined || scope === 'globals' || scope === 'environment'
      ? null
      : reachOf(files, { kind: scope, id: owner });
  const shadows = await shadowingScopes(files, scope, name);
  const { occurrences } = await searchFiles(
    files,
    {
      find: variableFinder(name),
      areas: null,
      kinds: null,
      replacing: to === null ? null : () => to,
      shown,
    },
    Infinity,
    ({ path }) => reach === null || path?.startsWith(reach) === true,
  );
  return occurrences.map((occurrence) => ({
    ...occurrence,
    risk: shadowedBy(occurrence.object, shadows) ?? ownRisk(occurrence),
  }));
}

/** A use in a script is one of this variable, which is what is renamed. */
function ownRisk({ area, risk }: FoundOccurrence): string | null {
  return area === 'scripts' ? null : risk;
}

/** Returns the beginning of the paths of what sees the variables of a collection, folder or request. */
function reachOf({ index }: ClientFiles, { kind, id }: DraftKey): string {
  const file = index.find(kind, id);
  if (file === undefined)
    throw new ParameterError(`there is no ${kind} with the id ${JSON.stringify(id)}`, { field: 'owner' });
  return kind === 'request' ? file.path : file.path.slice(0, file.path.lastIndexOf('/') + 1);
}

interface Shadow {
  readonly owner: OpenObject;
  /** The beginning of the paths of what sees it. */
  readonly reach: string;
}

/** Nearer scopes win: requests, folders, then environments and collections, then globals. */
const NEARER: Readonly<Record<VariableScope, readonly string[]>> = {
  globals: ['environment', 'collection', 'folder', 'request'],
  collection: ['environment', 'folder', 'request'],
  environment: ['folder', 'request'],
  folder: ['request'],
  request: [],
};

async function shadowingScopes(
  files: ClientFiles,
  scope: VariableScope,
  name: string,
): Promise<readonly Shadow[]> {
  const shadows: Shadow[] = [];
  for await (const object of openObjects(files)) {
    if (object.path === null || !NEARER[scope].includes(object.kind) || !hasVariable(object.fields, name))
      continue;
    shadows.push({ owner: object, reach: object.kind === 'environment' ? '' : reachOf(files, object) });
  }
  return shadows;
}

function shadowedBy({ path }: OpenObject, shadows: readonly Shadow[]): string | null {
  const shadow = shadows.find(({ reach }) => path?.startsWith(reach) === true);
  return shadow === undefined
    ? null
    : `${shadow.owner.kind} ${shadow.owner.name} has a variable of this name too`;
}

function hasVariable({ variables }: Fields, name: string): boolean {
  return variablesIn(variables).some((each) => each['name'] === name);
}

function variablesIn(variables: unknown): readonly Fields[] {
  return Array.isArray(variables) ? variables.filter(isObject) : [];
}

/** Renames a variable and its uses at `occurrences` as one step. Rejects with a ParameterError when the name is taken. */
export async function renameVariable(
  files: ClientFiles,
  act: Act,
  variable: OwnedVariable,
  {
    to,
    occurrences,
    shown,
  }: {
    readonly to: string;
    readonly occurrences: ReadonlySet<string>;
    readonly shown: (fields: Fields) => Fields;
  },
): Promise<{ readonly occurrences: number; readonly objects: number }> {
  const owners = await ownersOf(files, variable);
  const taken = owners.find(({ fields }) => hasVariable(fields, to));
  if (taken !== undefined)
    throw new ParameterError(`${taken.name} has a variable ${JSON.stringify(to)} already`, { field: 'to' });
  return replaceInFiles(files, act, {
    find: variableFinder(variable.name),
    replacing: () => to,
    occurrences,
    shown,
    more: (context) =>
      context.workspace.exclusively(async () => {
        for (const owner of owners) await renameIn(files, owner, variable.name, to, context);
      }),
  });
}

async function ownersOf(
  files: ClientFiles,
  { scope, owner, name }: OwnedVariable,
): Promise<readonly OpenObject[]> {
  if (owner === undefined && scope !== 'globals' && scope !== 'environment')
    throw new ParameterError(`owner is missing: give the id of the ${scope}`, { field: 'owner' });
  const id = scope === 'globals' ? GLOBALS : owner;
  const owners: OpenObject[] = [];
  for await (const object of openObjects(files))
    if (object.kind === scope && (id === undefined || object.id === id) && hasVariable(object.fields, name))
      owners.push(object);
  if (owners.length === 0)
    throw new ParameterError(`no ${scope} has a variable ${JSON.stringify(name.slice(0, 100))}`, {
      field: 'name',
    });
  return owners;
}

async function renameIn(
  files: ClientFiles,
  key: DraftKey,
  name: string,
  to: string,
  { workspace, setDraft }: ActContext,
): Promise<void> {
  const renamed = (fields: Fields): Fields => ({
    ...fields,
    variables: variablesIn(fields['variables']).map((each) =>
      each['name'] === name ? { ...each, name: to } : each,
    ),
  });
  const stored = await readStored(workspace, files.index, key.kind, key.id);
  const draft = files.drafts.get(key);
  if (draft !== undefined) setDraft(key, withValue(draft, renamed(draftValue(draft))));
  else if (stored !== null) await saveStored(workspace, files.index, stored, renamed(stored.fields));
}
