// The changed files, each in the commit or not. By keyboard: arrows, space, Enter opens, Delete discards.
import { Braces, Database, File, FileCode2, Folder, Play, type LucideIcon } from 'lucide-react';
import { useState, type KeyboardEvent } from 'react';
import { Button, classes, SectionHead } from '../../../parts/index.ts';
import { scrollTopFor, useVisibleLines } from '../../../parts/visible-lines.ts';
import { placed } from '../model/steps.ts';
import { openTab } from '../model/tabs.ts';
import { objectKey } from '../model/workspace.ts';
import { RequestLabel } from '../parts/request-label.tsx';
import type { ChangedFile } from './git-status.ts';
import css from './git.module.css';

const HEIGHTS = { row: 44, head: 0 } as const;

const ICONS: Readonly<Record<string, LucideIcon>> = {
  folder: Folder,
  collection: Folder,
  environment: Braces,
  globals: Braces,
  dataset: Database,
  run: Play,
  spec: FileCode2,
};

interface ChangeListProps {
  readonly files: readonly ChangedFile[];
  readonly leftOut: ReadonlySet<string>;
  readonly current: ChangedFile | null;
  readonly onLeaveOut: (paths: ReadonlySet<string>) => void;
  readonly onSelect: (path: string) => void;
  readonly onDiscard: (file: ChangedFile) => void;
}

export function ChangeList({ files, leftOut, current, onLeaveOut, onSelect, onDiscard }: ChangeListProps) {
  const [box, setBox] = useState<HTMLElement | null>(null);
  const lines = useVisibleLines(files.length, box, HEIGHTS);
  const at = files.findIndex((file) => file === current);
  const chosen = files.filter(({ path }) => !leftOut.has(path)).length;
  const toggle = ({ path }: ChangedFile): void => {
    const next = new Set(leftOut);
    if (!next.delete(path)) next.add(path);
    onLeaveOut(next);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey || current === null) return;
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: files.length - 1 }[event.key];
    const next = to === undefined ? undefined : files[Math.max(0, Math.min(files.length - 1, to))];
    if (next !== undefined) {
      onSelect(next.path);
      if (box !== null) box.scrollTop = scrollTopFor(files.indexOf(next), files.length, box, HEIGHTS);
    } else if (event.key === ' ') toggle(current);
    else if (event.key === 'Enter') openFile(current);
    else if (event.key === 'Delete' && current.object !== null) onDiscard(current);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <>
      <SectionHead title="In the commit" note={`${chosen} of ${files.length}`}>
        <AllOrNone {...{ files, chosen, onLeaveOut }} />
      </SectionHead>
      <div
        className={css['list']}
        ref={setBox}
        role="listbox"
        tabIndex={0}
        aria-label="Changed files, space takes one into the commit or out of it"
        aria-activedescendant={current === null ? undefined : rowId(current)}
        onKeyDown={onKeyDown}
      >
        <div className={css['lines']} role="presentation" style={{ height: lines.height }}>
          {files.slice(lines.first, lines.end).map((file, index) => (
            <Row
              key={file.path}
              file={file}
              top={lines.topOf(lines.first + index)}
              position={lines.first + index + 1}
              count={files.length}
              isCurrent={file === current}
              isIn={!leftOut.has(file.path)}
              onSelect={() => onSelect(file.path)}
              onToggle={() => toggle(file)}
            />
          ))}
        </div>
      </div>
    </>
  );
}

interface AllOrNoneProps extends Pick<ChangeListProps, 'files' | 'onLeaveOut'> {
  /** The number of files in the commit. */
  readonly chosen: number;
}

function AllOrNone({ files, chosen, onLeaveOut }: AllOrNoneProps) {
  const isAll = chosen === files.length;
  return (
    <Button size="small" onClick={() => onLeaveOut(new Set(isAll ? files.map(({ path }) => path) : []))}>
      {isAll ? 'None' : 'All'}
    </Button>
  );
}

interface RowProps {
  readonly file: ChangedFile;
  readonly top: number;
  readonly position: number;
  readonly count: number;
  readonly isCurrent: boolean;
  /** True when it is in the commit. */
  readonly isIn: boolean;
  readonly onSelect: () => void;
  readonly onToggle: () => void;
}

function Row({ file, top, position, count, isCurrent, isIn, onSelect, onToggle }: RowProps) {
  return (
    <div
      id={rowId(file)}
      className={css['row']}
      style={{ translate: `0 ${top}px` }}
      role="option"
      aria-selected={isCurrent}
      aria-checked={isIn}
      aria-posinset={position}
      aria-setsize={count}
      onClick={onSelect}
      onDoubleClick={() => openFile(file)}
    >
      <span className={css['box']} data-on={isIn} aria-hidden onClick={onToggle}>
        {isIn ? '✓' : ''}
      </span>
      <span className={css['letter']} data-letter={file.letter}>
        {file.letter}
      </span>
      <FileName file={file} />
    </div>
  );
}

function FileName({ file: { path, object } }: { readonly file: ChangedFile }) {
  if (object === null)
    return (
      <span className={css['name']}>
        <span>
          <File aria-hidden />
          {path}
        </span>
        <small>not an object of the workspace</small>
      </span>
    );
  const { kind, id, name } = object;
  const found = kind === 'request' ? placed(objectKey(kind, id)) : null;
  const Icon = ICONS[kind] ?? File;
  return (
    <span className={css['name']}>
      <span>
        {found === null ? (
          <Icon aria-hidden />
        ) : (
          <RequestLabel type={found.object.type} method={found.object.method} />
        )}
        {name}
      </span>
      <small className={classes(object.change === 'conflict' && css['conflict'])}>{summaryOf(object)}</small>
    </span>
  );
}

const CHANGES = {
  added: 'new',
  changed: '',
  removed: 'deleted',
  moved: 'moved',
  conflict: 'a merge was not decided',
  unreadable: 'the file cannot be read',
} as const;

function summaryOf({ change, summary, kind, from }: NonNullable<ChangedFile['object']>): string {
  const what = change === 'added' ? `new ${kind}` : CHANGES[change];
  const moved = change === 'moved' && from !== null ? `moved from ${from}` : what;
  return [moved, summary].filter((part) => part !== '').join(', ');
}

/** Opens the object of a file in its tab. */
export function openFile({ object }: ChangedFile): void {
  if (object === null || object.kind === 'workspace' || object.change === 'removed') return;
  openTab(objectKey(object.kind, object.id));
}

function rowId({ path }: ChangedFile): string {
  return `git-change-${path}`;
}
