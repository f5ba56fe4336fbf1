// The datasets of the workspace: rows from which runs and load tests take values.
import { Plus } from 'lucide-react';
import { Button, PaneHead } from '../../../parts/index.ts';
import { useResource } from '../../../state/resource.ts';
import { act } from '../model/steps.ts';
import { workspace } from '../model/workspace.ts';
import { ObjectsList } from '../lists/objects-list.tsx';

export function DatasetsPage() {
  const { value } = useResource(workspace);
  const datasets = (value?.tree ?? []).filter(({ kind }) => kind === 'dataset');
  const create = async (): Promise<void> => {
    const taken = new Set(datasets.map(({ name }) => name));
    let name = 'dataset';
    for (let number = 2; taken.has(name); number += 1) name = `dataset-${number}`;
    await act(`Created ${name}`, [{ method: 'save_dataset', params: { name, rows: [{ name: '' }] } }]);
  };
  return (
    <>
      <PaneHead wraps title="Datasets" note="rows from which runs and load tests take values">
        <Button icon={Plus} onClick={() => void create()}>
          New dataset
        </Button>
      </PaneHead>
      <ObjectsList
        kind="dataset"
        empty="No datasets yet. A new one can be filled by hand, or from CSV and JSON."
      />
    </>
  );
}
