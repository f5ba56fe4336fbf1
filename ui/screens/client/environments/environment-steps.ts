// Steps that change environments as a whole.
import { step } from './environment-data.ts';
import type { VariableOwner } from './variable-rows.ts';

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

function freeName(name: string, taken: readonly string[]): string {
  for (let number = 1; ; number += 1) {
    const free = number === 1 ? name : `${name} ${number}`;
    if (!taken.includes(free)) return free;
  }
}
