// The line above the first row of a session: what it is, what it lacks, and what can be done about that.
import { HardDriveDownload } from 'lucide-react';
import { memo } from 'react';
import { openRecording } from '../../../controls/record-to-files.tsx';
import { clockText, countText, dayText } from '../../../format/measures.ts';
import { Button } from '../../../parts/index.ts';
import { count } from '../../../state/actions.ts';
import { settings } from '../../../state/app.ts';
import { flowList } from '../../../state/flows.ts';
import { isViewer } from '../../../state/mode.ts';
import { useResource } from '../../../state/resource.ts';
import { useSelected, useStore } from '../../../state/store.ts';
import { dialog } from '../actions/dialogs.ts';
import { closeSession } from '../actions/session-actions.ts';
import { sessionTitle, THIS_SESSION } from '../model/sessions.ts';
import { sourceCounts, type SessionCount } from '../model/source-counts.ts';
import { SessionMark } from '../sources/session-mark.tsx';
import css from './session-line.module.css';

interface SessionLineProps {
  readonly id: string;
  readonly session: string;
  readonly index: number;
  /** The distance from the first line in pixels. */
  readonly top: number;
  /** The number of columns. */
  readonly span: number;
}

export const SessionLine = memo(function SessionLine({ id, session, index, top, span }: SessionLineProps) {
  const facts = useStore(sourceCounts).sessions.find((each) => each.session === session);
  return (
    <div
      role="row"
      id={id}
      aria-rowindex={index + 2}
      className={css['line']}
      style={{ transform: `translateY(${top}px)` }}
    >
      <div role="gridcell" aria-colspan={span} className={css['cell']}>
        <SessionMark session={session} />
        <b>{sessionTitle(session)}</b>
        {facts !== undefined && (session === THIS_SESSION ? <Captured {...facts} /> : <Opened {...facts} />)}
      </div>
    </div>
  );
});

function Opened({ session, count: requests, firstAt, lastAt }: SessionCount) {
  return (
    <>
      <span className={css['quiet']}>
        {count(requests, 'request')}
        {firstAt !== null &&
          ` of ${dayText(firstAt)}, ${clockText(firstAt)} to ${clockText(lastAt ?? firstAt)}`}
        . Read only, not in the limit
      </span>
      <span className={css['gap']} />
      {!isViewer && (
        <Button size="small" tabIndex={-1} onClick={() => void closeSession(session)}>
          Close
        </Button>
      )}
    </>
  );
}

function Captured({ firstAt, droppableAt, pinned, colored, commented }: SessionCount) {
  const dropped = useSelected(flowList, (list) => list.dropped);
  const { value } = useResource(settings);
  const stay = [
    pinned > 0 && `${countText(pinned)} pinned`,
    colored > 0 && `${countText(colored)} coloured`,
    commented > 0 && `${countText(commented)} commented`,
  ].filter((text) => text !== false);
  if (dropped === 0)
    return <span className={css['quiet']}>{firstAt === null ? '' : `since ${clockText(firstAt)}`}</span>;
  return (
    <>
      {value !== null && (
        <span className={css['quiet']}>list limit {countText(value.maxListedRequests)} reached</span>
      )}
      <span className={css['dropped']}>
        {countText(dropped)} oldest dropped{droppableAt !== null && `, to ${clockText(droppableAt)}`}
      </span>
      {stay.length > 0 && (
        <span className={css['quiet']}>
          {stay.join(', ')} {pinned + colored + commented === 1 ? 'stays' : 'stay'}
        </span>
      )}
      <span className={css['gap']} />
      <Button size="small" tabIndex={-1} onClick={() => dialog.set({ type: 'limit' })}>
        Raise limit…
      </Button>
      {value !== null && value.autosave.folder === null && (
        <Button size="small" icon={HardDriveDownload} tabIndex={-1} onClick={openRecording}>
          Record to files…
        </Button>
      )}
    </>
  );
}
