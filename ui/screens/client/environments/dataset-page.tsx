// A dataset: rows of named values, one for each iteration of a run, as a table or as text. It is saved with the key.
import { CircleX, Play, Plus } from 'lucide-react';
import { useState } from 'react';
import { useCommands } from '../../../commands/index.ts';
import { Button, Menu, Note, PaneHead, Segmented } from '../../../parts/index.ts';
import { count } from '../../../state/actions.ts';
import { useResource } from '../../../state/resource.ts';
import { save } from '../model/saving.ts';
import { workspace } from '../model/workspace.ts';
import { openRunnerWith } from '../runs/index.ts';
import { DatasetFoot } from './dataset-foot.tsx';
import { DatasetGrid } from './dataset-grid.tsx';
import { useDataset, type Dataset } from './dataset-state.ts';
import { countRows, withColumn, type DatasetTable } from './dataset-table.ts';
import { DatasetText } from './dataset-text.tsx';
import css from './environments.module.css';
import type { GridCursor } from './grid/grid-model.ts';
import { ImportRows } from './import-rows.tsx';
import { IterationPanel } from './iteration-panel.tsx';
import { NameDialog } from '../parts/name-dialog.tsx';

export function DatasetPage({ id }: { readonly id: string }) {
  const dataset = useDataset(id);
  const { key, object, text, table, error, setText, setTable, undo } = dataset;
  const [form, setForm] = useState<Form>('table');
  useCommands([
    {
      id: 'client.save',
      title: 'Save',
      group: 'client',
      keys: 'mod+s',
      inFields: true,
      run: () => void save(key),
    },
    { id: 'client.undo', title: 'Take back the last change', group: 'client', keys: 'mod+z', run: undo },
  ]);
  if (object.state === 'loading') return null;
  return (
    <div className={css['page']}>
      <Head {...{ id, dataset, form }} onForm={setForm} />
      {error !== null && (
        <Note tone="danger" icon={CircleX} title="This is not a table">
          {error}
        </Note>
      )}
      {form === 'text' || table === null ? (
        <div className={css['body']}>
          <DatasetText name={id} format={table?.format ?? 'csv'} text={text} onChange={setText} />
        </div>
      ) : (
        <Rows name={id} table={table} onTable={setTable} />
      )}
    </div>
  );
}

type Form = 'table' | 'text';

interface HeadProps {
  readonly id: string;
  readonly dataset: Dataset;
  readonly form: Form;
  readonly onForm: (form: Form) => void;
}

function Head({ id, dataset, form, onForm }: HeadProps) {
  const { key, object, table, setTable } = dataset;
  const [isNaming, setNaming] = useState(false);
  const size = table && `${count(countRows(table), 'row')}, ${count(table.columns.length, 'column')}`;
  return (
    <PaneHead wraps title={id} note={[object.path, size].filter((part) => part !== null).join(', ')}>
      <Segmented
        label="Show as"
        value={form}
        options={[
          ['table', 'Table'],
          ['text', 'Text'],
        ]}
        onChange={onForm}
      />
      {table !== null && (
        <Button size="small" icon={Plus} onClick={() => setNaming(true)}>
          Column
        </Button>
      )}
      <ImportRows dataset={dataset} />
      <RunWith dataset={id} />
      <Button size="small" keys="mod+s" disabled={!object.isUnsaved} onClick={() => void save(key)}>
        Save
      </Button>
      {isNaming && table !== null && (
        <NameDialog
          title="New column"
          initial=""
          action="Add column"
          taken={table.columns}
          onName={(name) => setTable(withColumn(table, name))}
          onClose={() => setNaming(false)}
        />
      )}
    </PaneHead>
  );
}

/** Opens the runner of a collection with these rows. */
function RunWith({ dataset }: { readonly dataset: string }) {
  const { value } = useResource(workspace);
  const collections = (value?.tree ?? []).filter(({ kind }) => kind === 'collection');
  return (
    <Menu
      align="end"
      entries={collections.map((collection) => ({
        label: collection.name,
        onSelect: () => openRunnerWith(collection.id, dataset),
      }))}
    >
      <Button size="small" icon={Play} disabled={collections.length === 0}>
        Run with it
      </Button>
    </Menu>
  );
}

interface RowsProps {
  readonly name: string;
  readonly table: DatasetTable;
  readonly onTable: (table: DatasetTable) => void;
}

function Rows({ name, table, onTable }: RowsProps) {
  const [{ row, column }, setCursor] = useState<GridCursor>({ row: 0, column: 0 });
  const count = countRows(table);
  const cursor = { row: Math.min(row, count), column: Math.min(column, table.columns.length - 1) };
  return (
    <>
      <div className={css['body']}>
        <DatasetGrid {...{ name, table, cursor, onTable }} onCursor={setCursor} />
        {cursor.row < count && <IterationPanel table={table} row={cursor.row} />}
      </div>
      <DatasetFoot {...{ table, cursor, onTable }} />
    </>
  );
}
