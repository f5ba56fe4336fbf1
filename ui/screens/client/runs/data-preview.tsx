// The first rows of the data of a run.
import { useEffect, useState } from 'react';
import { messageOf, rpc } from '../../../api/client.ts';
import { Button, SectionHead } from '../../../parts/index.ts';
import { count } from '../../../state/actions.ts';
import { useResource } from '../../../state/resource.ts';
import { openTab } from '../model/tabs.ts';
import { objectKey } from '../model/workspace.ts';
import { datasets } from './datasets.ts';
import css from './runs.module.css';

const MAX_ROWS = 5;
const MAX_COLUMNS = 12;

interface Preview {
  readonly columns: readonly string[];
  readonly rows: readonly Readonly<Record<string, unknown>>[];
  readonly total: number;
}

export function DataPreview({ name }: { readonly name: string }) {
  const [preview, setPreview] = useState<Preview | null>(null);
  const [error, setError] = useState<string | null>(null);
  const { value: known } = useResource(datasets);
  useEffect(() => {
    const ended = new AbortController();
    rpc('list_datasets', { dataset: name }, ended.signal).then(
      ([found]) => {
        setError(null);
        if (found !== undefined)
          setPreview({
            columns: found.columns.slice(0, MAX_COLUMNS),
            rows: (found.data ?? []).slice(0, MAX_ROWS),
            total: found.rows,
          });
      },
      (reason: unknown) => {
        if (!ended.signal.aborted) setError(messageOf(reason));
      },
    );
    return () => ended.abort();
  }, [name, known]);
  return (
    <section aria-label="Data">
      <SectionHead title="Data" note={`${name}, columns become variables`}>
        <Button size="small" onClick={() => openTab(objectKey('dataset', name))}>
          Edit
        </Button>
      </SectionHead>
      {error !== null && (
        <p className={css['failed']} role="alert">
          {error}
        </p>
      )}
      {preview !== null && <PreviewTable preview={preview} />}
    </section>
  );
}

function PreviewTable({ preview: { columns, rows, total } }: { readonly preview: Preview }) {
  return (
    <div className={css['preview']} role="region" aria-label="First rows of the data" tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">
              <span className="visually-hidden">Row</span>
            </th>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            <tr key={at}>
              <th scope="row">{at + 1}</th>
              {columns.map((column) => (
                <td key={column}>{valueText(row[column])}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {total > rows.length && <p className={css['quiet']}>and {count(total - rows.length, 'further row')}</p>}
    </div>
  );
}

function valueText(value: unknown) {
  if (value === undefined || value === '') return <em>empty</em>;
  return typeof value === 'string' ? value : JSON.stringify(value);
}
