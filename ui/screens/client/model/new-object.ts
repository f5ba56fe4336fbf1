// A new object that has its file at once, such as a run configuration.
import { rpc } from '../../../api/client.ts';
import { windowName } from '../../../state/window.ts';
import type { Fields } from './open-object.ts';
import { objectKey, workspace, type ObjectKind } from './workspace.ts';

/** Writes a new object into its file. Resolves with its key; rejects with an ApiError, and leaves no draft. */
export async function saveNewObject(kind: ObjectKind, fields: Fields): Promise<string> {
  const object = { kind, id: crypto.randomUUID() };
  const changes = Object.entries(fields).map(([field, value]) => ({ field, value }));
  await rpc('client.change_draft', { ...object, changes, isNew: true, window: windowName });
  try {
    await rpc('client.save_draft', { ...object, window: windowName });
  } catch (error) {
    await rpc('client.discard_drafts', { objects: [object], window: windowName });
    throw error;
  }
  await workspace.load();
  return objectKey(kind, object.id);
}

/** Returns the name, with a number where it is taken. */
export function freeName(name: string, taken: readonly string[]): string {
  for (let number = 1; ; number += 1) {
    const free = number === 1 ? name : `${name} ${number}`;
    if (!taken.includes(free)) return free;
  }
}
