// The steps of a flow, the values below them, and the chosen step beside them.
import { useState } from 'react';
import { Sash } from '../../../parts/index.ts';
import { createPreference, isNumber } from '../../../state/preferences.ts';
import { useStore } from '../../../state/store.ts';
import type { FlowRow } from './flow-rows.ts';
import css from './flow.module.css';
import type { FlowStep } from './flow-steps.ts';
import type { FlowRunState } from './run-state.ts';
import { StepPane } from './step-pane.tsx';
import { Steps } from './steps.tsx';
import { Values } from './values.tsx';

const valuesHeight = createPreference('client.flow.values', 210, isNumber);

interface FlowBodyProps {
  readonly steps: readonly FlowStep[];
  readonly rows: readonly FlowRow[];
  readonly run: FlowRunState | null;
  readonly current: FlowRow | null;
  readonly onChoose: (key: string | null) => void;
  readonly onChange: (steps: readonly FlowStep[]) => void;
  readonly onRunFrom: (step: number) => void;
}

export function FlowBody({ steps, rows, run, current, onChoose, onChange, onRunFrom }: FlowBodyProps) {
  const height = useStore(valuesHeight);
  const [round, setRound] = useState<number | null>(null);
  const choose = (key: string | null): void => {
    setRound(null);
    onChoose(key);
  };
  return (
    <div className={css['body']}>
      <div className={css['middle']}>
        <Steps {...{ steps, rows, run, current, onChange, onRunFrom }} onChoose={choose} />
        <Sash
          label="Height of the values"
          orientation="horizontal"
          {...{ size: height, min: 80, max: 480, initial: 210 }}
          reverse
          onResize={valuesHeight.set}
        />
        <div className={css['below']} style={{ height }}>
          <Values {...{ run, rows, round }} step={current?.key ?? null} onRound={setRound} />
        </div>
      </div>
      {current?.type === 'step' && (
        <StepPane key={current.key} {...{ steps, rows, run, round }} row={current} onChange={onChange} />
      )}
    </div>
  );
}
