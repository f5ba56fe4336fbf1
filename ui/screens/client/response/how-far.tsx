// The steps of a send with their durations: which are done, and where it is or has stopped.
import { Circle, CircleCheck, CircleX } from 'lucide-react';
import { durationText } from '../../../format/measures.ts';
import { classes, Spinner } from '../../../parts/index.ts';
import shared from '../../../parts/content.module.css';
import table from '../../../parts/table.module.css';
import css from './how-far.module.css';
import type { Shown } from './shown.ts';
import { stepsOf, type Step } from './timing.ts';

interface HowFarProps {
  readonly send: Shown;
  /** The code of the error; null without one. */
  readonly code: string | null;
}

export function HowFar({ send, code }: HowFarProps) {
  const steps = stepsOf(send, code);
  if (send.type === 'ended' && send.phases.length === 0) return null;
  return (
    <section className={css['steps']} aria-label="How far it got" data-late={send.type === 'going'}>
      <h3 className={shared['section']}>
        {send.type === 'going' ? 'How far it is' : 'How far it got'}
        {send.type === 'ended' && <span>{durationText(send.end.ms)}</span>}
      </h3>
      <ol>
        {steps.map((step) => (
          <li key={step.id} className={classes(table['row'], css['step'])} data-state={step.state}>
            <span>
              <StepIcon state={step.state} />
            </span>
            <span>{step.title}</span>
            <span className={css['detail']} title={step.detail}>
              {step.detail}
            </span>
            <span className={table['numeric']}>
              {step.ms === null ? '—' : durationText(Math.max(0, step.ms))}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}

function StepIcon({ state }: Pick<Step, 'state'>) {
  switch (state) {
    case 'done':
      return <CircleCheck role="img" aria-label="Done" />;
    case 'failed':
      return <CircleX role="img" aria-label="Failed" />;
    case 'running':
      return <Spinner label="Goes on" />;
    case 'not reached':
      return <Circle role="img" aria-label="Not reached" />;
  }
}
