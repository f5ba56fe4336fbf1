// A list of objects in JSON as a table. Only the rows in sight are drawn; their cells come from the worker.
import { useEffect, useState } from 'react';
import { countText } from '../../format/measures.ts';
import shared from '../../parts/content.module.css';
import { useVisibleLines } from '../../parts/visible-lines.ts';
import { Waiting } from '../waiting.tsx';
import type { JsonCell, JsonTableShape } from './table-data.ts';
import css from './json-table.module.css';
import { askJson, type JsonState } from './use-json.ts';

interface JsonTableProps {
  readonly state: JsonState;
  readonly label: string;
}

export function JsonTable({ state, label }: JsonTableProps) {
  if (state.type === 'loading') return <Waiting />;
  if (state.type === 'failed')
    return <p className={shared['hint']}>The table cannot be shown: {state.message}</p>;
  return <OpenTable key={state.document} document={state.document} label={label} />;
}

function OpenTable({ document, label }: { readonly document: number; readonly label: string }) {
  const [table, setTable] = useState<JsonTableShape | null | undefined>(undefined);
  useEffect(() => {
    let isCurrent = true;
    void askJson({ type: 'table', document }).then(
      (found) => isCurrent && setTable(found),
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, [document]);
  if (table === undefined) return <Waiting />;
  if (table === null) return <p className={shared['hint']}>It has no list of objects for a table.</p>;
  return <Rows document={document} table={table} label={label} />;
}

const HEIGHTS = { row: 26, head: 26 } as const;
/** Pixels. */
const COLUMN = { min: 70, max: 300, perChar: 7.3, padding: 18 } as const;

interface RowsProps {
  readonly document: number;
  readonly table: JsonTableShape;
  readonly label: string;
}

function Rows({ document, table: { path, columns, rowCount }, label }: RowsProps) {
  const [box, setBox] = useState<HTMLElement | null>(null);
  const lines = useVisibleLines(rowCount, box, HEIGHTS);
  const { rows, from } = useCells(document, lines.first, lines.end);
  const widths = useWidths(columns, rows);
  const template = `64px ${widths.map((width) => `${width}px`).join(' ')} minmax(0, 1fr)`;
  const style = { gridTemplateColumns: template };
  return (
    <>
      <div
        className={shared['scroll']}
        ref={setBox}
        tabIndex={0}
        role="region"
        aria-label={`${label} as a table`}
      >
        <div role="table" aria-label={label} aria-rowcount={rowCount + 1} className={css['table']}>
          <div role="row" className={css['head']} style={style}>
            <span role="columnheader">#</span>
            {columns.map((name) => (
              <span key={name} role="columnheader" title={name}>
                {name}
              </span>
            ))}
          </div>
          <div role="rowgroup" className={shared['virtual']} style={{ height: lines.height }}>
            {rows.map((cells, index) => {
              const at = from + index;
              return (
                <div
                  key={at}
                  role="row"
                  aria-rowindex={at + 2}
                  className={css['row']}
                  style={{ ...style, transform: `translateY(${lines.topOf(at)}px)` }}
                >
                  <span role="cell">{at}</span>
                  {cells.map((cell, column) => (
                    <span
                      key={column}
                      role="cell"
                      title={cell?.text}
                      data-number={cell?.isNumber === true}
                      data-absent={cell === null}
                    >
                      {cell?.text}
                    </span>
                  ))}
                </div>
              );
            })}
          </div>
        </div>
      </div>
      <p className={css['foot']}>
        {path}: {countText(rowCount)} rows
      </p>
    </>
  );
}

interface Cells {
  readonly from: number;
  readonly rows: readonly (readonly JsonCell[])[];
}

function useCells(document: number, from: number, end: number): Cells {
  const [cells, setCells] = useState<Cells>({ from: 0, rows: [] });
  useEffect(() => {
    let isCurrent = true;
    void askJson({ type: 'cells', document, from, end }).then(
      (rows) => isCurrent && setCells({ from, rows }),
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, [document, from, end]);
  return cells;
}

/** Returns the widths of the columns, by the first rows that have arrived: they stay while the table is scrolled. */
function useWidths(columns: readonly string[], rows: Cells['rows']): readonly number[] {
  const [widths, setWidths] = useState<readonly number[] | null>(null);
  if (widths === null && rows.length > 0)
    setWidths(
      columns.map((name, column) => {
        const chars = Math.max(name.length, ...rows.map((cells) => cells[column]?.text.length ?? 0));
        return Math.min(COLUMN.max, Math.max(COLUMN.min, chars * COLUMN.perChar + COLUMN.padding));
      }),
    );
  return widths ?? columns.map(() => COLUMN.min);
}
