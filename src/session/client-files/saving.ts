// Saves drafts into the files of their objects, while others may write these files too.
import { UserError } from '../../base/errors.ts';
import type { Conflict } from '../../base/join-values.ts';
import { draftValue, withValue, type WorkspaceDraft } from '../../collections/drafts/draft.ts';
import type { DraftFiles, DraftKey } from '../../collections/drafts/draft-files.ts';
import { saveNew } from '../../collections/objects/save-new.ts';
import { saveStored } from '../../collections/objects/save-stored.ts';
import { readStored, type StoredObject } from '../../collections/objects/stored-object.ts';
import type { Workspace } from '../../collections/storage/workspace.ts';
import type { WorkspaceWatch } from '../../collections/watch/workspace-watch.ts';
import type { ActContext } from './acts.ts';

interface Saving {
  readonly drafts: Pick<DraftFiles, 'get'>;
  readonly watch: WorkspaceWatch;
  /** Joins a draft with its file; returns what is in conflict. */
  readonly refresh: (key: DraftKey, stored: StoredObject) => readonly Conflict[];
}

/** Saves a draft; `folder` takes one of a request or folder without a file. Rejects with a UserError. */
export async function saveDraft(
  { drafts, watch, refresh }: Saving,
  key: DraftKey,
  folder: string | null,
  { workspace, setDraft }: ActContext,
): Promise<void> {
  const begun = draftOf(drafts, key);
  const written = await workspace.exclusively(async (): Promise<WorkspaceDraft | null> => {
    const stored = await storedAtRest(watch, key, workspace);
    if (stored === null) {
      await saveNew(workspace, watch.index, { ...key, folder, fields: draftValue(draftOf(drafts, key)) });
      return begun;
    }
    const conflicts = refresh(key, stored);
    if (conflicts.length > 0) throw conflictError(stored, conflicts);
    const draft = drafts.get(key);
    // Otherwise it has become what the file has: there is nothing to write.
    if (draft !== undefined) await saveStored(workspace, watch.index, stored, draftValue(draft));
    return draft ?? null;
  });
  // A checkout that began before overwrites the file.
  await watch.untilGitEnds();
  const saved = await readStored(workspace, watch.index, key.kind, key.id);
  if (saved === null) return;
  // What was typed while the file was written stays a draft, and so does what a checkout took from the file.
  const draft = drafts.get(key) ?? written;
  if (draft === null) return;
  const based = { ...draft, isNew: false, base: saved.fields, fields: {} };
  setDraft(key, withValue(based, draftValue(draft)));
}

/** Reads an object; again when Git has ended, because a checkout removes a file before it writes the other one. */
export async function storedAtRest(
  watch: WorkspaceWatch,
  { kind, id }: DraftKey,
  workspace: Workspace,
): Promise<StoredObject | null> {
  const stored = await readStored(workspace, watch.index, kind, id).catch(() => null);
  if (stored !== null) return stored;
  await watch.untilGitEnds();
  await watch.look();
  return readStored(workspace, watch.index, kind, id);
}

/** Returns a draft. Throws a UserError when there is none. */
export function draftOf(drafts: Saving['drafts'], key: DraftKey): WorkspaceDraft {
  const draft = drafts.get(key);
  if (draft === undefined)
    throw new UserError('NOT_FOUND', `there is no draft of the ${key.kind} ${key.id}`, { field: 'id' });
  return draft;
}

function conflictError({ file }: StoredObject, conflicts: readonly Conflict[]): UserError {
  const fields = conflicts.map(({ field }) => field);
  return new UserError(
    'CONFLICT',
    `${file.path} has changed in ${fields.join(', ')} too: decide by field with client.resolve_draft`,
    { field: fields[0] },
  );
}
