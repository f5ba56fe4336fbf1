// The numbers of a run: iterations, their number at a time, delay, and times.
import { FormRow } from '../../../parts/index.ts';
import { NumberField } from './number-field.tsx';
import css from './runs.module.css';
import form from './setup.module.css';
import type { TabSetup } from './setup.ts';

type Change = Pick<TabSetup, 'setup' | 'change'>;

export function NumberRows({ setup, change }: Change) {
  return (
    <>
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
      <TimeRows setup={setup} change={change} />
    </>
  );
}

/** The times of each request, of each script, and of all. */
function TimeRows({ setup, change }: Change) {
  return (
    <>
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
      <NumberRow
        id="run-total-timeout"
        label="Time in all"
        unit="ms"
        placeholder="no limit"
        hint="for the whole run"
        value={setup.totalTimeoutMs}
        min={1}
        max={86_400_000}
        onChange={(totalTimeoutMs) => change({ totalTimeoutMs })}
      />
      <NumberRow
        id="run-script-timeout"
        label="Scripts"
        unit="ms"
        placeholder="1000"
        hint="for each script, waiting left out"
        value={setup.scriptTimeoutMs}
        min={1}
        max={3_600_000}
        onChange={(scriptTimeoutMs) => change({ scriptTimeoutMs })}
      />
    </>
  );
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
      <span className={form['inline']}>
        <NumberField id={id} {...field} />
        <span className={css['quiet']}>{hint}</span>
      </span>
    </FormRow>
  );
}
