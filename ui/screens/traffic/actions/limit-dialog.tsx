// Raises the number of requests that the list keeps.
import { useState } from 'react';
import { messageOf, rpc } from '../../../api/client.ts';
import { countText } from '../../../format/measures.ts';
import { Button, Dialog } from '../../../parts/index.ts';
import { settings } from '../../../state/app.ts';
import { useResource } from '../../../state/resource.ts';
import { say } from '../../../state/toasts.ts';
import css from './dialogs.module.css';

/** The highest limit that the app takes. */
const MAX_LIMIT = 5_000_000;

interface LimitDialogProps {
  readonly onClose: () => void;
}

export function LimitDialog({ onClose }: LimitDialogProps) {
  const { value, error } = useResource(settings);
  if (value === null)
    return error === null ? null : (
      <Dialog title="Raise the limit" text={error} onClose={onClose} actions={<Close onClose={onClose} />} />
    );
  return <Loaded limit={value.maxListedRequests} onClose={onClose} />;
}

function Close({ onClose }: LimitDialogProps) {
  return (
    <Button kind="line" onClick={onClose}>
      Cancel
    </Button>
  );
}

function Loaded({ limit, onClose }: LimitDialogProps & { readonly limit: number }) {
  const [text, setText] = useState(String(Math.min(MAX_LIMIT, limit * 2)));
  const [failure, setFailure] = useState<string | null>(null);
  const chosen = Number(text.replaceAll(/[,.\s]/g, ''));
  const isValid = Number.isInteger(chosen) && chosen > limit && chosen <= MAX_LIMIT;
  const raise = async (): Promise<void> => {
    if (!isValid) return;
    try {
      await rpc('update_settings', { changes: { maxListedRequests: chosen } });
      say(`The list keeps ${countText(chosen)} requests`);
      onClose();
    } catch (error) {
      setFailure(messageOf(error));
    }
  };
  const wrong = isValid
    ? failure
    : `Give a whole number from ${countText(limit + 1)} to ${countText(MAX_LIMIT)}.`;
  return (
    <Dialog
      title="Raise the limit"
      text={`The list keeps ${countText(limit)} requests, on the disk; beyond it the oldest tenth is dropped. What has been dropped does not come back. Requests that are pinned, coloured or commented stay.`}
      onClose={onClose}
      actions={
        <>
          <Close onClose={onClose} />
          <Button kind="primary" disabled={!isValid} onClick={() => void raise()}>
            Raise limit
          </Button>
        </>
      }
    >
      <form
        className={css['line']}
        onSubmit={(event) => {
          event.preventDefault();
          void raise();
        }}
      >
        <label htmlFor="list-limit">Requests</label>
        <input
          id="list-limit"
          inputMode="numeric"
          autoFocus
          value={text}
          aria-invalid={!isValid}
          onChange={({ target }) => {
            setText(target.value);
            setFailure(null);
          }}
        />
      </form>
      {wrong !== null && (
        <p className={css['error']} role="alert">
          {wrong}
        </p>
      )}
    </Dialog>
  );
}
