// The globals and environments, and the steps that change them. Each is saved at once, and can be taken back.
import type { ParamsOf } from '../../../../src/session/methods/ui-types.ts';
import { messageOf, rpc } from '../../../api/client.ts';
import { attempt } from '../../../state/actions.ts';
import { createResource } from '../../../state/resource.ts';
import { say, sayError } from '../../../state/toasts.ts';
import { onWorkspaceEvent } from '../../../state/workspace-events.ts';
import { act, undoStep } from '../model/steps.ts';
import { windowName } from '../../../state/window.ts';
import {
  withMoved,
  withVariable,
  type ChangedList,
  type StoredVariable,
  type VariableType,
  type VariableOwner,
} from './variable-rows.ts';

type Call = ParamsOf<'client.act'>['calls'][number];

/** The globals first, then the environments in their order. */
export const variableOwners = createResource(readOwners);
/** The number of uses of each name in the workspace. */
export const variableUses = createResource(async () => {
  const { counts } = await rpc('client.variable_counts', {});
  return new Map(counts.map(({ name, uses }) => [name, uses]));
});

onWorkspaceEvent(({ type }) => {
  if (type !== 'draft') variableOwners.refresh();
  variableUses.refresh();
});

async function readOwners(): Promise<readonly VariableOwner[]> {
  const [environments, globals] = await Promise.all([
    rpc('list_environments', {}),
    rpc('list_variables', { scope: 'globals' }),
  ]);
  return [
    { scope: 'globals', id: 'globals', name: 'Globals', isActive: true, variables: variablesIn(globals) },
    ...environments.map(({ id, name, active, variables }): VariableOwner => {
      return { scope: 'environment', id, name, isActive: active, variables: variablesIn(variables) };
    }),
  ];
}

/** The app has given every field its value; globals say their scope, too. */
function variablesIn(list: readonly object[]): readonly StoredVariable[] {
  return (list as readonly StoredVariable[]).map(({ name, value, enabled, secret, type, docs }) => {
    return { name, value, enabled, secret, docs, ...(type !== undefined && { type }) };
  });
}

/** Runs calls as one step. Resolves with true when they are done. */
async function step(label: string, calls: readonly Call[]): Promise<boolean> {
  const results = await act(label, [...calls]);
  await variableOwners.load();
  return results !== null;
}

/** Names an owner for the methods of variables. */
export function ownerParams({ scope, id }: Pick<VariableOwner, 'scope' | 'id'>): {
  readonly scope: VariableOwner['scope'];
  readonly owner?: string;
} {
  return scope === 'globals' ? { scope } : { scope, owner: id };
}

/** Sets the value of a variable, or adds it. */
export async function setValue(
  owner: VariableOwner,
  name: string,
  value: string,
  isSecret: boolean,
): Promise<void> {
  const present = owner.variables.findLast((each) => each.name === name);
  // Setting one that is off would turn it on.
  if (present !== undefined && !present.enabled) {
    const variables = owner.variables.map((each) => (each === present ? { ...each, value } : each));
    await saveLists(`Set ${name} in ${owner.name}`, [{ owner, variables }]);
    return;
  }
  const params = { ...ownerParams(owner), key: name, value, ...(isSecret && { secret: true }) };
  await step(`Set ${name} in ${owner.name}`, [{ method: 'set_variable', params }]);
}

/** Adds a variable without a value to the active environment; without one, to the globals. */
export async function addVariable(owners: readonly VariableOwner[], name: string): Promise<void> {
  const owner = owners.find(({ scope, isActive }) => scope === 'environment' && isActive) ?? owners[0];
  if (owner !== undefined) await setValue(owner, name, '', false);
}

export async function unsetValue(owner: VariableOwner, name: string): Promise<void> {
  if (owner.variables.some((each) => each.name === name))
    await step(`Deleted ${name} in ${owner.name}`, [deletion(owner, name)]);
}

export async function deleteVariable(owners: readonly VariableOwner[], name: string): Promise<void> {
  const having = owners.filter(({ variables }) => variables.some((each) => each.name === name));
  await step(
    `Deleted ${name}`,
    having.map((owner) => deletion(owner, name)),
  );
}

function deletion(owner: VariableOwner, name: string): Call {
  return { method: 'delete_variable', params: { ...ownerParams(owner), key: name } };
}

/** Turns a variable of an owner on or off. */
export async function toggleVariable(owner: VariableOwner, name: string): Promise<void> {
  const isOn = owner.variables.findLast((each) => each.name === name)?.enabled;
  const label = `${name} is ${isOn === true ? 'off' : 'on'} in ${owner.name}`;
  await saveLists(
    label,
    withVariable([owner], name, (each) => ({ ...each, enabled: isOn !== true })),
  );
}

export async function describeVariable(
  owners: readonly VariableOwner[],
  name: string,
  docs: string,
): Promise<void> {
  await saveLists(
    `Described ${name}`,
    withVariable(owners, name, (each) => ({ ...each, docs })),
  );
}

