// The fields of a condition: two sides, and how they compare.
import { FormRow, SelectField, TextField } from '../../../parts/index.ts';
import type { Condition } from './flow-steps.ts';

const OPERATORS: readonly (readonly [Condition['op'], string])[] = [
  ['equals', 'is'],
  ['notEquals', 'is not'],
  ['contains', 'contains'],
  ['matches', 'matches the pattern'],
  ['less', 'is less than'],
  ['greater', 'is greater than'],
  ['exists', 'has a value'],
  ['notExists', 'has no value'],
];

interface ConditionFieldsProps {
  readonly id: string;
  readonly value: Condition;
  readonly onChange: (value: Condition) => void;
}

export function ConditionFields({ id, value, onChange }: ConditionFieldsProps) {
  const isAlone = value.op === 'exists' || value.op === 'notExists';
  return (
    <>
      <FormRow label="Value" htmlFor={`${id}-left`} hint="May have variables, such as {{state}}.">
        <TextField
          id={`${id}-left`}
          mono
          value={value.left}
          onChange={(left) => onChange({ ...value, left })}
        />
      </FormRow>
      <FormRow label="Compares" htmlFor={`${id}-op`}>
        <SelectField
          id={`${id}-op`}
          value={value.op}
          options={OPERATORS}
          onChange={(op) => onChange({ ...value, op: op as Condition['op'] })}
        />
      </FormRow>
      {!isAlone && (
        <FormRow label="With" htmlFor={`${id}-right`}>
          <TextField
            id={`${id}-right`}
            mono
            value={value.right}
            onChange={(right) => onChange({ ...value, right })}
          />
        </FormRow>
      )}
    </>
  );
}
