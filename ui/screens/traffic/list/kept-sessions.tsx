// Offers the requests of a session that ended without being closed, or that the settings keep.
import { History } from 'lucide-react';
import { useState } from 'react';
import { rpc } from '../../../api/client.ts';
import { countText, dateTimeText } from '../../../format/measures.ts';
import { Button, Note, Question } from '../../../parts/index.ts';
import { attempt, count } from '../../../state/actions.ts';
import { keptSessions } from '../../../state/app.ts';
import { openKept } from '../actions/session-actions.ts';
import { useResource } from '../../../state/resource.ts';

export function KeptSessions() {
  const { value } = useResource(keptSessions);
  const [isAsking, setAsking] = useState(false);
  const newest = value?.at(-1);
  if (newest === undefined) return null;
  const { name, requests, lastAt } = newest;
  const what = count(requests, 'request');
  const others = (value?.length ?? 1) - 1;
  const remove = (): Promise<void> =>
    change('The requests cannot be deleted', () => rpc('ui.delete_kept_session', { name }));
  return (
    <Note
      tone="warn"
      icon={History}
      title={`${what} of the session before ${requests === 1 ? 'is' : 'are'} kept`}
      actions={
        <>
          <Button kind="line" size="small" onClick={() => void openKept(name)}>
            Show them
          </Button>
          <Button kind="danger" size="small" onClick={() => setAsking(true)}>
            Delete…
          </Button>
        </>
      }
    >
      The last one began {dateTimeText(lastAt)}. Never saved, kept until you decide.
      {others > 0 && ` ${countText(others)} more after ${others === 1 ? 'it' : 'them'}.`}
      {isAsking && (
        <Question
          title={`Delete ${what}?`}
          text="They are removed from the disk. This cannot be undone."
          action={`Delete ${what}`}
          onConfirm={() => void remove()}
          onClose={() => setAsking(false)}
        />
      )}
    </Note>
  );
}

async function change(what: string, work: () => Promise<unknown>): Promise<void> {
  await attempt(what, work);
  await keptSessions.load();
}
