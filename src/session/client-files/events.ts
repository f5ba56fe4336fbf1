// Events by which windows of the API client follow the workspace.
import type { ObjectKind } from '../../collections/objects/object-kinds.ts';
import type { ObjectChange } from '../../collections/watch/object-changes.ts';
import type { WorkspaceChange } from '../../collections/watch/workspace-watch.ts';

export type WorkspaceEvent =
  | {
      readonly type: 'files';
      readonly origin: WorkspaceChange['origin'];
      readonly isGit: boolean;
      readonly counts: Readonly<Partial<Record<ObjectChange['change'], number>>>;
      /** The first of them. */
      readonly changes: readonly ObjectChange[];
    }
  | {
      readonly type: 'draft';
      readonly kind: ObjectKind;
      readonly id: string;
      /** The window that changed it; empty where a file did. */
      readonly window: string;
      /** Names of fields that differ from the file; null for a draft that is gone. */
      readonly fields: readonly string[] | null;
    }
  /** `reason`: why the folder cannot be read any more; null when it can. */
  | { readonly type: 'folder'; readonly reason: string | null }
  /** Another workspace was opened: absolute paths of its folder, and of the one before. */
  | { readonly type: 'opened'; readonly folder: string; readonly before: string }
  /** Values that scripts have set were added, changed or removed. */
  | { readonly type: 'scriptValues' }
  /** The responses of a request are others; null for any request. */
  | { readonly type: 'responses'; readonly request: string | null }
  /** The history is another one. `notSaved`: why it cannot be written; null when it can. */
  | { readonly type: 'history'; readonly notSaved: string | null };

/** The number of changes that an event names; of others it has the counts. */
const MAX_NAMED = 100;

/** Returns the event of a change of files. */
export function filesEvent({ origin, isGit, changes }: WorkspaceChange): WorkspaceEvent {
  const counts: Partial<Record<ObjectChange['change'], number>> = {};
  for (const { change } of changes) counts[change] = (counts[change] ?? 0) + 1;
  return { type: 'files', origin, isGit, counts, changes: changes.slice(0, MAX_NAMED) };
}