export async function setType(
  owners: readonly VariableOwner[],
  name: string,
  type: VariableType,
): Promise<void> {
  await saveLists(
    `${name} has the type ${type}`,
    withVariable(owners, name, ({ name: same, value, enabled, secret, docs }) => ({
      name: same,
      value,
      enabled,
      secret,
      docs,
      ...(type !== 'text' && { type }),
    })),
  );
}

/** Keeps the values of a variable out of the files, or writes them there. */
export async function setSecret(owners: readonly VariableOwner[], name: string, on: boolean): Promise<void> {
  const changed = withVariable(owners, name, (each) => ({ ...each, secret: on }));
  await saveLists(on ? `${name} is a secret` : `${name} is no secret any more`, changed);
  if (on && (await isInHistory(changed)))
    say(`${name} may still stand in Git's history: change its value where it is used`);
}

/** Returns true when Git knows a file of these lists. */
async function isInHistory(changed: readonly ChangedList[]): Promise<boolean> {
  try {
    const logs = await Promise.all(
      changed.map(({ owner: { scope: kind, id } }) =>
        rpc('client.git_log', { object: { kind, id }, limit: 1 }),
      ),
    );
    return logs.some((commits) => commits.length > 0);
  } catch {
    // Without Git there is no history.
    return false;
  }
}

/** Moves a variable before or behind another one. */
export async function moveVariable(
  owners: readonly VariableOwner[],
  name: string,
  target: string,
  isBehind: boolean,
): Promise<void> {
  await saveLists(`Moved ${name}`, withMoved(owners, name, target, isBehind));
}

/** Saves lists of variables as one step. */
export async function saveLists(label: string, changed: readonly ChangedList[]): Promise<void> {
  if (changed.length === 0) return;
  const objects = changed.map(({ owner: { scope, id } }) => ({ kind: scope, id }));
  try {
    for (const { owner, variables } of changed)
      await rpc('client.change_draft', {
        kind: owner.scope,
        id: owner.id,
        changes: [{ field: 'variables', value: variables, was: owner.variables }],
        window: windowName,
      });
    await rpc('client.save_drafts', { objects, window: windowName });
    say(label, undoStep);
  } catch (error) {
    sayError(`${label}: not saved. ${messageOf(error)}`, () => void saveLists(label, changed));
  }
  await variableOwners.load();
}

/** Renames a variable wherever it is defined, and its uses where `usesToo`. */
export async function renameVariable(
  owners: readonly VariableOwner[],
  name: string,
  to: string,
  usesToo: boolean,
): Promise<void> {
  const has = (scope: VariableOwner['scope']): boolean =>
    owners.some((owner) => owner.scope === scope && owner.variables.some((each) => each.name === name));
  const scopes = (['globals', 'environment'] as const).filter(has);
  await attempt(`${name} cannot be renamed`, async () => {
    for (const [at, scope] of scopes.entries())
      await rpc('client.rename_variable', {
        scope,
        name,
        to,
        window: windowName,
        // The last one takes the uses along.
        ...((!usesToo || at < scopes.length - 1) && { occurrences: [] }),
      });
    say(`Renamed ${name} to ${to}`, () => {
      void attempt('It cannot be taken back', async () => {
        for (const _ of scopes) await rpc('client.undo', { window: windowName });
      });
    });
  });
  await variableOwners.load();
}

export async function activate(owner: VariableOwner | null): Promise<void> {
  const label = owner === null ? 'No environment is active' : `${owner.name} is active`;
  await step(label, [{ method: 'set_active_environment', params: { environment: owner?.id ?? null } }]);
}

export async function addEnvironment(name: string): Promise<void> {
  await step(`Created ${name}`, [{ method: 'save_environment', params: { name, variables: [] } }]);
}

export async function renameEnvironment({ id, name, variables }: VariableOwner, to: string): Promise<void> {
  const params = { name: id, rename: to, variables };
  await step(`Renamed ${name} to ${to}`, [{ method: 'save_environment', params }]);
}

/** Copies an environment. Values of secrets are not copied: nobody shows them. */
export async function duplicateEnvironment(
  { name, variables }: VariableOwner,
  taken: readonly string[],
): Promise<void> {
  const copy = freeName(`${name} copy`, taken);
  const without = variables.map((each) => (each.secret ? { ...each, value: '' } : each));
  const note = variables.some(({ secret }) => secret) ? ', without values of secrets' : '';
  await step(`Copied ${name} to ${copy}${note}`, [
    { method: 'save_environment', params: { name: copy, variables: without } },
  ]);
}

export async function deleteEnvironment({ id, name }: VariableOwner): Promise<void> {
  await step(`Deleted ${name}`, [{ method: 'trash_item', params: { kind: 'environment', id } }]);
}

export function freeName(name: string, taken: readonly string[]): string {
  for (let number = 1; ; number += 1) {
    const free = number === 1 ? name : `${name} ${number}`;
    if (!taken.includes(free)) return free;
  }
}
