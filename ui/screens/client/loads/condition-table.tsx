// The conditions that must hold for a load test to pass.
import { Plus, X } from 'lucide-react';
import { Button, IconButton, SelectField, TextField } from '../../../parts/index.ts';
import css from './setup.module.css';
import { failIf } from './setup.ts';
import { MEASURES, type Condition, type Measure } from './setup-parts.ts';

const TITLES: Readonly<Record<Measure, string>> = {
  p50: 'p50',
  p95: 'p95',
  p99: 'p99',
  avg: 'average',
  max: 'maximum',
  'errors%': 'share of errors',
  errors: 'errors',
  rps: 'requests/s',
  requests: 'requests',
};

const UNITS: Partial<Record<Measure, string>> = {
  p50: 'ms',
  p95: 'ms',
  p99: 'ms',
  avg: 'ms',
  max: 'ms',
  'errors%': '%',
};

const MAX_CONDITIONS = 20;

interface ConditionTableProps {
  readonly conditions: readonly Condition[];
  readonly onChange: (conditions: readonly Condition[]) => void;
}

export function ConditionTable({ conditions, onChange }: ConditionTableProps) {
  return (
    <div className={css['tableBox']}>
      <ul className={css['conditions']} aria-label="Thresholds">
        {conditions.map((condition, at) => {
          const change = (part: Partial<Condition>): void =>
            onChange(conditions.with(at, { ...condition, ...part }));
          const number = at + 1;
          return (
            <li key={at} data-condition={at}>
              <SelectField
                aria-label={`Measure of threshold ${number}`}
                value={condition.measure}
                options={MEASURES.map((measure) => [measure, TITLES[measure]] as const)}
                onChange={(measure) => change({ measure: measure as Measure })}
              />
              <SelectField
                aria-label={`Comparison of threshold ${number}`}
                value={condition.is}
                options={[
                  ['<', '<'],
                  ['>', '>'],
                ]}
                onChange={(is) => change({ is: is as Condition['is'] })}
              />
              <TextField
                aria-label={`Value of threshold ${number}`}
                mono
                inputMode="decimal"
                value={condition.value}
                isWrong={failIf(condition) === null}
                {...(UNITS[condition.measure] !== undefined && { unit: UNITS[condition.measure] })}
                onChange={(value) => change({ value })}
              />
              <IconButton
                icon={X}
                size="small"
                label={`Remove threshold ${number}`}
                onClick={(event) => {
                  const list = event.currentTarget.closest('div');
                  onChange(conditions.toSpliced(at, 1));
                  requestAnimationFrame(() => list?.querySelector<HTMLElement>('[data-add]')?.focus());
                }}
              />
            </li>
          );
        })}
      </ul>
      <Button
        size="small"
        icon={Plus}
        data-add
        disabled={conditions.length >= MAX_CONDITIONS}
        onClick={() => onChange([...conditions, { measure: 'p95', is: '<', value: '300' }])}
      >
        Add threshold
      </Button>
    </div>
  );
}
