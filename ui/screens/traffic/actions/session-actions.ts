// Opens and closes sessions of the traffic list.
import { idRangesOf } from '../../../../src/base/id-ranges.ts';
import { rpc } from '../../../api/client.ts';
import { attempt } from '../../../state/actions.ts';
import { keptSessions } from '../../../state/app.ts';
import { flowTable } from '../../../state/flows.ts';
import { say } from '../../../state/toasts.ts';
import { hiddenSessions, sessionOf, toggleSession } from '../model/sessions.ts';

/** Takes an opened session out of the list, and offers to undo it. Its file stays as it is. */
export async function closeSession(session: string): Promise<void> {
  const ids: number[] = [];
  flowTable.visitWhile(false, (row) => {
    if (sessionOf(row) === session) ids.push(row.id);
    return true;
  });
  await attempt(`${session} cannot be closed`, async () => {
    await rpc('ui.delete_requests', { ids: idRangesOf(ids) });
    if (hiddenSessions.get().has(session)) toggleSession(session);
    say(`Closed ${session}`, () => {
      void attempt(`${session} cannot be opened again`, () => rpc('ui.restore_requests', {}));
    });
  });
}

/** Adds the requests of a session that was kept to the list. */
export async function openKept(name: string): Promise<void> {
  await attempt('The requests cannot be shown', () => rpc('ui.open_kept_session', { name }));
  await keptSessions.load();
}
