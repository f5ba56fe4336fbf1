// Saves captured requests: the variables that stand for hosts and secrets, and the requests in their collection.
import { changeItem, folderNamed, insertItem } from '../../../collections/edit/items.ts';
import type { Auth } from '../../../collections/model/auth.ts';
import type { Collection, Item } from '../../../collections/model/collection.ts';
import type { Variable } from '../../../collections/model/values.ts';
import type { Workspace } from '../../../collections/storage/workspace.ts';
import type { CapturePlan, PlannedRequest } from '../../../traffic/to-collection/index.ts';
import type { Surroundings } from '../../../traffic/to-collection/taken-out.ts';

/** Resolves with what a captured request can use where it is saved. `collection`: null for a new one. */
export async function surroundingsOf(
  workspace: Workspace,
  collection: Collection | null,
  folder: string | undefined,
): Promise<Surroundings> {
  return {
    variables: [...(collection?.variables ?? []), ...(await workspace.globals())],
    environments: await workspace.environments(),
    hasAuth: collection !== null && isSet(authOf(collection, folder)),
  };
}

/** Returns the authorization that a new request inherits. */
function authOf(collection: Collection, folder: string | undefined): Auth {
  if (folder === undefined) return collection.auth;
  const { item, folders } = folderNamed(collection, folder);
  const own = [item.folder, ...folders.toReversed()].find(({ auth }) => auth.type !== 'inherit');
  return own?.auth ?? collection.auth;
}

function isSet({ type }: Auth): boolean {
  return type !== 'inherit' && type !== 'none';
}

/** Adds the request to a folder, or its examples to the request that is there. */
export function withRequest(
  items: readonly Item[],
  folder: string | null,
  { existing, request }: PlannedRequest,
): readonly Item[] {
  if (existing === null) return insertItem(items, folder, { kind: 'request', request });
  return changeItem(items, existing, (item) =>
    item.kind === 'folder'
      ? item
      : {
          kind: 'request',
          request: { ...item.request, examples: [...item.request.examples, ...request.examples] },
        },
  );
}

/** Returns the variables that are in what is saved. */
export function used(
  variables: CapturePlan['variables'],
  saved: readonly PlannedRequest[],
): CapturePlan['variables'] {
  const text = JSON.stringify(saved.map(({ request }) => request));
  return variables.filter(({ name }) => text.includes(`{{${name}}}`));
}

/**
 * Writes hosts into every environment, so that each can have its own, and secrets into the active one. Resolves with
 * the variables for the collection, where there is no environment for them.
 */
export async function saveVariables(
  workspace: Workspace,
  added: CapturePlan['variables'],
): Promise<readonly Variable[]> {
  const { activeEnvironment } = await import('../../../collections/storage/named.ts');
  const environments = await workspace.environments();
  const active = await activeEnvironment(workspace);
  const owners = (secret: boolean): readonly string[] =>
    secret ? (active === null ? [] : [active.id]) : environments.map(({ id }) => id);
  const variables = added.map((each): Variable => ({ ...each, enabled: true, docs: '' }));
  for (const environment of environments) {
    const own = variables.filter(({ secret }) => owners(secret).includes(environment.id));
    if (own.length > 0)
      await workspace.saveEnvironment({ ...environment, variables: [...environment.variables, ...own] });
  }
  return variables.filter(({ secret }) => owners(secret).length === 0);
}
