// The options of a run: environment, data, iterations, and what becomes of its results.
import type { ReactNode } from 'react';
import { Checkbox, Chip, ChipGroup, FormRow, SectionHead } from '../../../parts/index.ts';
import { NumberRows } from './number-rows.tsx';
import type { RunSetup, TabSetup } from './setup.ts';
import css from './runs.module.css';
import form from './setup.module.css';
import { DataRow, EnvironmentRow } from './source-rows.tsx';
import { VariableRow } from './variable-row.tsx';

const REPORTS = [
  ['json', 'JSON'],
  ['junit', 'JUnit'],
  ['html', 'HTML'],
] as const;

export function OptionsPane({ given }: { readonly given: TabSetup }) {
  const { setup, change } = given;
  return (
    <section aria-label="Options">
      <SectionHead title="Options" />
      <div className={form['form']}>
        <EnvironmentRow setup={setup} change={change} />
        <DataRow setup={setup} change={change} />
        <VariableRow
          id="run-env-vars"
          label="Variables"
          hint="added to the environment, a line each"
          value={setup.envVars}
          onChange={(envVars) => change({ envVars })}
        />
        <VariableRow
          id="run-global-vars"
          label="Globals"
          hint="added to the globals"
          value={setup.globalVars}
          onChange={(globalVars) => change({ globalVars })}
        />
        <NumberRows setup={setup} change={change} />
        <Flags {...given} />
        <Reports setup={setup} change={change} />
      </div>
    </section>
  );
}

type Change = Pick<TabSetup, 'setup' | 'change'>;

function Flags({ setup, here, change, changeHere }: TabSetup) {
  return (
    <FormRow label="Also">
      <div className={form['flags']}>
        <Flag label="Stop at the first failure" on={setup.bail} onChange={(bail) => change({ bail })} />
        <Flag
          label="Fail when a script ends an iteration early"
          on={setup.failsOnEarlyEnd}
          onChange={(failsOnEarlyEnd) => change({ failsOnEarlyEnd })}
        />
        <Flag
          label="Follow no redirects"
          on={setup.ignoreRedirects}
          onChange={(ignoreRedirects) => change({ ignoreRedirects })}
        />
        <Flag
          label="Leave out files that cannot be read"
          hint="else nothing runs"
          on={setup.allowBroken}
          onChange={(allowBroken) => change({ allowBroken })}
        />
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
        <Flag
          label="Run again when files change"
          on={here.watches}
          onChange={(watches) => changeHere({ watches })}
        />
      </div>
    </FormRow>
  );
}

function Reports({ setup, change }: Change) {
  return (
    <FormRow label="Reports">
      <span className={form['inline']}>
        <ChipGroup label="Reports" className={form['chips']}>
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
  );
}

type ReportNames = RunSetup['reports'];

function toggled(reports: ReportNames, format: ReportNames[number]): ReportNames {
  const next = reports.includes(format) ? reports.filter((each) => each !== format) : [...reports, format];
  return REPORTS.map(([name]) => name).filter((name) => next.includes(name));
}

interface FlagProps {
  readonly label: string;
  readonly hint?: ReactNode;
  readonly on: boolean;
  readonly onChange: (on: boolean) => void;
}

function Flag({ label, hint, on, onChange }: FlagProps) {
  return (
    <span className={form['inline']}>
      <Checkbox label={label} checked={on} onChange={onChange} />
      {hint !== undefined && <span className={css['quiet']}>{hint}</span>}
    </span>
  );
}
