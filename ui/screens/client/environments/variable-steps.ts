// Steps that change variables: their values, names, types and order.
import { rpc } from '../../../api/client.ts';
import { attempt } from '../../../state/actions.ts';
import { say } from '../../../state/toasts.ts';
import { windowName } from '../../../state/window.ts';
import { ownerParams, saveLists, showAtOnce, step, variableOwners, type Call } from './environment-data.ts';
import {
  withMoved,
  withVariable,
  type ChangedList,
  type VariableOwner,
  type VariableType,
} from './variable-rows.ts';

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
  const shown = { name, enabled: true, docs: '', secret: isSecret, ...present, value };
  const variables = owner.variables.filter((each) => each !== present);
  const at = present === undefined ? variables.length : owner.variables.indexOf(present);
  showAtOnce([{ owner, variables: variables.toSpliced(at, 0, shown) }]);
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
        for (let steps = scopes.length; steps > 0; steps -= 1)
          await rpc('client.undo', { window: windowName });
      });
    });
  });
  await variableOwners.load();
}
