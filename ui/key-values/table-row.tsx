// A row of a key-value table. It is drawn again only when it changes.
import { Check, GripVertical, X } from 'lucide-react';
import { memo, type PointerEvent } from 'react';
import { IconButton } from '../parts/index.ts';
import type { VariableSource } from '../editor/variable-source.ts';
import { CellLineEdit } from '../editor/cell-line-edit.tsx';
import { CellText, ResolvedValue, type LookUp } from './cell-text.tsx';
import { isOn, isSameRow, type KeyValue } from './key-value.ts';
import css from './key-values.module.css';
import { takeRows } from './table-keys.ts';
import type { Column, Edit, TableActions, TextColumn } from './table-actions.ts';

/** The common part of the rows of a table. */
export interface RowContext {
  readonly label: string;
  readonly fixedNames: boolean;
  readonly hasDocs: boolean;
  readonly source: () => VariableSource;
  readonly lookUp: LookUp;
  readonly actions: TableActions;
  readonly wordsFor: (column: TextColumn, name: string) => readonly string[];
  readonly onGrip: (event: PointerEvent<HTMLElement>, row: number) => void;
}

interface TableRowProps {
  readonly context: RowContext;
  /** Null for the row that adds. */
  readonly row: KeyValue | null;
  readonly at: number;
  /** The column of the cell that the tab key reaches; null in another row. */
  readonly stop: Column | null;
  readonly edit: Edit | null;
  readonly error: string | null;
  readonly isDragged: boolean;
}

export const TableRow = memo(function TableRow(props: TableRowProps) {
  const { context, row, at, stop, error, isDragged } = props;
  const { fixedNames, hasDocs, actions, onGrip } = context;
  const called = row === null || row.name === '' ? `row ${at + 1}` : row.name;
  const stopAt = (column: Column): 0 | -1 => (stop === column ? 0 : -1);
  return (
    <div
      role="row"
      className={css['row']}
      aria-rowindex={at + 2}
      data-row={at}
      data-off={row !== null && !isOn(row)}
      data-dragged={isDragged || undefined}
    >
      <div role="gridcell" className={css['first']}>
        {row !== null && !fixedNames && (
          <>
            <span className={css['grip']} aria-hidden onPointerDown={(event) => onGrip(event, at)}>
              <GripVertical />
            </span>
            <label className={css['check']}>
              <input
                type="checkbox"
                data-column="on"
                tabIndex={stopAt('on')}
                aria-label={`Use ${called}`}
                checked={isOn(row)}
                onChange={() => actions.toggle(at)}
              />
              <span aria-hidden>
                <Check />
              </span>
            </label>
          </>
        )}
      </div>
      <TextCell {...props} column="name" tabIndex={stopAt('name')} isWrong={error !== null} />
      <TextCell {...props} column="value" tabIndex={stopAt('value')} isWrong={false} />
      {hasDocs && <TextCell {...props} column="docs" tabIndex={stopAt('docs')} isWrong={false} />}
      <div role="gridcell" className={css['last']}>
        {row !== null && !fixedNames && (
          <IconButton
            icon={X}
            size="small"
            label={`Remove ${called}`}
            data-column="remove"
            tabIndex={stopAt('remove')}
            onClick={() => actions.remove(at)}
          />
        )}
      </div>
    </div>
  );
}, isSame);

/** A row whose fields are the same is not drawn again, also when it is another object. */
function isSame({ row, ...before }: TableRowProps, { row: next, ...now }: TableRowProps): boolean {
  return (
    isSameRow(row, next) &&
    Object.entries(before).every(([name, value]) => Object.is(value, Reflect.get(now, name)))
  );
}

interface TextCellProps extends TableRowProps {
  readonly column: TextColumn;
  readonly tabIndex: 0 | -1;
  readonly isWrong: boolean;
}

const TITLES = { name: 'Name', value: 'Value', docs: 'Description' };

function TextCell({ context, row, at, edit, column, tabIndex, isWrong }: TextCellProps) {
  const { label, fixedNames, source, lookUp, actions, wordsFor } = context;
  const text = row?.[column] ?? '';
  const isEdited = edit?.column === column;
  const shown = column === 'name' && fixedNames ? `:${text}` : text;
  const cell = { row: at, column };
  return (
    <div
      role="gridcell"
      className={css[column]}
      data-column={column}
      data-edit={isEdited || undefined}
      data-wrong={isWrong || undefined}
      aria-invalid={isWrong || undefined}
      aria-readonly={(column === 'name' && fixedNames) || undefined}
      tabIndex={isEdited ? -1 : tabIndex}
      onClick={({ clientX: x, clientY: y }) => {
        if (!isEdited && String(getSelection()) === '') actions.edit(cell, { at: { x, y } });
      }}
    >
      {isEdited ? (
        <CellLineEdit
          mono={column !== 'docs'}
          selectsAll={edit.selectsAll}
          caretAt={edit.at}
          label={`${TITLES[column]} of ${row === null || row.name === '' ? `row ${at + 1}` : row.name} in ${label}`}
          value={text}
          variables={source()}
          words={wordsFor(column, row?.name ?? '')}
          isWrong={isWrong}
          onChange={actions.type}
          onCommit={() => actions.commit(cell)}
          onEscape={actions.restore}
          onPaste={(pasted) => takeRows(pasted, cell, actions)}
        />
      ) : (
        <>
          {row === null && column === 'name' ? (
            <span className={css['add']}>Add</span>
          ) : column === 'docs' ? (
            <span className={css['text']}>{text}</span>
          ) : (
            <CellText text={shown} lookUp={lookUp} />
          )}
          {column === 'value' && <ResolvedValue text={text} lookUp={lookUp} />}
        </>
      )}
    </div>
  );
}
