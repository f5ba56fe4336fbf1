// Sets the comment of requests.
import { useState } from 'react';
import { flowTable } from '../../../state/flows.ts';
import { Button, Dialog } from '../../../parts/index.ts';
import { count } from '../../../state/actions.ts';
import css from './dialogs.module.css';
import { MAX_COMMENT, setComment } from './request-actions.ts';

interface CommentDialogProps {
  readonly ids: readonly number[];
  readonly onClose: () => void;
}

export function CommentDialog({ ids, onClose }: CommentDialogProps) {
  const [id] = ids;
  const isOne = ids.length === 1;
  const [text, setText] = useState(() => (isOne ? (flowTable.find(id ?? -1)?.comment ?? '') : ''));
  const save = (): void => {
    onClose();
    void setComment(ids, text);
  };
  return (
    <Dialog
      title={isOne ? `Comment of request ${String(id)}` : `Comment of ${count(ids.length, 'request')}`}
      text={
        isOne
          ? 'Kept with the request, exported, and found by filters.'
          : 'Replaces the comments that they have. Kept with the requests, exported, and found by filters.'
      }
      onClose={onClose}
      actions={
        <>
          <Button kind="line" onClick={onClose}>
            Cancel
          </Button>
          <Button kind="primary" keys="mod+enter" onClick={save}>
            Save comment
          </Button>
        </>
      }
    >
      <textarea
        className={css['comment']}
        aria-label="Comment"
        rows={4}
        maxLength={MAX_COMMENT}
        autoFocus
        value={text}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
          event.preventDefault();
          save();
        }}
      />
    </Dialog>
  );
}
