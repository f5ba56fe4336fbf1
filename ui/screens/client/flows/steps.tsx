// The steps of a flow in order, each with what it did in the last run. They are moved, added and removed by keyboard too.
import { Plus } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { Button } from '../../../parts/index.ts';
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
import type { FlowRunState } from './run-state.ts';
import { STEP_KINDS, StepRow } from './step-row.tsx';

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
        {STEP_KINDS.map(([type, title]) => (
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
          {(row) => <StepRow {...{ row, run, onRunFrom }} onRemove={remove} />}
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
