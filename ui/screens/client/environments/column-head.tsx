// The head of a column of a dataset: its name and type, and what can be done with it.
import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { Menu } from '../../../parts/index.ts';
import { withoutColumn, withRenamed, type DatasetTable } from './dataset-table.ts';
import css from './environments.module.css';
import { NameDialog } from '../parts/name-dialog.tsx';

interface ColumnHeadProps {
  readonly table: DatasetTable;
  readonly column: number;
  readonly type: string;
  readonly onTable: (table: DatasetTable) => void;
}

export function ColumnHead({ table, column, type, onTable }: ColumnHeadProps) {
  const [isNaming, setNaming] = useState(false);
  const name = table.columns[column]!;
  return (
    <>
      <Menu
        entries={[
          { label: 'Rename…', onSelect: () => setNaming(true) },
          'separator',
          { label: 'Delete column', danger: true, onSelect: () => onTable(withoutColumn(table, column)) },
        ]}
      >
        <button type="button" className={css['ownerHead']}>
          <span>{name}</span>
          <small>{type}</small>
          <ChevronDown aria-hidden />
        </button>
      </Menu>
      {isNaming && (
        <NameDialog
          title={`Rename ${name}`}
          initial={name}
          action="Rename column"
          taken={table.columns.filter((each) => each !== name)}
          onName={(to) => onTable(withRenamed(table, column, to))}
          onClose={() => setNaming(false)}
        />
      )}
    </>
  );
}
