// The chosen step: what it does, what was wrong with it, and the response from which it takes a value.
import { CircleX } from 'lucide-react';
import { Note, PaneHead } from '../../../parts/index.ts';
import type { FlowRow } from './flow-rows.ts';
import { shownNumber } from './flow-rows.ts';
import css from './flow.module.css';
import { withStep, type FlowStep } from './flow-steps.ts';
import { ResponseOf } from './response-of.tsx';
import { resultsOf, type FlowRunState, type StepResult } from './run-state.ts';
import { StepForm } from './step-form.tsx';
import { resultAt } from './values.tsx';

interface StepPaneProps {
  readonly steps: readonly FlowStep[];
  readonly rows: readonly FlowRow[];
  readonly row: Extract<FlowRow, { readonly type: 'step' }>;
  readonly run: FlowRunState | null;
  readonly round: number | null;
  readonly onChange: (steps: readonly FlowStep[]) => void;
}

export function StepPane({ steps, rows, row, run, round, onChange }: StepPaneProps) {
  const { key, shown, step } = row;
  const change = (next: FlowStep): void => onChange(withStep(steps, key, next));
  const result = run === null ? undefined : resultAt(resultsOf(run, key), round);
  const response = run === null || result === undefined ? null : responseBefore(run, result);
  const wrong = result?.error ?? result?.reason ?? null;
  return (
    <aside className={css['pane']} aria-label={`Step ${shown}`} data-region>
      <PaneHead title={`Step ${shown}`} note={TITLES[step.type]} />
      <div className={css['scroll']}>
        {wrong !== null && (
          <Note tone="danger" icon={CircleX} title={wrong.replace(/^step \S+ \(\w+\): /, '')} />
        )}
        <StepForm id={`step-${key}`} step={step} onChange={change} />
        {run !== null && run.channel !== null && response !== null && (
          <ResponseOf
            channel={run.channel}
            result={response}
            title={`Response of ${shownNumber(rows, response.step)}`}
            {...(step.type === 'extract' &&
              step.from === 'body' && { onPick: (path: string) => change({ ...step, path }) })}
          />
        )}
      </div>
    </aside>
  );
}

const TITLES: Readonly<Record<FlowStep['type'], string>> = {
  send: 'sends a request',
  extract: 'takes a value from the response before',
  delay: 'waits',
  script: 'runs a script',
  condition: 'runs one of two lists of steps',
  loop: 'repeats steps',
};

/** Returns the last response up to a result, its own included. */
function responseBefore({ results }: FlowRunState, result: StepResult): StepResult | null {
  const at = results.indexOf(result);
  return results.slice(0, at + 1).findLast(({ hasResponse }) => hasResponse) ?? null;
}
