// A new flow, which has a file at once, as a new collection has.
import { act } from '../model/steps.ts';
import { openTab } from '../model/tabs.ts';
import { objectKey, workspace } from '../model/workspace.ts';

export async function newFlow(): Promise<void> {
  const taken = new Set(
    (workspace.store.get().value?.tree ?? []).filter(({ kind }) => kind === 'flow').map(({ name }) => name),
  );
  let name = 'New flow';
  for (let number = 2; taken.has(name); number += 1) name = `New flow ${number}`;
  const results = await act(`Created ${name}`, [{ method: 'save_client_flow', params: { name, steps: [] } }]);
  const [made] = (results ?? []) as readonly { readonly id: string }[];
  if (made !== undefined) openTab(objectKey('flow', made.id));
}
