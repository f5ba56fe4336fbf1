// Asks for the name of a new object, and writes its file.
import { useState } from 'react';
import { messageOf } from '../../../api/client.ts';
import { Button, Dialog, FormRow, TextField } from '../../../parts/index.ts';
import { useResource } from '../../../state/resource.ts';
import { say } from '../../../state/toasts.ts';
import { freeName, saveNewObject } from '../model/new-object.ts';
import type { Fields } from '../model/open-object.ts';
import { undoStep } from '../model/steps.ts';
import { openTab } from '../model/tabs.ts';
import { workspace, type ObjectKind } from '../model/workspace.ts';

interface SaveDialogProps {
  readonly kind: ObjectKind;
  readonly title: string;
  readonly text: string;
  /** A verb and its object. */
  readonly action: string;
  /** The name to begin with; a number follows where it is taken. */
  readonly initial: string;
  readonly fields: Fields;
  readonly onClose: () => void;
}

const FIELD = 'new-object-name';

export function SaveDialog({ kind, title, text, action, initial, fields, onClose }: SaveDialogProps) {
  const { value } = useResource(workspace);
  const taken = (value?.tree ?? []).filter((each) => each.kind === kind).map(({ name }) => name);
  const [typed, setTyped] = useState(() => freeName(initial, taken));
  const [refused, setRefused] = useState<string | null>(null);
  const name = typed.trim();
  const error = name === '' ? 'Give a name' : taken.includes(name) ? `There is a ${name} already` : refused;
  const save = async (): Promise<void> => {
    if (name === '' || taken.includes(name)) return;
    try {
      const key = await saveNewObject(kind, { ...fields, name });
      onClose();
      openTab(key);
      say(`Saved ${name}`, undoStep);
    } catch (reason) {
      setRefused(messageOf(reason));
    }
  };
  return (
    <Dialog
      title={title}
      text={text}
      onClose={onClose}
      actions={
        <>
          <Button kind="line" onClick={onClose}>
            Cancel
          </Button>
          <Button kind="primary" disabled={error !== null} onClick={() => void save()}>
            {action}
          </Button>
        </>
      }
    >
      <FormRow label="Name" htmlFor={FIELD} error={error}>
        <TextField
          id={FIELD}
          autoFocus
          value={typed}
          isWrong={error !== null}
          onChange={(changed) => {
            setRefused(null);
            setTyped(changed);
          }}
          onKeyDown={({ key }) => key === 'Enter' && void save()}
        />
      </FormRow>
    </Dialog>
  );
}
