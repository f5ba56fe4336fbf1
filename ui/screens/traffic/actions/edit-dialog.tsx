// Edit and replay: a copy of the request, changed and sent. What was typed stays when sending fails.
import { useEffect, useState } from 'react';
import type { FlowDetail, ParamsOf } from '../../../../src/session/methods/ui-types.ts';
import { ApiError, flowDetail, messageOf, rpc } from '../../../api/client.ts';
import { Button, Dialog, Spinner } from '../../../parts/index.ts';
import { isDetailOpen, selectOne } from '../model/selection.ts';
import css from './dialogs.module.css';

interface EditDialogProps {
  readonly id: number;
  readonly onClose: () => void;
}

interface Draft {
  readonly method: string;
  readonly url: string;
  /** One `Name: value` a line. */
  readonly headers: string;
  readonly body: string;
}

export function EditDialog({ id, onClose }: EditDialogProps) {
  const [detail, setDetail] = useState<FlowDetail | null>(null);
  const [draft, setDraft] = useState<Draft | null>(null);
  const [error, setError] = useState<{ readonly text: string; readonly field: string | null } | null>(null);
  const [isSending, setSending] = useState(false);
  useEffect(() => {
    flowDetail(id).then(
      (loaded) => {
        setDetail(loaded);
        setDraft(draftOf(loaded));
      },
      (reason: unknown) => setError({ text: messageOf(reason), field: null }),
    );
  }, [id]);
  const send = async (): Promise<void> => {
    if (draft === null || detail === null) return;
    setSending(true);
    setError(null);
    try {
      const { id: newId } = await rpc('edit_and_replay', { id, ...changes(draft, detail) });
      onClose();
      selectOne(newId);
      isDetailOpen.set(true);
    } catch (reason) {
      setError({ text: messageOf(reason), field: reason instanceof ApiError ? reason.field : null });
      setSending(false);
    }
  };
  const isText = typeof requestOf(detail)?.body === 'string';
  return (
    <Dialog
      title="Edit and replay"
      wide
      onClose={onClose}
      actions={
        <>
          {isSending && <Spinner label="Sending" />}
          <Button kind="line" onClick={onClose}>
            Cancel
          </Button>
          <Button
            kind="primary"
            keys="mod+enter"
            disabled={draft === null || isSending}
            onClick={() => void send()}
          >
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
        <form
          className={css['form']}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) void send();
          }}
          onSubmit={(event) => {
            event.preventDefault();
            void send();
          }}
        >
          <label htmlFor="edit-method">Method</label>
          <input
            id="edit-method"
            className="mono"
            value={draft.method}
            aria-invalid={error?.field === 'method'}
            onChange={({ target }) => setDraft({ ...draft, method: target.value })}
          />
          <label htmlFor="edit-url">URL</label>
          <input
            id="edit-url"
            className="mono"
            value={draft.url}
            autoFocus
            aria-invalid={error?.field === 'url'}
            onChange={({ target }) => setDraft({ ...draft, url: target.value })}
          />
          <label htmlFor="edit-headers">Headers</label>
          <textarea
            id="edit-headers"
            className="mono"
            rows={9}
            spellCheck={false}
            value={draft.headers}
            aria-invalid={error?.field?.startsWith('headers')}
            onChange={({ target }) => setDraft({ ...draft, headers: target.value })}
          />
          <label htmlFor="edit-body">Body</label>
          {isText ? (
            <textarea
              id="edit-body"
              className="mono"
              rows={10}
              spellCheck={false}
              value={draft.body}
              onChange={({ target }) => setDraft({ ...draft, body: target.value })}
            />
          ) : (
            <p className={css['hint']}>The body is binary; it is sent as it was.</p>
          )}
        </form>
      )}
    </Dialog>
  );
}

/** Returns the request as its client sent it, before tools changed it. */
function requestOf(detail: FlowDetail | null) {
  return detail?.originalRequest ?? detail?.request ?? null;
}

function draftOf(detail: FlowDetail): Draft {
  const { headers = [], body = '' } = requestOf(detail) ?? {};
  return {
    method: detail.method,
    url: detail.url,
    headers: headers.map(({ name, value }) => `${name}: ${value}`).join('\n'),
    body: typeof body === 'string' ? body : '',
  };
}

/** Returns only what was changed, so that everything else is sent byte for byte. */
function changes(draft: Draft, detail: FlowDetail): Omit<ParamsOf<'edit_and_replay'>, 'id'> {
  const before = draftOf(detail);
  return {
    ...(draft.method !== before.method && { method: draft.method.trim() }),
    ...(draft.url !== before.url && { url: draft.url.trim() }),
    ...(draft.headers !== before.headers && { headers: headerList(draft.headers) }),
    ...(draft.body !== before.body && { body: draft.body }),
  };
}

function headerList(text: string): { readonly name: string; readonly value: string }[] {
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const colon = line.indexOf(':');
      if (colon < 1) throw new Error(`“${line.slice(0, 60)}” is not a header: write Name: value`);
      return { name: line.slice(0, colon).trim(), value: line.slice(colon + 1).trim() };
    });
}
