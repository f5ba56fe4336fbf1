// The rows as a grid. It moves between cells by keys, and has one cell in edit.
import { useEffect, useId, useMemo, useRef, type HTMLAttributes, type RefObject } from 'react';
import { leaveCard } from '../editor/shown-card.ts';
import { cardOnHover } from '../editor/variable-cards.ts';
import { preloadLineEdit } from '../editor/cell-line-edit.tsx';
import { lookUpIn, type VariableSource } from '../editor/variable-source.ts';
import { isOn, type KeyValue } from './key-value.ts';
import type { KeyValueTableProps } from './table-props.ts';
import css from './key-values.module.css';
import { cellOf, onTableCopy, onTableKey, onTablePaste } from './table-keys.ts';
import { AutomaticRow, Reasons, TableHead } from './table-parts.tsx';
import { TableRow, type RowContext } from './table-row.tsx';
import { useRowDrag } from './use-row-drag.ts';
import type { TableActions, TextColumn } from './table-actions.ts';
import { useTable } from './use-table.ts';
import { useWidth } from '../parts/index.ts';

const NOTHING: readonly never[] = [];
/** A narrower table has no room for descriptions, in pixels. */
const DOCS_FROM = 480;

export function Table(props: KeyValueTableProps) {
  const { label, rows, onChange, variables, automatic = NOTHING, fixedNames = false } = props;
  const { check, hasDescriptions = true } = props;
  const root = useRef<HTMLDivElement>(null);
  const hasDocs = useWidth(root) >= DOCS_FROM && hasDescriptions;
  const { focus, edit, actions } = useTable(root, { rows, onChange, fixedNames, hasDocs });
  const { drag, onGrip } = useRowDrag(root, actions, rows.length);
  const context = useRowContext(props, { hasDocs, actions, onGrip });
  const id = useId();
  const errors = rows.map((row) => (isOn(row) ? (check?.(row) ?? null) : null));
  const wrong = [...new Set(errors.filter((error) => error !== null))];
  const tableRow = (row: KeyValue | null, at: number) => (
    <TableRow
      key={at}
      {...{ context, row, at }}
      stop={focus.row === at ? focus.column : null}
      edit={edit?.row === at ? edit : null}
      error={errors[at] ?? null}
      isDragged={drag?.row === at}
    />
  );
  return (
    <>
      <div
        ref={root}
        role="grid"
        className={css['table']}
        data-docs={hasDocs}
        aria-label={label}
        aria-rowcount={rows.length + automatic.length + (fixedNames ? 1 : 2)}
        aria-describedby={wrong.length === 0 ? undefined : id}
        {...handlers(root, actions, edit !== null, variables)}
      >
        <TableHead hasDocs={hasDocs} />
        {/* One list: a row that is being added moves nowhere, and so keeps its editor. */}
        {[
          ...rows.map((row, at) => tableRow(row, at)),
          ...automatic.map((each) => (
            <AutomaticRow key={`automatic ${each.name}`} {...each} hasDocs={hasDocs} />
          )),
          ...(fixedNames ? [] : [tableRow(null, rows.length)]),
        ]}
        {drag !== null && <div className={css['drop']} style={{ '--gap': drag.gap } as object} aria-hidden />}
      </div>
      {wrong.length > 0 && <Reasons id={id} reasons={wrong} />}
    </>
  );
}

/** Returns the common part of the rows, which stays the same while nothing that they show changes. */
function useRowContext(
  { label, variables, fixedNames = false, names = NOTHING, valuesFor }: KeyValueTableProps,
  { hasDocs, actions, onGrip }: Pick<RowContext, 'hasDocs' | 'actions' | 'onGrip'>,
): RowContext {
  useEffect(preloadLineEdit, []);
  const { variables: known, dynamic, isLiteral = false } = variables;
  const lookUp = useMemo(
    () => (isLiteral ? null : lookUpIn({ variables: known, dynamic })),
    [known, dynamic, isLiteral],
  );
  const latest = useRef({ names, valuesFor, variables });
  useEffect(() => {
    latest.current = { names, valuesFor, variables };
  });
  return useMemo(
    () => ({
      label,
      fixedNames,
      hasDocs,
      lookUp,
      actions,
      onGrip,
      source: () => latest.current.variables,
      wordsFor: (column: TextColumn, name: string) => {
        if (column === 'docs') return NOTHING;
        return column === 'name' ? latest.current.names : (latest.current.valuesFor?.(name) ?? NOTHING);
      },
    }),
    [label, fixedNames, hasDocs, lookUp, actions, onGrip],
  );
}

/** Returns the handlers of all cells. */
function handlers(
  root: RefObject<HTMLElement | null>,
  actions: TableActions,
  isEditing: boolean,
  variables: VariableSource,
): HTMLAttributes<HTMLElement> {
  return {
    onKeyDown: (event) => onTableKey(event, actions, isEditing, variables),
    onPaste: (event) => !isEditing && onTablePaste(event, actions),
    onCopy: (event) => !isEditing && onTableCopy(event, actions.rowAt),
    onFocus({ target }) {
      const cell = cellOf(target);
      if (cell !== null) actions.focused(cell);
    },
    onBlur({ relatedTarget }) {
      if (isEditing && isLeft(root.current!, relatedTarget)) actions.commit();
    },
    onMouseOver: ({ target }) => !isEditing && cardOnHover(target, () => variables),
    onMouseOut: leaveCard,
  };
}

/** True when the focus has left the table for another part of the page. The card of a variable belongs to its cell. */
function isLeft(root: HTMLElement, to: EventTarget | null): boolean {
  if (!document.hasFocus()) return false;
  return !(to instanceof Element) || !(root.contains(to) || to.closest('[data-variable-card]') !== null);
}
