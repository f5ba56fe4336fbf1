// Changes the text of an API description as one step: in its draft where there is one, in its file otherwise.
import { UserError } from '../../base/errors.ts';
import { draftValue, withValue } from '../../collections/drafts/draft.ts';
import { saveStored } from '../../collections/objects/save-stored.ts';
import type { Act } from './acts.ts';
import type { ClientFiles } from './index.ts';

/** Resolves with true when the draft has it. Rejects with a UserError, and nothing is changed. */
export function changeSpec(files: ClientFiles, act: Act, id: string, text: string): Promise<boolean> {
  const key = { kind: 'spec', id } as const;
  return files.act(act, ({ workspace, setDraft }) =>
    workspace.exclusively(async () => {
      const draft = files.drafts.get(key);
      if (draft !== undefined) {
        setDraft(key, withValue(draft, { ...draftValue(draft), text }));
        return true;
      }
      const stored = await files.stored(key);
      if (stored === null) throw new UserError('NOT_FOUND', `the description ${id} has no file any more`);
      await saveStored(workspace, files.index, stored, { text });
      return false;
    }),
  );
}
