// The objects of the workspace that this window has open, by key, in step with the app.
import { useEffect } from 'react';
import { useStore } from '../../../state/store.ts';
import { windowName } from '../../../state/window.ts';
import { onWorkspaceEvent } from '../../../state/workspace-events.ts';
import { ObjectEntry, type Fields, type OpenObject } from './open-object.ts';
import { objectKey } from './workspace.ts';

const entries = new Map<string, ObjectEntry>();

function entryOf(key: string): ObjectEntry {
  const known = entries.get(key);
  if (known !== undefined) return known;
  const entry = new ObjectEntry(key);
  entries.set(key, entry);
  return entry;
}

/** Returns an object of the workspace, and follows it. */
export function useObject(key: string): OpenObject {
  const entry = entryOf(key);
  const object = useStore(entry.store);
  const isMissing = object.state === 'loading';
  useEffect(() => {
    if (isMissing) void entry.load();
  }, [entry, isMissing]);
  return object;
}

/** Calls `listener` when the object has been read, and when it changes; it is read where nobody has. Returns the end. */
export function followObject(key: string, listener: () => void): () => void {
  const entry = entryOf(key);
  const end = entry.store.subscribe(listener);
  if (entry.store.get().state === 'loading') void entry.load();
  return end;
}

export function openObject(key: string): OpenObject {
  return entryOf(key).store.get();
}

export function editObject(key: string, fields: Fields): void {
  entryOf(key).edit(fields);
}

/** Begins a request that has no file yet, perhaps with an id that is its own already. Returns its key. */
export function beginRequest(fields: Fields, id: string = crypto.randomUUID()): string {
  const key = objectKey('request', id);
  entryOf(key).begin(fields);
  return key;
}

/** Resolves when the app has what was typed into the objects. */
export async function flushObjects(keys: Iterable<string> = entries.keys()): Promise<void> {
  await Promise.all([...keys].map(async (key) => entries.get(key)?.flush()));
}

/** Reads an object again, such as after it was saved. */
export async function reloadObject(key: string): Promise<void> {
  await entries.get(key)?.load();
}

/** Forgets an object that no tab shows. */
export function forgetObject(key: string): void {
  const entry = entries.get(key);
  if (entry === undefined) return;
  void entry.flush().then(() => entries.delete(key));
}

addEventListener('pagehide', () => {
  for (const entry of entries.values()) entry.sendLast();
});

onWorkspaceEvent((event) => {
  if (event.type === 'draft') {
    if (event.window !== windowName) void reloadObject(objectKey(event.kind, event.id));
    return;
  }
  if (event.type !== 'files' && event.type !== 'missed') return;
  const named = event.type === 'missed' ? [] : event.changes;
  const isWhole =
    event.type === 'files' && named.length === Object.values(event.counts).reduce((a, b) => a + b, 0);
  const keys = isWhole ? named.map(({ kind, id }) => objectKey(kind, id)) : [...entries.keys()];
  for (const key of keys) void reloadObject(key);
});
