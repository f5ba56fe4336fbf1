// The panel of a synchronization: what the collection would get, with a choice for each request.
import { RefreshCw, TriangleAlert, X } from 'lucide-react';
import { useState } from 'react';
import { Button, Checkbox, IconButton, Note, PaneHead } from '../../../parts/index.ts';
import { count } from '../../../state/actions.ts';
import { save } from '../model/saving.ts';
import { act } from '../model/steps.ts';
import { LineList } from '../parts/line-list.tsx';
import { RequestLabel } from '../parts/request-label.tsx';
import css from './spec.module.css';
import { syncLines, type SyncLine } from './sync-lines.ts';
import { useSyncPreview, type SyncState } from './use-sync.ts';

interface SyncPanelProps {
  readonly tabKey: string;
  readonly id: string;
  readonly name: string;
  /** Null while the text has errors, or is being checked. */
  readonly text: string | null;
  readonly errors: number;
  readonly isUnsaved: boolean;
  readonly onClose: () => void;
}

export function SyncPanel({ tabKey, id, name, text, errors, isUnsaved, onClose }: SyncPanelProps) {
  const { preview, error } = useSyncPreview(id, text);
  const [leftOut, setLeftOut] = useState<ReadonlySet<string>>(new Set());
  const [current, setCurrent] = useState<string | null>(null);
  const changes = preview?.changes ?? [];
  const chosen = changes.filter((each) => !leftOut.has(each.id));
  const flip = (change: string): void =>
    setLeftOut(
      (now) => new Set(now.has(change) ? [...now].filter((each) => each !== change) : [...now, change]),
    );
  const sync = async (): Promise<void> => {
    if (isUnsaved && !(await save(tabKey))) return;
    const params = { spec: id, leaveOut: [...leftOut] };
    await act(`Synchronized ${name}`, [{ method: 'sync_spec', params }]);
  };
  const verb = isUnsaved ? 'Save and sync' : 'Sync';
  return (
    <aside className={css['sync']} aria-label="Sync preview" data-region>
      <PaneHead title="Sync preview" note="what the collection would get">
        <IconButton icon={X} size="small" label="Hide the sync preview" onClick={onClose} />
      </PaneHead>
      <Notes {...{ preview, errors, error }} />
      <LineList
        label="Changes of the collection"
        role="tree"
        lines={syncLines(changes)}
        keyOf={({ key }) => key}
        isHeading={({ type }) => type !== 'change'}
        current={current}
        onCurrent={({ key }) => setCurrent(key)}
        onKey={(event, line) => {
          if (event.key !== ' ' || line?.type !== 'change') return false;
          flip(line.change.id);
          return true;
        }}
      >
        {(line) => <Line line={line} isChosen={!leftOut.has(line.key)} onFlip={flip} />}
      </LineList>
      <p className={css['hint']}>
        Your tests, scripts, auth, examples and requests that the description does not know stay as they are.
      </p>
      <div className={css['syncFoot']}>
        <span>{changes.length === 0 ? '' : `${chosen.length} of ${changes.length} chosen`}</span>
        <Button
          size="small"
          kind="line"
          icon={RefreshCw}
          disabled={errors > 0 || text === null || chosen.length === 0}
          onClick={() => void sync()}
        >
          {chosen.length === 0 ? verb : `${verb} ${chosen.length}`}
        </Button>
      </div>
    </aside>
  );
}

interface NotesProps extends SyncState {
  readonly errors: number;
}

/** Says why nothing can be synchronized, or that nothing has to be. */
function Notes({ preview, errors, error }: NotesProps) {
  return (
    <>
      {errors > 0 && (
        <Note tone="warn" icon={TriangleAlert} title={`Sync waits for ${count(errors, 'error')}`}>
          {preview !== null && 'The preview is of the text before them.'}
        </Note>
      )}
      {error !== null && errors === 0 && (
        <p className={css['failed']} role="alert">
          {error}
        </p>
      )}
      {preview !== null && preview.changes.length === 0 && (
        <p className={css['hint']}>The collection is up to date: nothing would change.</p>
      )}
    </>
  );
}

interface LineProps {
  readonly line: SyncLine;
  readonly isChosen: boolean;
  readonly onFlip: (change: string) => void;
}

function Line({ line, isChosen, onFlip }: LineProps) {
  if (line.type === 'heading')
    return (
      <strong className={css['syncHead']} data-mark={line.mark}>
        {line.mark} {line.text}
      </strong>
    );
  if (line.type === 'difference')
    return (
      <code className={css['difference']} data-mark={line.difference.mark}>
        {line.difference.mark} {line.difference.what}
      </code>
    );
  const { id, method, name, folders, type } = line.change;
  const title = [...folders, name].join(' / ');
  return (
    <>
      <Checkbox label={`${method} ${title}`} isLabelHidden checked={isChosen} onChange={() => onFlip(id)} />
      <span className={css['method']}>
        <RequestLabel type="http" method={method} />
      </span>
      <span className={css['name']} title={title}>
        {title}
      </span>
      {!isChosen && <span className={css['count']}>{type === 'added' ? 'left out' : 'kept'}</span>}
    </>
  );
}
