// Changes several requests as one step: their drafts where there are some, their files otherwise.
import { UserError } from '../../base/errors.ts';
import { draftValue, withValue } from '../../collections/drafts/draft.ts';
import { changedTogether, type SharedChange } from '../../collections/model/shared-change.ts';
import { saveStored } from '../../collections/objects/save-stored.ts';
import type { Act } from './acts.ts';
import type { ClientFiles } from './index.ts';

/** Resolves with the number of requests that became other ones. Rejects with a UserError, and nothing is changed. */
export function changeTogether(
  files: ClientFiles,
  act: Act,
  ids: readonly string[],
  change: SharedChange,
): Promise<number> {
  return files.act(act, ({ workspace, setDraft }) =>
    workspace.exclusively(async () => {
      let count = 0;
      for (const id of new Set(ids)) {
        const key = { kind: 'request', id } as const;
        const [draft, stored] = [files.drafts.get(key), await files.stored(key)];
        const fields = draft === undefined ? stored?.fields : draftValue(draft);
        if (fields === undefined)
          throw new UserError('NOT_FOUND', `there is no request ${JSON.stringify(id)}`, {
            field: 'requests',
          });
        const changes = changedTogether(fields, change);
        if (Object.keys(changes).length === 0) continue;
        count += 1;
        if (draft !== undefined) setDraft(key, withValue(draft, { ...fields, ...changes }));
        else await saveStored(workspace, files.index, stored!, changes);
      }
      return count;
    }),
  );
}
