// The fields of a loop: how often, over which list, and while which condition holds.
import { Checkbox, FormRow, TextField } from '../../../parts/index.ts';
import { ConditionFields } from './condition-fields.tsx';
import css from './flow.module.css';
import type { FlowStep } from './flow-steps.ts';
import { NumberField } from './number-field.tsx';

interface LoopFieldsProps {
  readonly id: string;
  readonly step: Extract<FlowStep, { readonly type: 'loop' }>;
  readonly onChange: (step: FlowStep) => void;
}

export function LoopFields({ id, step, onChange }: LoopFieldsProps) {
  return (
    <div className={css['form']}>
      <FormRow
        label="At most"
        htmlFor={`${id}-times`}
        hint="Empty for as often as the list or the condition says."
      >
        <NumberField
          id={`${id}-times`}
          unit="times"
          value={step.times}
          onChange={(times) => onChange({ ...step, times })}
        />
      </FormRow>
      <FormRow label="Over" htmlFor={`${id}-over`} hint="A variable that holds a list.">
        <TextField
          id={`${id}-over`}
          mono
          value={step.over}
          onChange={(over) => onChange({ ...step, over })}
        />
      </FormRow>
      <FormRow
        label="Variable"
        htmlFor={`${id}-variable`}
        hint="The element, or the number of the round from 0."
      >
        <TextField
          id={`${id}-variable`}
          mono
          value={step.variable}
          onChange={(variable) => onChange({ ...step, variable })}
        />
      </FormRow>
      <FormRow label="While">
        <Checkbox
          label="A condition holds"
          checked={step.while !== null}
          onChange={(on) => onChange({ ...step, while: on ? { left: '', op: 'equals', right: '' } : null })}
        />
      </FormRow>
      {step.while !== null && (
        <ConditionFields
          id={id}
          value={step.while}
          onChange={(condition) => onChange({ ...step, while: condition })}
        />
      )}
    </div>
  );
}
