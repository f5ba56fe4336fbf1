// Edit and replay: sends a changed copy of the request. What was typed stays until it is sent or reset.
import { useEffect, useState, type ChangeEvent } from 'react';
import type { FlowDetail } from '../../../../src/session/methods/ui-types.ts';
import { isSameJson } from '../../../../src/base/same-json.ts';
import { ApiError, flowDetail, messageOf, rpc } from '../../../api/client.ts';
import { drafts, draftOver, dropDraft, editDraft, type Draft as StoredDraft } from '../../../state/drafts.ts';
import { useStore } from '../../../state/store.ts';
import { Button, Dialog, Spinner } from '../../../parts/index.ts';
import { isDetailOpen, selectOne } from '../model/selection.ts';
import css from './dialogs.module.css';
import { changesOf, draftOf, requestOf, type Draft } from './edited-request.ts';

interface EditDialogProps {
  readonly id: number;
  readonly onClose: () => void;
}

export function EditDialog({ id, onClose }: EditDialogProps) {
  const { draft, setDraft, isEdited, reset, isText, error, isSending, send } = useEdit(id, onClose);
  return (
    <Dialog
      title="Edit and replay"
      wide
      onClose={onClose}
      actions={
        <>
          {isSending && <Spinner label="Sending" />}
          {isEdited && <Button onClick={reset}>Reset edits</Button>}
          <Button kind="line" onClick={onClose}>
            Cancel
          </Button>
          <Button kind="primary" keys="mod+enter" disabled={draft === null || isSending} onClick={send}>
            Send
          </Button>
        </>
      }
    >
      {error !== null && (
        <p className={css['error']} role="alert">
          {error.text}
        </p>
      )}
      {draft !== null && (
        <EditForm
          {...{ draft, isText }}
          wrong={error?.field ?? null}
          onChange={(part) => setDraft({ ...draft, ...part })}
          onSend={send}
        />
      )}
    </Dialog>
  );
}

/** Loads the request, and sends the edited copy, which is then selected in the list. */
function useEdit(id: number, onSent: () => void) {
  const [detail, setDetail] = useState<FlowDetail | null>(null);
  const name = `replay/${id}`;
  const stored = useStore(drafts)[name];
  const [error, setError] = useState<{ readonly text: string; readonly field: string | null } | null>(null);
  const [isSending, setSending] = useState(false);
  useEffect(() => {
    flowDetail(id).then(
      (loaded) => {
        setDetail(loaded);
        // After a restart of the app, another request may have the id.
        if (!isOf(drafts.get()[name], draftOf(loaded))) dropDraft(name);
      },
      (reason: unknown) => setError({ text: messageOf(reason), field: null }),
    );
  }, [id, name]);
  const draft =
    detail === null ? null : (draftOver(stored, { ...draftOf(detail) }).typed as unknown as Draft);
  const setDraft = (typed: Draft): void => {
    if (detail !== null) editDraft(name, { ...draftOf(detail) }, { ...typed });
  };
  const send = async (): Promise<void> => {
    if (draft === null || detail === null) return;
    setSending(true);
    setError(null);
    try {
      const { id: newId } = await rpc('edit_and_replay', { id, ...changesOf(draft, detail) });
      dropDraft(name);
      onSent();
      selectOne(newId);
      isDetailOpen.set(true);
    } catch (reason) {
      setError({ text: messageOf(reason), field: reason instanceof ApiError ? reason.field : null });
      setSending(false);
    }
  };
  const isText = typeof requestOf(detail)?.body === 'string';
  return {
    draft,
    setDraft,
    isEdited: stored !== undefined,
    reset: () => dropDraft(name),
    isText,
    error,
    isSending,
    send: () => void send(),
  };
}

function isOf(draft: StoredDraft | undefined, request: Draft): boolean {
  return draft === undefined || isSameJson(draft.base, request);
}

interface EditFormProps {
  readonly draft: Draft;
  readonly isText: boolean;
  /** The field that the app rejected, such as `headers.0.name`. */
  readonly wrong: string | null;
  readonly onChange: (part: Partial<Draft>) => void;
  readonly onSend: () => void;
}

function EditForm({ draft, isText, wrong, onChange, onSend }: EditFormProps) {
  const field = (name: keyof Draft) => ({
    id: `edit-${name}`,
    className: 'mono',
    value: draft[name],
    onChange: ({ target }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
      onChange({ [name]: target.value }),
  });
  return (
    <form
      className={css['form']}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) onSend();
      }}
      onSubmit={(event) => {
        event.preventDefault();
        onSend();
      }}
    >
      <label htmlFor="edit-method">Method</label>
      <input {...field('method')} aria-invalid={wrong === 'method'} />
      <label htmlFor="edit-url">URL</label>
      <input {...field('url')} autoFocus aria-invalid={wrong === 'url'} />
      <label htmlFor="edit-headers">Headers</label>
      <textarea
        {...field('headers')}
        rows={9}
        spellCheck={false}
        aria-invalid={wrong?.startsWith('headers')}
      />
      <label htmlFor="edit-body">Body</label>
      {isText ? (
        <textarea {...field('body')} rows={10} spellCheck={false} />
      ) : (
        <p className={css['hint']}>The body is binary; it is sent as it was.</p>
      )}
    </form>
  );
}
