// The sessions of the list as sources: shown and hidden with a checkbox, each with its letter. A session that was kept on
// the disk is there before it is opened.
import { Check, Plus, X } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import type { ResultOf } from '../../../../src/session/methods/ui-types.ts';
import { countText } from '../../../format/measures.ts';
import { IconButton } from '../../../parts/index.ts';
import { keptSessions } from '../../../state/app.ts';
import { isViewer } from '../../../state/mode.ts';
import { useResource } from '../../../state/resource.ts';
import { useStore } from '../../../state/store.ts';
import { chooseFiles } from '../actions/screen-actions.ts';
import { closeSession, openKept } from '../actions/session-actions.ts';
import { hiddenSessions, sessionTitle, THIS_SESSION, toggleSession } from '../model/sessions.ts';
import type { SessionCount } from '../model/source-counts.ts';
import { SessionMark } from './session-mark.tsx';
import sources from './sources.module.css';
import css from './sessions.module.css';

export function Sessions({ sessions }: { readonly sessions: readonly SessionCount[] }) {
  const { value } = useResource(keptSessions);
  const kept = value?.filter(({ requests, isOpened }) => requests > 0 && !isOpened);
  const hidden = useStore(hiddenSessions);
  if (sessions.length + (kept?.length ?? 0) < 2) return null;
  return (
    <>
      <div className={sources['group']}>
        Sessions
        {!isViewer && (
          <IconButton icon={Plus} label="Open a session" keys="mod+o" size="small" onClick={chooseFiles} />
        )}
      </div>
      <div role="tree" aria-label="Sessions">
        {sessions.map(({ session, count }) => (
          <SessionItem
            key={session}
            session={session}
            count={count}
            isShown={!hidden.has(session)}
            isSaved
            onToggle={() => toggleSession(session)}
            {...(session !== THIS_SESSION && !isViewer && { onClose: () => void closeSession(session) })}
          />
        ))}
        {(kept ?? []).map((each) => (
          <SessionItem
            key={each.name}
            session={keptName(each)}
            count={each.requests}
            isShown={false}
            isSaved={false}
            onToggle={() => void openKept(each.name)}
          />
        ))}
      </div>
    </>
  );
}

/** Returns the name that a kept session has once it is opened. */
function keptName({ lastAt }: ResultOf<'ui.kept_sessions'>[number]): string {
  return `session of ${lastAt?.slice(0, 16).replace('T', ' ') ?? 'before'}`;
}

interface SessionItemProps {
  readonly session: string;
  readonly count: number;
  readonly isShown: boolean;
  readonly isSaved: boolean;
  readonly onToggle: () => void;
  /** Present for a session that can be closed, with Delete or with the cross that replaces the count. */
  readonly onClose?: () => void;
}

function SessionItem({ session, count, isShown, isSaved, onToggle, onClose }: SessionItemProps) {
  const title = sessionTitle(session);
  return (
    <div
      role="treeitem"
      className={sources['item']}
      aria-level={1}
      aria-checked={isShown}
      tabIndex={0}
      title={title}
      onClick={onToggle}
      onKeyDown={(event) => onKey(event, onToggle, onClose)}
    >
      <span className={css['box']} data-on={isShown} aria-hidden>
        {isShown && <Check />}
      </span>
      <SessionMark session={session} />
      <span className={sources['label']}>{title}</span>
      <span className={sources['count']}>{countText(count)}</span>
      {!isSaved && <span className={css['unsaved']} role="img" aria-label="Not saved" title="Not saved" />}
      {onClose !== undefined && (
        <span
          className={sources['action']}
          aria-hidden
          title={`Close ${title}`}
          onClick={(event) => {
            event.stopPropagation();
            onClose();
          }}
        >
          <X />
        </span>
      )}
    </div>
  );
}

function onKey(event: KeyboardEvent, onToggle: () => void, onClose?: () => void): void {
  if (event.key === 'Enter' || event.key === ' ') onToggle();
  else if (event.key === 'Delete' && onClose !== undefined) onClose();
  else return;
  event.preventDefault();
  event.stopPropagation();
}
