// A dataset: rows of named values, one for each iteration of a run, as a table or as text. It is saved with the key.
import { CircleX, FileUp, Plus } from 'lucide-react';
import { lazy, Suspense, useRef, useState } from 'react';
import { useCommands } from '../../../commands/index.ts';
import { Button, Note, PaneHead, Segmented } from '../../../parts/index.ts';
import { count } from '../../../state/actions.ts';
import { say, sayError } from '../../../state/toasts.ts';
import { messageOf } from '../../../api/client.ts';
import { save } from '../model/steps.ts';
import { DatasetFoot } from './dataset-foot.tsx';
import { DatasetGrid } from './dataset-grid.tsx';
import { IterationPanel } from './iteration-panel.tsx';
import { useDataset, type Dataset } from './dataset-state.ts';
import { converted, countRows, tableOf, withColumn } from './dataset-table.ts';
import css from './environments.module.css';
import type { GridCursor } from './grid/grid-model.ts';
import { NameDialog } from './name-dialog.tsx';

const CodeEdit = lazy(() => import('../../../editor/code-edit.tsx'));

/** A longer text would keep the editor busy, in characters. */
const MAX_TEXT = 2_000_000;
/** Files of runs are not larger, in bytes. */
const MAX_FILE = 30 * 1024 * 1024;

export function DatasetPage({ id }: { readonly id: string }) {
  const dataset = useDataset(id);
  const { key, object, text, table, error, setTable, setText, undo } = dataset;
  const [form, setForm] = useState<'table' | 'text'>('table');
  const [cursor, setCursor] = useState<GridCursor>({ row: 0, column: 0 });
  const [isNaming, setNaming] = useState(false);
  const trySave = (): void => void save(key);
  useCommands([
    { id: 'client.save', title: 'Save', group: 'client', keys: 'mod+s', inFields: true, run: trySave },
    { id: 'client.undo', title: 'Take back the last change', group: 'client', keys: 'mod+z', run: undo },
  ]);
  if (object.state === 'loading') return null;
  const rows = table === null ? 0 : countRows(table);
  const shown = {
    row: Math.min(cursor.row, rows),
    column: Math.min(cursor.column, (table?.columns.length ?? 1) - 1),
  };
  const note =
    table === null
      ? object.path
      : `${object.path ?? ''}, ${count(rows, 'row')}, ${count(table.columns.length, 'column')}`;
  return (
    <div className={css['page']}>
      <PaneHead title={id} note={note}>
        <Segmented
          label="Show as"
          value={form}
          options={[
            ['table', 'Table'],
            ['text', 'Text'],
          ]}
          onChange={setForm}
        />
        {table !== null && (
          <Button size="small" icon={Plus} onClick={() => setNaming(true)}>
            Column
          </Button>
        )}
        <ImportButton dataset={dataset} />
        <Button size="small" keys="mod+s" disabled={!object.isUnsaved} onClick={trySave}>
          Save
        </Button>
      </PaneHead>
      {error !== null && (
        <Note tone="danger" icon={CircleX} title="This is not a table">
          {error}
        </Note>
      )}
      <div className={css['body']}>
        {form === 'text' || table === null ? (
          <TextView name={id} format={table?.format ?? 'csv'} text={text} onChange={setText} />
        ) : (
          <>
            <DatasetGrid name={id} table={table} cursor={shown} onCursor={setCursor} onTable={setTable} />
            {shown.row < rows && <IterationPanel table={table} row={shown.row} />}
          </>
        )}
      </div>
      {form === 'table' && table !== null && <DatasetFoot table={table} cursor={shown} onTable={setTable} />}
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
    </div>
  );
}

interface TextViewProps {
  readonly name: string;
  readonly format: string;
  readonly text: string;
  readonly onChange: (text: string) => void;
}

function TextView({ name, format, text, onChange }: TextViewProps) {
  if (text.length > MAX_TEXT)
    return (
      <p className={css['tooLong']}>
        {count(text.length, 'character')}: the text is too long to be edited here. The table has all of it.
      </p>
    );
  return (
    <Suspense>
      <CodeEdit label={`Text of ${name}`} language={format} value={text} fills onChange={onChange} />
    </Suspense>
  );
}

/** Takes the rows of a file in place of the present ones. */
function ImportButton({ dataset: { table, setTable, undo } }: { readonly dataset: Dataset }) {
  const field = useRef<HTMLInputElement>(null);
  const take = async (file: File): Promise<void> => {
    try {
      if (file.size > MAX_FILE) throw new Error('it is larger than 30 MB');
      const read = tableOf(await file.text());
      setTable(converted(read, table?.format ?? read.format));
      say(`Imported ${count(countRows(read), 'row')} of ${file.name}`, undo);
    } catch (error) {
      sayError(`${file.name} cannot be imported: ${messageOf(error)}`);
    }
  };
  return (
    <>
      <input
        ref={field}
        type="file"
        hidden
        accept=".csv,.tsv,.json,.txt"
        aria-label="File to import"
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          target.value = '';
          if (file !== undefined) void take(file);
        }}
      />
      <Button size="small" icon={FileUp} onClick={() => field.current?.click()}>
        Import…
      </Button>
    </>
  );
}
