// A request as it was sent: what has changed in it since, opened as one that is not saved, or written back.
import { CornerDownLeft, Undo2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { ResultOf } from '../../../../src/session/methods/ui-types.ts';
import { isSameJson } from '../../../../src/base/same-json.ts';
import { messageOf, rpc } from '../../../api/client.ts';
import { Button, SectionHead } from '../../../parts/index.ts';
import { startText } from '../../../format/measures.ts';
import { count } from '../../../state/actions.ts';
import { say } from '../../../state/toasts.ts';
import { FieldTable } from '../differences/field-table.tsx';
import { editObject, openObject, reloadObject } from '../model/objects.ts';
import { newRequest } from '../model/steps.ts';
import { openTab } from '../model/tabs.ts';
import { objectKey } from '../model/workspace.ts';
import css from './pages.module.css';
import type { Entry } from './use-history.ts';

type Sent = ResultOf<'client.sent_request'>;

export function SentRequest({ entry }: { readonly entry: Entry }) {
  const { sent, error } = useSent(entry.id);
  if (error !== null) return <p className={css['failed']}>{error}</p>;
  if (sent === null) return null;
  const { request, differences } = sent;
  if (request === null)
    return <p className={css['empty']}>The request as it was sent is not kept any more.</p>;
  const changes = differences ?? [];
  return (
    <section aria-label="The request as it was sent">
      <SectionHead
        title="Changes since"
        note={
          differences === null
            ? 'the request is not there any more'
            : changes.length === 0
              ? 'none: the request is as it was sent'
              : count(changes.length, 'field')
        }
      >
        <Button size="small" icon={CornerDownLeft} onClick={() => newRequest(request)}>
          Open as sent
        </Button>
        {changes.length > 0 && entry.request !== null && (
          <Button size="small" icon={Undo2} onClick={() => void restore(entry, request)}>
            Restore
          </Button>
        )}
      </SectionHead>
      {changes.length > 0 && (
        <FieldTable differences={changes} before={startText(new Date(entry.time).toISOString())} />
      )}
    </section>
  );
}

/** Writes the fields into the draft of the request. */
async function restore({ request: id, name }: Entry, fields: NonNullable<Sent['request']>): Promise<void> {
  if (id === null) return;
  const key = objectKey('request', id);
  openTab(key);
  await reloadObject(key);
  const { value } = openObject(key);
  const changed = Object.entries(fields).filter(([field, each]) => !isSameJson(value[field], each));
  editObject(key, Object.fromEntries(changed));
  say(`${name} is as it was sent, not saved`);
}

function useSent(id: string): { readonly sent: Sent | null; readonly error: string | null } {
  const [sent, setSent] = useState<Sent | null>(null);
  const [error, setError] = useState<string | null>(null);
  useEffect(() => {
    const ended = new AbortController();
    rpc('client.sent_request', { id }, ended.signal).then(setSent, (reason: unknown) => {
      if (!ended.signal.aborted) setError(messageOf(reason));
    });
    return () => ended.abort();
  }, [id]);
  return { sent, error };
}
