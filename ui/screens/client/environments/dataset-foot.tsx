// The line below a dataset: why the value at the cursor is wrong, and the keys.
import { TriangleAlert } from 'lucide-react';
import { Button, Keys } from '../../../parts/index.ts';
import { columnType, textOf, valueAt, withCell, type DatasetTable } from './dataset-table.ts';
import css from './environments.module.css';
import type { GridCursor } from './grid/grid-model.ts';

interface DatasetFootProps {
  readonly table: DatasetTable;
  readonly cursor: GridCursor;
  readonly onTable: (table: DatasetTable) => void;
}

export function DatasetFoot({ table, cursor: { row, column }, onTable }: DatasetFootProps) {
  const value = valueAt(table, row, column);
  const text = textOf(value);
  const isWrong = text !== '' && typeof value === 'string' && columnType(table, column) === 'number';
  const number = isWrong ? numberIn(text) : null;
  return (
    <div className={css['foot']} role="status">
      {isWrong && (
        <span className={css['wrong']}>
          <TriangleAlert aria-hidden />
          Row {row + 1}, {table.columns[column]}: {text} is text for runs.
        </span>
      )}
      {number !== null && (
        <Button
          size="small"
          onClick={() => onTable(withCell(withCell(table, row, column, ''), row, column, number))}
        >
          Make it {number}
        </Button>
      )}
      <span className={css['keys']}>
        <Keys keys="enter" /> edit <Keys keys="tab" /> next <Keys keys="mod+z" /> undo
      </span>
    </div>
  );
}

/** Returns the number that a text means, without separators and quotes; null for another text. */
function numberIn(text: string): string | null {
  const plain = text.trim().replaceAll(/[,\s_'](?=\d{3}(?:\D|$))/g, '');
  return plain !== '' && String(Number(plain)) === plain ? plain : null;
}
