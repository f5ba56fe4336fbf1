// Offers the requests of a session that ended without being closed, or that the settings keep.
import { History } from 'lucide-react';
import { useState } from 'react';
import { rpc } from '../../../api/client.ts';
import { countText, dateTimeText } from '../../../format/measures.ts';
import { Button, Note, Question } from '../../../parts/index.ts';
import { attempt, count } from '../../../state/actions.ts';
import { keptSessions } from '../../../state/app.ts';
import { saveKept } from '../actions/export.ts';
import { openKept } from '../actions/session-actions.ts';
import { useResource } from '../../../state/resource.ts';

export function KeptSessions() {
  const { value } = useResource(keptSessions);
  const [isAsking, setAsking] = useState(false);
  // Those that can be shown come before those that are damaged.
  const session = value?.findLast(({ requests, isOpened }) => requests > 0 && !isOpened) ?? value?.at(-1);
  if (session === undefined) return null;
  const { name, path, requests, lastAt, damage, isOpened } = session;
  const what = requests === 0 ? 'a session that cannot be read' : count(requests, 'request');
  const others = (value?.length ?? 1) - 1;
  const remove = (): Promise<void> =>
    change('The requests cannot be deleted', () => rpc('ui.delete_kept_session', { name }));
  return (
    <Note
      tone="warn"
      icon={History}
      title={
        requests === 0
          ? 'A session of before cannot be read'
          : `${what} of the session before ${requests === 1 ? 'is' : 'are'} kept`
      }
      actions={
        <>
          {requests > 0 && !isOpened && (
            <Button kind="line" size="small" onClick={() => void openKept(name)}>
              Show them
            </Button>
          )}
          {requests > 0 && !isOpened && (
            <Button size="small" onClick={() => void saveKept(session)}>
              Save as file…
            </Button>
          )}
          <Button kind="danger" size="small" onClick={() => setAsking(true)}>
            Delete…
          </Button>
        </>
      }
    >
      {lastAt !== null && `The last one began ${dateTimeText(lastAt)}. `}
      {damage === null
        ? 'Never saved, kept until you decide.'
        : `${damageText(requests, isOpened, damage)} Its file is ${path}.`}
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

function damageText(requests: number, isOpened: boolean, damage: string): string {
  if (requests === 0) return `The reason: ${damage}.`;
  if (isOpened) return `Those that can be read are in the list; ${damage}.`;
  return `Some of it is damaged (${damage}): those that can be read are shown.`;
}

async function change(what: string, work: () => Promise<unknown>): Promise<void> {
  await attempt(what, work);
  await keptSessions.load();
}
