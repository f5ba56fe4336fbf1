// The fields of a rule that were changed elsewhere while it was edited.
import { Trash2 } from 'lucide-react';
import { ConflictNote, FormRow, Note } from '../../parts/index.ts';
import { NEW, settle, type Draft } from './model/drafts.ts';
import { labelOf } from './model/labels.ts';

export function Conflicts({ draft }: { readonly draft: Draft }) {
  if (draft.saved === null && draft.id !== NEW)
    return (
      <Note tone="warn" icon={Trash2} title="Deleted elsewhere">
        What you typed is still here: saving makes a new rule of it.
      </Note>
    );
  return draft.conflicts.map((field) => (
    <FormRow key={field} label={labelOf(field)}>
      <ConflictNote saved={draft.saved?.[field]} onDecide={(keeps) => settle(draft, field, keeps)} />
    </FormRow>
  ));
}
