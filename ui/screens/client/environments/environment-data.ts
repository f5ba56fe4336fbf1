// The globals and environments as the app has them, and how they are saved: at once, each as a step that can be taken back.
import type { ParamsOf } from '../../../../src/session/methods/ui-types.ts';
import { messageOf, rpc } from '../../../api/client.ts';
import { createResource } from '../../../state/resource.ts';
import { say, sayError } from '../../../state/toasts.ts';
import { onWorkspaceEvent } from '../../../state/workspace-events.ts';
import { act, undoStep } from '../model/steps.ts';
import { windowName } from '../../../state/window.ts';
import type { ChangedList, StoredVariable, VariableOwner } from './variable-rows.ts';

export type Call = ParamsOf<'client.act'>['calls'][number];

/** The globals first, then the environments in their order. */
export const variableOwners = createResource(readOwners);
/** The number of uses of each name in the workspace. */
export const variableUses = createResource(async () => {
  const { counts } = await rpc('client.variable_counts', {});
  return new Map(counts.map(({ name, uses }) => [name, uses]));
});

onWorkspaceEvent(({ type }) => {
  // Counting goes through all files: not with each key that is typed.
  if (type === 'draft') return;
  variableOwners.refresh();
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

/** Shows lists as they are to be, until the app has them. */
export function showAtOnce(changed: readonly ChangedList[]): void {
  const { value } = variableOwners.store.get();
  if (value === null) return;
  const lists = new Map(changed.map(({ owner, variables }) => [owner.id, variables]));
  variableOwners.set(value.map((owner) => ({ ...owner, variables: lists.get(owner.id) ?? owner.variables })));
}

/** Runs calls as one step. Resolves with true when they are done. */
export async function step(label: string, calls: readonly Call[]): Promise<boolean> {
  const results = await act(label, [...calls]);
  await variableOwners.load();
  return results !== null;
}

/** Saves lists of variables as one step. */
export async function saveLists(label: string, changed: readonly ChangedList[]): Promise<void> {
  if (changed.length === 0) return;
  showAtOnce(changed);
  const lists = changed.map(({ owner, variables }) => ({ ...ownerParams(owner), variables: [...variables] }));
  try {
    await rpc('client.save_variables', { label, lists, window: windowName });
    say(label, undoStep);
  } catch (error) {
    sayError(`${label}: not saved. ${messageOf(error)}`, () => void saveLists(label, changed));
  }
  await variableOwners.load();
}

/** Names an owner for the methods of variables. */
export function ownerParams({ scope, id }: Pick<VariableOwner, 'scope' | 'id'>): {
  readonly scope: VariableOwner['scope'];
  readonly owner?: string;
} {
  return scope === 'globals' ? { scope } : { scope, owner: id };
}
