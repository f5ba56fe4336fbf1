// Says that the file of an open request is gone.
import { Trash2 } from 'lucide-react';
import { Button, Note } from '../../../parts/index.ts';
import { close } from '../model/saving.ts';

export function DeletedNote({ tabKey, onSave }: { readonly tabKey: string; readonly onSave: () => void }) {
  return (
    <Note
      tone="danger"
      icon={Trash2}
      title="Its file is gone"
      actions={
        <>
          <Button onClick={() => close(tabKey)}>Close</Button>
          <Button kind="line" onClick={onSave}>
            Save as new
          </Button>
        </>
      }
    >
      What was typed is kept.
    </Note>
  );
}
