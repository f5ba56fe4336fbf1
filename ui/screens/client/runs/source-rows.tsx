// The environment and the data of a run.
import { FileUp } from 'lucide-react';
import { useRef } from 'react';
import { rpc } from '../../../api/client.ts';
import { Button, FormRow, SelectField } from '../../../parts/index.ts';
import { attempt, count } from '../../../state/actions.ts';
import { useResource } from '../../../state/resource.ts';
import { act } from '../model/steps.ts';
import { environments } from '../model/environments.ts';
import { datasets } from './datasets.ts';
import type { TabSetup } from './setup.ts';
import css from './runs.module.css';
import form from './setup.module.css';

/** Bytes of a file that becomes a dataset. */
const MAX_FILE = 30 * 1024 * 1024;

type Change = Pick<TabSetup, 'setup' | 'change'>;

export function EnvironmentRow({ setup, change }: Change) {
  const { value } = useResource(environments);
  const all = value ?? [];
  const active = all.find((each) => each.active)?.name ?? 'none';
  const options: readonly (readonly [string, string])[] = [
    ['', `The active one (${active})`],
    ...all.map(({ id, name }) => [id, name] as const),
  ];
  const known = all.find(({ id, name }) => id === setup.environment || name === setup.environment);
  const shown = setup.environment === null ? '' : (known?.id ?? setup.environment);
  const isMissing = setup.environment !== null && value !== null && known === undefined;
  return (
    <FormRow
      label="Environment"
      htmlFor="run-environment"
      error={isMissing ? `There is no environment ${setup.environment}` : null}
    >
      <SelectField
        id="run-environment"
        className={form['select']}
        value={shown}
        options={isMissing ? [...options, [shown, `${shown} (missing)`]] : options}
        onChange={(id) => change({ environment: id === '' ? null : id })}
      />
    </FormRow>
  );
}

export function DataRow({ setup, change }: Change) {
  const { value } = useResource(datasets);
  const field = useRef<HTMLInputElement>(null);
  const known = value?.find(({ name }) => name === setup.dataset);
  const isMissing = setup.dataset !== null && value !== null && known === undefined;
  const options: readonly (readonly [string, string])[] = [
    ['', 'None'],
    ...(value ?? []).map(({ name }) => [name, name] as const),
    ...(isMissing ? [[setup.dataset ?? '', `${setup.dataset} (missing)`] as const] : []),
  ];
  const take = async (file: File): Promise<void> => {
    const name = await datasetOf(file, new Set((value ?? []).map((each) => each.name)));
    if (name !== null) change({ dataset: name });
  };
  return (
    <FormRow
      label="Data"
      htmlFor="run-data"
      error={isMissing ? `There is no dataset ${setup.dataset}` : null}
    >
      <span className={form['inline']}>
        <SelectField
          id="run-data"
          className={form['select']}
          value={setup.dataset ?? ''}
          options={options}
          onChange={(name) => change({ dataset: name === '' ? null : name })}
        />
        {known !== undefined && (
          <span className={css['quiet']}>
            {count(known.rows, 'row')}, {count(known.columns.length, 'column')}
          </span>
        )}
        <input
          ref={field}
          type="file"
          hidden
          accept=".csv,.tsv,.json,.txt"
          aria-label="File with data"
          onChange={({ target }) => {
            const [file] = target.files ?? [];
            target.value = '';
            if (file !== undefined) void take(file);
          }}
        />
        <Button size="small" icon={FileUp} onClick={() => field.current?.click()}>
          Choose file…
        </Button>
      </span>
    </FormRow>
  );
}

/** Makes a dataset of a file, so that the run has it in the workspace. Resolves with its name; null when it failed. */
async function datasetOf(file: File, taken: ReadonlySet<string>): Promise<string | null> {
  let made: string | null = null;
  await attempt(`${file.name} cannot be used`, async () => {
    if (file.size > MAX_FILE) throw new Error('it is larger than 30 MB');
    const text = await file.text();
    const base = file.name.replace(/\.\w+$/, '');
    let name = base;
    for (let number = 2; taken.has(name); number += 1) name = `${base}-${number}`;
    const rows = /^\s*\[/.test(text) ? { rows: JSON.parse(text) as unknown } : { csv: text };
    const results = await act(`Added the dataset ${name}`, [
      { method: 'save_dataset', params: { name, ...rows } },
    ]);
    if (results === null) return;
    datasets.set(await rpc('list_datasets', {}));
    made = (results[0] as { readonly name: string }).name;
  });
  return made;
}
