// The requests of a collection in the order of the run, each on or off. By keyboard: arrows, space, Alt with arrows.
import { Folder, GripVertical } from 'lucide-react';
import { useState, type KeyboardEvent } from 'react';
import type { ResultOf } from '../../../../src/session/methods/ui-types.ts';
import { Button, classes, SectionHead } from '../../../parts/index.ts';
import table from '../../../parts/table.module.css';
import { scrollTopFor, useVisibleLines } from '../../../parts/visible-lines.ts';
import { openTab } from '../model/tabs.ts';
import { objectKey, type TreeObject } from '../model/workspace.ts';
import { RequestLabel } from '../parts/request-label.tsx';
import {
  choiceOf,
  choiceRows,
  movedBy,
  selectionFor,
  switched,
  type ChoiceItem,
  type ChoiceRow,
} from './selection.ts';
import type { TabSetup } from './setup.ts';
import css from './runs.module.css';

const HEIGHTS = { row: 26, head: 0 } as const;

/** The order of the list by tab, in which what is off keeps its place. */
const shownOrder = new Map<string, readonly string[]>();

interface RequestChoiceProps {
  readonly given: TabSetup;
  readonly collection: TreeObject;
  readonly last: ResultOf<'client.last_run'> | null;
}

export function RequestChoice({ given, collection, last }: RequestChoiceProps) {
  const { setup, change, tab } = given;
  const items = choiceOf(collection, setup, shownOrder.get(tab));
  const set = (next: readonly ChoiceItem[]): void => {
    shownOrder.set(
      tab,
      next.map(({ id }) => id),
    );
    change(selectionFor(collection, next));
  };
  const every = new Set(items.map(({ id }) => id));
  const failed = new Set((last?.failed ?? []).flatMap(({ requests }) => requests));
  return (
    <section className={css['choice']} aria-label="Requests of the run">
      <SectionHead
        title="Requests"
        note={setup.isOrdered ? 'in this order' : 'in the order of the collection'}
      >
        {setup.isOrdered && (
          <Button
            size="small"
            onClick={() => {
              shownOrder.delete(tab);
              change({ only: [], isOrdered: false });
            }}
          >
            Order of the collection
          </Button>
        )}
        <Button size="small" onClick={() => set(switched(items, every, true))}>
          All
        </Button>
        <Button size="small" onClick={() => set(switched(items, every, false))}>
          None
        </Button>
        {failed.size > 0 && (
          <Button
            size="small"
            onClick={() => set(items.map((item) => ({ ...item, isOn: failed.has(item.id) })))}
          >
            Failed last time {failed.size}
          </Button>
        )}
      </SectionHead>
      {items.length === 0 ? (
        <p className={css['empty']}>The collection has no requests yet.</p>
      ) : (
        <ChoiceList items={items} onChange={set} />
      )}
      {setup.isOrdered && (
        <p className={css['foot']}>
          The order here is for this run. <code>setNextRequest</code> in scripts may leave it.
        </p>
      )}
    </section>
  );
}

interface ChoiceListProps {
  readonly items: readonly ChoiceItem[];
  readonly onChange: (items: readonly ChoiceItem[]) => void;
}

