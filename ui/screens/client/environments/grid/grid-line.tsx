// A line of a grid: a heading, or a row of cells of which one may be in edit.
import type { VariableSource } from '../../../../editor/variable-source.ts';
import { CellEditor, type EditEnd } from './cell-editor.tsx';
import { textAt, type GridColumn, type GridCursor, type GridEdit, type GridRow } from './grid-model.ts';
import css from './grid.module.css';

interface GridLineProps {
  readonly id: string;
  readonly index: number;
  readonly start: number;
  readonly row: GridRow;
  readonly columns: readonly GridColumn[];
  readonly cursor: GridCursor;
  readonly edit: GridEdit | null;
  readonly variables: VariableSource | undefined;
  readonly onPress: (cursor: GridCursor, isDouble: boolean) => void;
  readonly onEnd: (text: string | null, end: EditEnd) => void;
  readonly onPaste: (text: string) => boolean;
}

export function GridLine(props: GridLineProps) {
  const { id, index, start, row, columns, cursor, edit, variables, onPress, onEnd, onPaste } = props;
  if (row.type === 'heading')
    return (
      <div role="row" className={css['heading']} aria-rowindex={index + 2} style={{ top: start }}>
        <div role="gridcell" aria-colspan={columns.length + 1}>
          {row.title}
        </div>
      </div>
    );
  return (
    <div
      role="row"
      className={css['row']}
      aria-rowindex={index + 2}
      aria-selected={cursor.row === index}
      style={{ top: start }}
    >
      <div role="rowheader" className={css['first']}>
        {row.head}
      </div>
      {row.cells.map((cell, column) => {
        const isEdited = edit?.cursor.column === column;
        return (
          <div
            key={columns[column]!.key}
            role="gridcell"
            id={`${id}-${index}-${column}`}
            aria-readonly={cell.isReadOnly || undefined}
            aria-invalid={cell.look === 'wrong' || undefined}
            data-look={cell.look}
            data-numeric={columns[column]!.isNumeric}
            data-cursor={(cursor.row === index && cursor.column === column) || undefined}
            data-edit={isEdited || undefined}
            onClick={() => !isEdited && onPress({ row: index, column }, false)}
            onDoubleClick={() => !isEdited && onPress({ row: index, column }, true)}
          >
            {isEdited ? (
              <CellEditor
                label={`${columns[column]!.title} of row ${index + 1}`}
                initial={edit.text ?? textAt(row, column)}
                selectsAll={edit.selectsAll}
                isSecret={cell.isSecret === true}
                {...{ variables, onEnd, onPaste }}
              />
            ) : (
              cell.text
            )}
          </div>
        );
      })}
    </div>
  );
}
