// Asks for a name that no other object has.
import { useState } from 'react';
import { Button, Dialog, FormRow, TextField } from '../../../parts/index.ts';

interface NameDialogProps {
  readonly title: string;
  readonly initial: string;
  /** A verb and its object. */
  readonly action: string;
  readonly taken: readonly string[];
  readonly onName: (name: string) => void;
  readonly onClose: () => void;
}

const FIELD = 'object-name';

export function NameDialog({ title, initial, action, taken, onName, onClose }: NameDialogProps) {
  const [typed, setTyped] = useState(initial);
  const name = typed.trim();
  const error = name === '' ? 'Give a name' : taken.includes(name) ? `There is a ${name} already` : null;
  const isSame = name === initial;
  const save = (): void => {
    if (error !== null || isSame) return;
    onClose();
    onName(name);
  };
  return (
    <Dialog
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button kind="line" onClick={onClose}>
            Cancel
          </Button>
          <Button kind="primary" disabled={error !== null || isSame} onClick={save}>
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
          onChange={setTyped}
          onKeyDown={({ key }) => key === 'Enter' && save()}
        />
      </FormRow>
    </Dialog>
  );
}
