// Changes the text of an API description as one step: in its draft where there is one, in its file otherwise.
import { join } from 'node:path';
import { UserError } from '../../base/errors.ts';
import { draftValue, withValue } from '../../collections/drafts/draft.ts';
import { saveStored } from '../../collections/objects/save-stored.ts';
import { specText } from '../../collections/storage/specs.ts';
import type { Act } from './acts.ts';
import type { ClientFiles } from './index.ts';

/** Resolves with the text that a description is to have; null to leave it. `path`: of its file. */
type EditText = (path: string, text: string) => Promise<string | null>;

/** Resolves with true when the draft has it. Rejects with a UserError, and nothing is changed. */
export async function changeSpec(files: ClientFiles, act: Act, id: string, text: string): Promise<boolean> {
  return (await editSpec(files, act, id, () => Promise.resolve(text))) === 'draft';
}

/** Resolves with what has the new text; null where `edit` leaves it. Rejects with a UserError, and nothing is changed. */
export function editSpec(
  files: ClientFiles,
  act: Act,
  id: string,
  edit: EditText,
): Promise<'draft' | 'file' | null> {
  const key = { kind: 'spec', id } as const;
  return files.act(act, ({ workspace, setDraft }) =>
    workspace.exclusively(async () => {
      const stored = await files.stored(key);
      if (stored === null) throw new UserError('NOT_FOUND', `the description ${id} has no file any more`);
      const path = join(workspace.folder, stored.file.path);
      const draft = files.drafts.get(key);
      const typed: unknown = draft === undefined ? undefined : draftValue(draft)['text'];
      const text = await edit(path, typeof typed === 'string' ? typed : specText({ path }));
      if (text === null) return null;
      if (draft === undefined) await saveStored(workspace, files.index, stored, { text });
      else setDraft(key, withValue(draft, { ...draftValue(draft), text }));
      return draft === undefined ? 'file' : 'draft';
    }),
  );
}
