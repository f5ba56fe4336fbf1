// Saves the rows that a grid shows as a dataset, from which runs take values.
import { Database } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../parts/index.ts';
import { useResource } from '../../../state/resource.ts';
import { NameDialog } from '../parts/name-dialog.tsx';
import { act } from '../model/steps.ts';
import { workspace } from '../model/workspace.ts';
import type { Row } from './rows.ts';

export function SaveRows({ rows }: { readonly rows: readonly Row[] }) {
  const { value } = useResource(workspace);
  const [isNaming, setNaming] = useState(false);
  const taken = (value?.tree ?? []).filter(({ kind }) => kind === 'dataset').map(({ name }) => name);
  const save = (name: string): void =>
    void act(`Saved the dataset ${name}`, [{ method: 'save_dataset', params: { name, rows: [...rows] } }]);
  return (
    <>
      <Button size="small" icon={Database} disabled={rows.length === 0} onClick={() => setNaming(true)}>
        Save as dataset…
      </Button>
      {isNaming && (
        <NameDialog
          title={`Save ${rows.length.toLocaleString('en')} rows as a dataset`}
          initial=""
          action="Save the dataset"
          taken={taken}
          onName={save}
          onClose={() => setNaming(false)}
        />
      )}
    </>
  );
}
