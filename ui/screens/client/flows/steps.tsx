// The steps of a flow in order, each with what it did in the last run. They are moved, added and removed by keyboard too.
import {
  Braces,
  Circle,
  CircleCheck,
  CircleX,
  Clock,
  GitBranch,
  Play,
  Plus,
  RotateCw,
  Send,
  SquareTerminal,
  Trash2,
  type LucideIcon,
} from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { durationText } from '../../../format/measures.ts';
import { Button, IconButton, Spinner } from '../../../parts/index.ts';
import { count } from '../../../state/actions.ts';
import { LineList } from '../parts/line-list.tsx';
import type { FlowRow } from './flow-rows.ts';
import {
  inserted,
  listAt,
  moved,
  newStep,
  positionOf,
  withoutStep,
  type FlowStep,
  type Move,
  type StepType,
} from './flow-steps.ts';
import css from './flow.module.css';
import { resultsOf, type FlowRunState } from './run-state.ts';
import { stepText } from './step-text.ts';
import { StepRequest } from './step-request.tsx';
import { VariableText } from './variable-text.tsx';

const KINDS: readonly (readonly [type: StepType, title: string, icon: LucideIcon])[] = [
  ['send', 'Request', Send],
  ['extract', 'Extract', Braces],
  ['condition', 'Condition', GitBranch],
  ['loop', 'Loop', RotateCw],
  ['delay', 'Delay', Clock],
  ['script', 'Script', SquareTerminal],
];

const MOVES: Readonly<Record<string, Move>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowRight: 'in',
  ArrowLeft: 'out',
};

interface StepsProps {
  readonly steps: readonly FlowStep[];
  readonly rows: readonly FlowRow[];
  readonly run: FlowRunState | null;
  readonly current: FlowRow | null;
  readonly onChoose: (key: string | null) => void;
  readonly onChange: (steps: readonly FlowStep[]) => void;
  readonly onRunFrom: (step: number) => void;
}

export function Steps({ steps, rows, run, current, onChoose, onChange, onRunFrom }: StepsProps) {
  const add = (type: StepType): void => {
    const { list, at } = current === null ? { list: '', at: steps.length } : afterRow(steps, current);
    const next = inserted(steps, list, at, newStep(type));
    onChange(next.steps);
    onChoose(next.number);
  };
  const remove = (key: string): void => {
    onChange(withoutStep(steps, key));
    const at = rows.findIndex((row) => row.key === key);
    onChoose(rows[at - 1]?.key ?? null);
  };
  const onKey = (event: KeyboardEvent, row: FlowRow | null): boolean => {
    if (row?.type !== 'step') return false;
    const move = event.altKey ? MOVES[event.key] : undefined;
    if (move !== undefined) {
      const next = moved(steps, row.key, move);
      if (next !== null) {
        onChange(next.steps);
        onChoose(next.number);
      }
      return true;
    }
    if (event.key !== 'Delete' && event.key !== 'Backspace') return false;
    remove(row.key);
    return true;
  };
  return (
    <section className={css['steps']} aria-label="Steps" data-region>
      <div className={css['adds']} role="toolbar" aria-label="Add a step">
        <Plus aria-hidden />
        {KINDS.map(([type, title]) => (
          <Button key={type} size="small" onClick={() => add(type)}>
            {title}
          </Button>
        ))}
        <span className={css['gap']} />
        <small className={css['keys']}>Alt with arrows: order, into, out of</small>
      </div>
      {rows.length === 0 ? (
        <p className={css['hint']}>A flow sends saved requests in order. Add a request to begin.</p>
      ) : (
        <LineList
          label="Steps"
          role="tree"
          isRuled
          height={30}
          lines={rows}
          keyOf={({ key }) => key}
          depthOf={({ depth }) => depth}
          current={current?.key ?? null}
          onCurrent={({ key }) => onChoose(key)}
          onKey={onKey}
        >
          {(row) => <Row {...{ row, run, onRunFrom }} onRemove={remove} />}
        </LineList>
      )}
    </section>
  );
}

/** Returns where a new step goes: after the row, or to the end of the branch that it heads. */
function afterRow(steps: readonly FlowStep[], row: FlowRow): { readonly list: string; readonly at: number } {
  if (row.type === 'branch') return { list: row.key, at: (listAt(steps, row.key) ?? []).length };
  const { list, at } = positionOf(row.key);
  return { list, at: at + 1 };
}

interface RowProps {
  readonly row: FlowRow;
  readonly run: FlowRunState | null;
  readonly onRunFrom: (step: number) => void;
  readonly onRemove: (key: string) => void;
}

function Row({ row, run, onRunFrom, onRemove }: RowProps) {
  if (row.type === 'branch')
    return (
      <span className={css['branch']} style={{ paddingLeft: 60 + row.depth * 20 }}>
        {row.title === 'steps' ? 'steps of the loop' : row.title}
      </span>
    );
  const { key, shown, step, depth } = row;
  const [, , Icon] = KINDS.find(([type]) => type === step.type)!;
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
