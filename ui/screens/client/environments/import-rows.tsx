// A button that takes the rows of a file in place of the present ones.
import { FileUp } from 'lucide-react';
import { useRef } from 'react';
import { messageOf } from '../../../api/client.ts';
import { Button } from '../../../parts/index.ts';
import { count } from '../../../state/actions.ts';
import { say, sayError } from '../../../state/toasts.ts';
import type { Dataset } from './dataset-state.ts';
import { converted, countRows, tableOf } from './dataset-table.ts';

/** Files of runs are not larger, in bytes. */
const MAX_FILE = 30 * 1024 * 1024;

export function ImportRows({ dataset: { table, setTable, undo } }: { readonly dataset: Dataset }) {
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
