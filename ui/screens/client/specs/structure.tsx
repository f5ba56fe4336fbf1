// The parts of a description beside its text: a part leads to its line, an operation can be tried.
import { ChevronDown, ChevronRight, CircleX, Play, TriangleAlert } from 'lucide-react';
import { useMemo, useState } from 'react';
import { IconButton, PaneHead, TextField } from '../../../parts/index.ts';
import { LineList } from '../parts/line-list.tsx';
import { RequestLabel } from '../parts/request-label.tsx';
import { outlineLines, type OutlineLine } from './outline-lines.ts';
import css from './spec.module.css';
import type { Lint } from './use-lint.ts';

interface StructureProps {
  /** True where it lies over the text. */
  readonly isDrawer: boolean;
  readonly lint: Lint;
  readonly onGo: (line: number) => void;
  /** Opens a request of an operation. */
  readonly onTry: (operation: string) => void;
  /** Called with the operation at the cursor; null for another part. */
  readonly onOperation: (operation: string | null) => void;
}

export function Structure({ isDrawer, lint, onGo, onTry, onOperation }: StructureProps) {
  const [query, setQuery] = useState('');
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const [current, setCurrent] = useState<string | null>(null);
  const { outline, problems } = lint;
  const lines = useMemo(() => outlineLines(outline, open, problems, query), [outline, open, problems, query]);
  const flip = (title: string, isOpen: boolean): void =>
    setOpen((now) => new Set(isOpen ? [...now, title] : [...now].filter((each) => each !== title)));
  const choose = (line: OutlineLine): void => {
    setCurrent(line.key);
    onOperation(line.item !== null && line.item.operation !== '' ? line.item.operation : null);
  };
  const activate = ({ group, item, isOpen }: OutlineLine): void => {
    if (item === null && isOpen !== null) flip(group.title, !isOpen);
    else onGo((item ?? group).line);
  };
  return (
    <aside className={css['structure']} aria-label="Structure" data-drawer={isDrawer} data-region>
      <PaneHead title="Structure" />
      <div className={css['find']}>
        <TextField aria-label="Find a part" placeholder="Find a part" value={query} onChange={setQuery} />
      </div>
      {lines.length === 0 ? (
        <p className={css['hint']}>
          {lint.outline.length === 0
            ? lint.isStale && lint.error === null
              ? 'The parts appear once the text has been read.'
              : 'No part can be told from the text.'
            : `No part has “${query}”.`}
        </p>
      ) : (
        <LineList
          label="Structure"
          role="tree"
          lines={lines}
          keyOf={({ key }) => key}
          depthOf={({ item }) => (item === null ? 0 : 1)}
          isOpen={({ isOpen }) => isOpen}
          current={current}
          onCurrent={choose}
          onActivate={activate}
          onKey={(event, line) => {
            if (line?.isOpen !== true && line?.isOpen !== false) return false;
            if (event.key === 'ArrowRight' && !line.isOpen) flip(line.group.title, true);
            else if (event.key === 'ArrowLeft' && line.isOpen) flip(line.group.title, false);
            else return false;
            return true;
          }}
        >
          {(line) => <Part line={line} onFlip={flip} onGo={onGo} onTry={onTry} />}
        </LineList>
      )}
    </aside>
  );
}

interface PartProps {
  readonly line: OutlineLine;
  readonly onFlip: (title: string, isOpen: boolean) => void;
  readonly onGo: (line: number) => void;
  readonly onTry: (operation: string) => void;
}

function Part({ line: { group, item, isOpen, mark }, onFlip, onGo, onTry }: PartProps) {
  if (item === null)
    return (
      <span
        className={css['group']}
        onClick={() => (isOpen === null ? onGo(group.line) : onFlip(group.title, !isOpen))}
      >
        <span className={css['fold']} aria-hidden>
          {isOpen === true && <ChevronDown />}
          {isOpen === false && <ChevronRight />}
        </span>
        <span className={css['name']}>{group.title}</span>
        {isOpen === true ? null : <Mark mark={mark} />}
        {group.items.length > 0 && <span className={css['count']}>{group.items.length}</span>}
      </span>
    );
  return (
    <span className={css['part']} title={item.name} onClick={() => onGo(item.line)}>
      {item.method !== '' && (
        <span className={css['method']}>
          <RequestLabel type="http" method={item.method} />
        </span>
      )}
      <span className={css['name']} data-code={item.method !== ''}>
        {item.name}
      </span>
      <Mark mark={mark} />
      {item.operation !== '' && (
        <IconButton
          icon={Play}
          size="small"
          tabIndex={-1}
          className={css['try']}
          label={`Try ${item.operation}`}
          onClick={(event) => {
            event.stopPropagation();
            onTry(item.operation);
          }}
        />
      )}
    </span>
  );
}

/** The worst problem of a part. */
export function Mark({ mark }: { readonly mark: 'error' | 'warning' | null }) {
  if (mark === null) return null;
  const Icon = mark === 'error' ? CircleX : TriangleAlert;
  return (
    <span className={css['mark']} data-severity={mark}>
      <Icon role="img" aria-label={mark === 'error' ? 'Error' : 'Warning'} />
    </span>
  );
}
