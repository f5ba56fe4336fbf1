// The variables that a run gets from a row of a dataset.
import { SectionHead } from '../../../parts/index.ts';
import { valueAt, type DatasetTable } from './dataset-table.ts';
import css from './environments.module.css';

export function IterationPanel({ table, row }: { readonly table: DatasetTable; readonly row: number }) {
  return (
    <aside className={css['iteration']} aria-label="Variables of the row">
      <SectionHead title={`Variables of iteration ${row + 1}`} />
      <dl>
        {table.columns.map((name, column) => {
          const value = valueAt(table, row, column);
          return value === undefined ? null : (
            <div key={column}>
              <dt>{name}</dt>
              <dd>{JSON.stringify(value)}</dd>
            </div>
          );
        })}
      </dl>
      {table.format === 'csv' && (
        <p>Only digits become numbers; true and empty stay text, as in every run.</p>
      )}
    </aside>
  );
}
