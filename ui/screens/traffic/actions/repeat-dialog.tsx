// Sends requests again a number of times.
import { useState } from 'react';
import { Button, Dialog, TextField } from '../../../parts/index.ts';
import css from './dialogs.module.css';
import { replayAll } from './request-actions.ts';

const MAX_TIMES = 1000;

interface RepeatDialogProps {
  readonly ids: readonly number[];
  readonly onClose: () => void;
}

export function RepeatDialog({ ids, onClose }: RepeatDialogProps) {
  const [text, setText] = useState('5');
  const times = Number(text);
  const isValid = Number.isInteger(times) && times >= 1 && times <= MAX_TIMES;
  const repeat = (): void => {
    if (!isValid) return;
    onClose();
    void replayAll(Array.from({ length: times }, () => ids).flat());
  };
  return (
    <Dialog
      title={ids.length === 1 ? 'Repeat the request' : `Repeat ${ids.length} requests`}
      text="One after another. Debugging tools apply to each."
      onClose={onClose}
      actions={
        <>
          <Button kind="line" onClick={onClose}>
            Cancel
          </Button>
          <Button kind="primary" disabled={!isValid} onClick={repeat}>
            Repeat
          </Button>
        </>
      }
    >
      <form
        className={css['line']}
        onSubmit={(event) => {
          event.preventDefault();
          repeat();
        }}
      >
        <label htmlFor="repeat-times">Times</label>
        <TextField
          id="repeat-times"
          inputMode="numeric"
          autoFocus
          value={text}
          isWrong={!isValid}
          onChange={setText}
        />
      </form>
      {!isValid && (
        <p className={css['error']} role="alert" id="repeat-times-error">
          Give a whole number from 1 to {MAX_TIMES}.
        </p>
      )}
    </Dialog>
  );
}
