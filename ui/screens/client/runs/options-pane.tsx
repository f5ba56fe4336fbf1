// The options of a run: environment, data, iterations, and what becomes of its results.
import { FileUp } from 'lucide-react';
import { useRef, type ReactNode } from 'react';
import { rpc } from '../../../api/client.ts';
import {
  Button,
  Checkbox,
  Chip,
  ChipGroup,
  FormRow,
  SectionHead,
  SelectField,
} from '../../../parts/index.ts';
import { attempt, count } from '../../../state/actions.ts';
import { useResource } from '../../../state/resource.ts';
import { act } from '../model/steps.ts';
import { datasets, environments } from './datasets.ts';
import { NumberField } from './number-field.tsx';
import type { RunSetup, TabSetup } from './setup.ts';
import css from './runs.module.css';

/** Bytes of a file that becomes a dataset. */
const MAX_FILE = 30 * 1024 * 1024;
const REPORTS = [
  ['json', 'JSON'],
  ['junit', 'JUnit'],
  ['html', 'HTML'],
] as const;

export function OptionsPane({ given }: { readonly given: TabSetup }) {
  const { setup, here, change, changeHere } = given;
  return (
    <section aria-label="Options">
      <SectionHead title="Options" />
      <div className={css['form']}>
        <EnvironmentRow setup={setup} change={change} />
        <DataRow setup={setup} change={change} />
        <NumberRow
          id="run-iterations"
          label="Iterations"
          hint={setup.dataset === null ? 'one without a number' : 'one for each row without a number'}
          value={setup.iterations}
          min={1}
          max={100_000}
          onChange={(iterations) => change({ iterations })}
        />
        <NumberRow
          id="run-parallel"
          label="At a time"
          hint="iterations in parallel, each with variables of its own"
          value={setup.parallel}
          min={1}
          max={50}
          onChange={(parallel) => change({ parallel: parallel ?? 1 })}
        />
        <NumberRow
          id="run-delay"
          label="Delay"
          unit="ms"
          hint="between requests"
          value={setup.delayMs}
          min={0}
          max={3_600_000}
          onChange={(delayMs) => change({ delayMs: delayMs ?? 0 })}
        />
        <NumberRow
          id="run-timeout"
          label="Time-out"
          unit="ms"
          placeholder="own"
          hint="for each request, in place of its own"
          value={setup.timeoutMs}
          min={0}
          max={3_600_000}
          onChange={(timeoutMs) => change({ timeoutMs })}
        />
        <FormRow label="Also">
          <div className={css['flags']}>
            <Flag label="Stop at the first failure" on={setup.bail} onChange={(bail) => change({ bail })} />
            <Flag
              label="Keep bodies of all requests"
              hint="else of failed ones only"
              on={here.keepsAllBodies}
              onChange={(keepsAllBodies) => changeHere({ keepsAllBodies })}
            />
            <Flag
              label="Skip TLS verification"
              on={setup.insecure}
              onChange={(insecure) => change({ insecure })}
            />
            <Flag
              label="Send through the proxy"
              hint="rules apply, all shows in traffic"
              on={here.throughProxy}
              onChange={(throughProxy) => changeHere({ throughProxy })}
            />
            <Flag
              label="Keep what scripts set afterwards"
              {...(setup.parallel > 1 && { hint: 'not with iterations in parallel' })}
              on={here.keepsValues && setup.parallel === 1}
              onChange={(keepsValues) => changeHere({ keepsValues })}
            />
          </div>
        </FormRow>
        <FormRow label="Reports">
          <span className={css['inline']}>
            <ChipGroup label="Reports" className={css['chips']}>
              {REPORTS.map(([format, title]) => (
                <Chip
                  key={format}
                  pressed={setup.reports.includes(format)}
                  onPress={() => change({ reports: toggled(setup.reports, format) })}
                >
                  {title}
                </Chip>
              ))}
            </ChipGroup>
            <span className={css['quiet']}>saved when the run ends</span>
          </span>
        </FormRow>
      </div>
    </section>
  );
}

type Reports = RunSetup['reports'];

function toggled(reports: Reports, format: Reports[number]): Reports {
  const next = reports.includes(format) ? reports.filter((each) => each !== format) : [...reports, format];
  return REPORTS.map(([name]) => name).filter((name) => next.includes(name));
}

type Change = Pick<TabSetup, 'setup' | 'change'>;

function EnvironmentRow({ setup, change }: Change) {
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
        className={css['select']}
        value={shown}
        options={isMissing ? [...options, [shown, `${shown} (missing)`]] : options}
        onChange={(id) => change({ environment: id === '' ? null : id })}
      />
    </FormRow>
  );
}

function DataRow({ setup, change }: Change) {
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
      <span className={css['inline']}>
        <SelectField
          id="run-data"
          className={css['select']}
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

interface NumberRowProps {
  readonly id: string;
  readonly label: string;
  readonly hint: string;
  readonly value: number | null;
  readonly min: number;
  readonly max: number;
  readonly unit?: string;
  readonly placeholder?: string;
  readonly onChange: (value: number | null) => void;
}

function NumberRow({ id, label, hint, ...field }: NumberRowProps) {
  return (
    <FormRow label={label} htmlFor={id}>
      <span className={css['inline']}>
        <NumberField id={id} {...field} />
        <span className={css['quiet']}>{hint}</span>
      </span>
    </FormRow>
  );
}

interface FlagProps {
  readonly label: string;
  readonly hint?: ReactNode;
  readonly on: boolean;
  readonly onChange: (on: boolean) => void;
}

function Flag({ label, hint, on, onChange }: FlagProps) {
  return (
    <span className={css['inline']}>
      <Checkbox label={label} checked={on} onChange={onChange} />
      {hint !== undefined && <span className={css['quiet']}>{hint}</span>}
    </span>
  );
}
