// The variables that the steps of the last run had set after the chosen one, with the step that did it.
import { Segmented } from '../../../parts/index.ts';
import { shownNumber, type FlowRow } from './flow-rows.ts';
import css from './flow.module.css';
import { resultsOf, valuesAfter, type FlowRunState, type ShownValue, type StepResult } from './run-state.ts';

interface ValuesProps {
  readonly run: FlowRunState | null;
  readonly rows: readonly FlowRow[];
  /** The chosen step; null for the values at the end. */
  readonly step: string | null;
  /** Its round; null for the last one. */
  readonly round: number | null;
  readonly onRound: (round: number) => void;
}

/** Rounds that can be chosen; the last ones of many. */
const MAX_ROUNDS = 6;

export function Values({ run, rows, step, round, onRound }: ValuesProps) {
  const results = run === null || step === null ? [] : resultsOf(run, step);
  const chosen = resultAt(results, round) ?? run?.results.at(-1) ?? null;
  const values = run === null || chosen === null ? [] : valuesAfter(run, chosen);
  return (
    <section className={css['values']} aria-label="Values" data-region>
      <Head {...{ run, rows, step, round, onRound }} results={results} />
      <div className={css['scroll']} tabIndex={0} role="region" aria-label="Values of the last run">
        {values.length === 0 ? (
          <p className={css['hint']}>
            {run === null
              ? 'Run the flow: the values of each step stay here.'
              : 'No step had set a variable there.'}
          </p>
        ) : (
          <Table values={values} rows={rows} own={chosen?.step ?? null} />
        )}
      </div>
    </section>
  );
}

interface HeadProps extends ValuesProps {
  readonly results: readonly StepResult[];
}

function Head({ run, rows, step, round, results, onRound }: HeadProps) {
  const first = Math.max(0, results.length - MAX_ROUNDS);
  const place = step === null || results.length === 0 ? 'at the end' : `after ${shownNumber(rows, step)}`;
  return (
    <div className={css['valuesHead']}>
      <h3>Values</h3>
      <span className={css['quiet']}>{run === null ? 'of the last run' : place}</span>
      <span className={css['gap']} />
      {results.length > 1 && (
        <Segmented
          label="Round"
          value={String(round ?? results.length - 1)}
          options={results.slice(first).map((_, at) => {
            const number = first + at;
            return [String(number), at === 0 ? `Round ${number + 1}` : String(number + 1)] as const;
          })}
          onChange={(value) => onRound(Number(value))}
        />
      )}
    </div>
  );
}

interface TableProps {
  readonly values: readonly ShownValue[];
  readonly rows: readonly FlowRow[];
  /** The step after which the values are shown. */
  readonly own: string | null;
}

function Table({ values, rows, own }: TableProps) {
  return (
    <table className={css['table']}>
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col">Value</th>
          <th scope="col">Set by</th>
        </tr>
      </thead>
      <tbody>
        {values.map(({ scope, name, value, step: by }) => (
          <tr key={`${scope} ${name}`} data-own={by === own}>
            <td>
              <code>{name}</code>
            </td>
            <td title={value ?? ''}>
              <code>{value}</code>
            </td>
            <td>
              step {shownNumber(rows, by)}
              {scope === 'local' ? '' : `, ${scope}`}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Returns the result of a round; that of the last one without it. */
export function resultAt(results: readonly StepResult[], round: number | null): StepResult | undefined {
  return round === null ? results.at(-1) : results[round];
}
