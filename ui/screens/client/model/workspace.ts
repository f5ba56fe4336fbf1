// The workspace as the app has it: its tree, its drafts, and the files that cannot be used.
import { rpc } from '../../../api/client.ts';
import type { ObjectKind, ResultOf, TreeObject } from '../../../../src/session/methods/ui-types.ts';
import { createResource } from '../../../state/resource.ts';
import { createStore } from '../../../state/store.ts';
import { onWorkspaceEvent } from '../../../state/workspace-events.ts';

export type { ObjectKind, TreeObject };
export type WorkspaceView = ResultOf<'client.workspace'>;

export const workspace = createResource(() => rpc('client.workspace', {}));

/** The keys of objects with changes that are not saved. */
export const unsaved = createStore<ReadonlySet<string>>(new Set());

/** Returns the key of an object, such as `request:abc`. */
export function objectKey(kind: string, id: string): string {
  return `${kind}:${id}`;
}

/** Returns the kind and the id of a key. */
export function keyParts(key: string): { readonly kind: ObjectKind; readonly id: string } {
  const at = key.indexOf(':');
  return { kind: key.slice(0, at) as ObjectKind, id: key.slice(at + 1) };
}

/** Notes whether an object has changes that are not saved. */
export function noteUnsaved(key: string, isUnsaved: boolean): void {
  const now = unsaved.get();
  if (now.has(key) === isUnsaved) return;
  unsaved.set(new Set(isUnsaved ? [...now, key] : [...now].filter((each) => each !== key)));
}

/** Returns the object of a key with the objects that hold it, the outermost first; null when there is none. */
export function pathTo(
  tree: readonly TreeObject[],
  key: string,
): { readonly object: TreeObject; readonly above: readonly TreeObject[] } | null {
  for (const object of tree) {
    if (objectKey(object.kind, object.id) === key) return { object, above: [] };
    const inner = pathTo(object.items ?? [], key);
    if (inner !== null) return { object: inner.object, above: [object, ...inner.above] };
  }
  return null;
}

workspace.store.subscribe(() => {
  const { value } = workspace.store.get();
  if (value !== null) unsaved.set(new Set(value.drafts.map(({ kind, id }) => objectKey(kind, id))));
});

onWorkspaceEvent((event) => {
  if (event.type !== 'draft') {
    if (['files', 'missed', 'folder'].includes(event.type)) workspace.refresh();
    return;
  }
  const key = objectKey(event.kind, event.id);
  const { value } = workspace.store.get();
  // The name of a request that has no file is in its draft alone.
  const isListed = value !== null && pathTo(value.tree, key) !== null;
  if (isListed) noteUnsaved(key, event.fields !== null);
  else workspace.refresh();
});