function ChoiceList({ items, onChange }: ChoiceListProps) {
  const rows = choiceRows(items);
  const [box, setBox] = useState<HTMLElement | null>(null);
  const [cursor, setCursor] = useState<string | null>(null);
  const [dragged, setDragged] = useState<string | null>(null);
  const [target, setTarget] = useState<string | null>(null);
  const lines = useVisibleLines(rows.length, box, HEIGHTS);
  const at = Math.max(
    0,
    rows.findIndex(({ key }) => key === cursor),
  );
  const current = rows[at];
  const go = (to: number): void => {
    const row = rows[Math.max(0, Math.min(rows.length - 1, to))];
    if (row === undefined) return;
    setCursor(row.key);
    if (box !== null) box.scrollTop = scrollTopFor(rows.indexOf(row), rows.length, box, HEIGHTS);
  };
  const toggle = (row: ChoiceRow): void => {
    const own = row.type === 'folder' ? row.items : [row.item];
    onChange(
      switched(
        items,
        new Set(own.map(({ id }) => id)),
        own.some(({ isOn }) => !isOn),
      ),
    );
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (current === undefined || event.ctrlKey || event.metaKey) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && event.altKey) {
      if (current.type === 'request') onChange(movedBy(items, current.item.id, step));
    } else if (step !== undefined) go(at + step);
    else if (event.key === 'Home') go(0);
    else if (event.key === 'End') go(rows.length - 1);
    else if (event.key === ' ') toggle(current);
    else if (event.key === 'Enter' && current.type === 'request')
      openTab(objectKey('request', current.item.id));
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const dropOn = (id: string): void => {
    const [from, to] = [dragged, id].map((each) => items.findIndex((item) => item.id === each));
    setTarget(null);
    setDragged(null);
    if (dragged === null || from === undefined || to === undefined || from === to) return;
    // A request that goes down lands behind the one that it is dropped on.
    onChange(movedBy(items, dragged, to - from));
  };
  return (
    <div
      className={css['scroll']}
      ref={setBox}
      role="listbox"
      aria-multiselectable
      aria-label="Requests, space switches one on or off"
      tabIndex={0}
      aria-activedescendant={
        current !== undefined && at >= lines.first && at < lines.end ? rowId(current.key) : undefined
      }
      onKeyDown={onKeyDown}
    >
      <div className={css['lines']} role="presentation" style={{ height: lines.height }}>
        {rows.slice(lines.first, lines.end).map((row, index) => (
          <div
            key={row.key}
            id={rowId(row.key)}
            className={classes(table['row'], css['choiceRow'])}
            style={{ translate: `0 ${lines.topOf(lines.first + index)}px` }}
            role="option"
            aria-selected={row === current}
            aria-checked={isOn(row)}
            aria-posinset={lines.first + index + 1}
            aria-setsize={rows.length}
            data-inner={row.type === 'request' && row.item.folderId !== null}
            data-dim={row.type === 'request' && !row.item.isOn}
            data-target={row.key === target}
            draggable={row.type === 'request'}
            onClick={() => setCursor(row.key)}
            onDoubleClick={() => row.type === 'request' && openTab(objectKey('request', row.item.id))}
            onDragStart={() => row.type === 'request' && setDragged(row.item.id)}
            onDragEnd={() => setTarget(null)}
            onDragOver={(event) => {
              if (dragged === null || row.type !== 'request') return;
              event.preventDefault();
              setTarget(row.key);
            }}
            onDrop={() => row.type === 'request' && dropOn(row.item.id)}
          >
            <ChoiceCells row={row} onToggle={() => toggle(row)} />
          </div>
        ))}
      </div>
    </div>
  );
}

function ChoiceCells({ row, onToggle }: { readonly row: ChoiceRow; readonly onToggle: () => void }) {
  const box = (
    <span className={css['box']} data-state={isOn(row)} aria-hidden onClick={onToggle}>
      {isOn(row) === true ? '✓' : isOn(row) === 'mixed' ? '–' : ''}
    </span>
  );
  if (row.type === 'folder') {
    const on = row.items.filter((item) => item.isOn).length;
    return (
      <>
        <span />
        {box}
        <Folder aria-hidden />
        <strong>{row.name}</strong>
        <span className={css['quiet']}>{on === row.items.length ? on : `${on} of ${row.items.length}`}</span>
      </>
    );
  }
  const { item } = row;
  return (
    <>
      <GripVertical className={css['grip']} aria-hidden />
      {box}
      <RequestLabel type={item.type} method={item.method} />
      <span>{item.name}</span>
      <span className={css['quiet']} title={item.url}>
        {item.url}
      </span>
    </>
  );
}

function isOn(row: ChoiceRow): boolean | 'mixed' {
  if (row.type === 'request') return row.item.isOn;
  const on = row.items.filter((item) => item.isOn).length;
  return on === row.items.length ? true : on === 0 ? false : 'mixed';
}

function rowId(key: string): string {
  return `run-choice-${key}`;
}
