// A step of a flow as a row: its state, what it does, and what it did in the last run.
import {
  Braces,
  Circle,
  CircleCheck,
  CircleX,
  Clock,
  GitBranch,
  Play,
  RotateCw,
  Send,
  SquareTerminal,
  Trash2,
  type LucideIcon,
} from 'lucide-react';
import { durationText } from '../../../format/measures.ts';
import { IconButton, Spinner } from '../../../parts/index.ts';
import { count } from '../../../state/actions.ts';
import type { FlowRow } from './flow-rows.ts';
import type { FlowStep, StepType } from './flow-steps.ts';
import css from './flow.module.css';
import { resultsOf, type FlowRunState } from './run-state.ts';
import { StepRequest } from './step-request.tsx';
import { stepText } from './step-text.ts';
import { VariableText } from './variable-text.tsx';

export const STEP_KINDS: readonly (readonly [type: StepType, title: string, icon: LucideIcon])[] = [
  ['send', 'Request', Send],
  ['extract', 'Extract', Braces],
  ['condition', 'Condition', GitBranch],
  ['loop', 'Loop', RotateCw],
  ['delay', 'Delay', Clock],
  ['script', 'Script', SquareTerminal],
];

interface RowProps {
  readonly row: FlowRow;
  readonly run: FlowRunState | null;
  readonly onRunFrom: (step: number) => void;
  readonly onRemove: (key: string) => void;
}

export function StepRow({ row, run, onRunFrom, onRemove }: RowProps) {
  if (row.type === 'branch')
    return (
      <span className={css['branch']} style={{ paddingLeft: 60 + row.depth * 20 }}>
        {row.title === 'steps' ? 'steps of the loop' : row.title}
      </span>
    );
  const { key, shown, step, depth } = row;
  const [, , Icon] = STEP_KINDS.find(([type]) => type === step.type)!;
  return (
    <>
      <span className={css['number']}>{shown}</span>
      <State step={key} run={run} />
      <span className={css['what']} style={{ paddingLeft: depth * 20 }}>
        {step.type === 'send' ? (
          <StepRequest step={step} />
        ) : (
          <>
            <Icon aria-hidden />
            <VariableText text={stepText(step)} />
          </>
        )}
      </span>
      <Did step={step} number={key} run={run} />
      <span className={css['rowActions']}>
        {!key.includes('.') && (
          <IconButton
            icon={Play}
            size="small"
            tabIndex={-1}
            label={`Run from step ${shown}`}
            keys="mod+alt+enter"
            onClick={() => onRunFrom(Number(key))}
          />
        )}
        <IconButton
          icon={Trash2}
          size="small"
          tabIndex={-1}
          label={`Remove step ${shown}`}
          keys="delete"
          onClick={() => onRemove(key)}
        />
      </span>
    </>
  );
}

interface StateProps {
  readonly step: string;
  readonly run: FlowRunState | null;
}

function State({ step, run }: StateProps) {
  if (run?.going.includes(step) === true) return <Spinner label="Running" />;
  const results = run === null ? [] : resultsOf(run, step);
  if (results.length === 0)
    return (
      <span className={css['state']}>
        <Circle role="img" aria-label="Not run" />
      </span>
    );
  const hasFailed = results.some((each) => each.hasFailed);
  const Icon = hasFailed ? CircleX : CircleCheck;
  return (
    <span className={css['state']} data-failed={hasFailed}>
      <Icon role="img" aria-label={hasFailed ? 'Failed' : 'Passed'} />
    </span>
  );
}

/** Rounds whose values are in the row. */
const MAX_SHOWN = 4;

interface DidProps {
  readonly step: FlowStep;
  readonly number: string;
  readonly run: FlowRunState | null;
}

/** The result of the step, and how long that took. */
function Did({ step, number, run }: DidProps) {
  const results = run === null ? [] : resultsOf(run, number);
  if (results.length === 0) return null;
  const values = results.slice(-MAX_SHOWN).map(({ status, result, error }) => {
    if (step.type === 'send') return status === null ? 'no response' : String(status);
    if (step.type === 'loop') return result === null ? '' : count(Number(result), 'round');
    if (step.type === 'condition') return result === null ? '' : (JSON.parse(result) as string);
    return step.type === 'extract' ? (error === null ? (result ?? '') : '—') : '';
  });
  const total = results.reduce((sum, { ms }) => sum + ms, 0);
  // Less than a millisecond says nothing.
  const time = durationText(Math.max(1, total / results.length));
  return (
    <>
      <code className={css['value']} title={values.join(', ')}>
        {results.length > MAX_SHOWN ? '… ' : ''}
        {values.filter((value) => value !== '').join(', ')}
      </code>
      <span className={css['time']}>{results.length > 1 ? `${results.length} × ${time}` : time}</span>
    </>
  );
}
