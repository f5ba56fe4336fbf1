// The conditions that must hold for a load test to pass.
import { Plus, X } from 'lucide-react';
import { Button, Checkbox, IconButton, SelectField, TextField } from '../../../parts/index.ts';
import css from './parts.module.css';
import setupCss from './setup.module.css';
import { failIf, requestScope } from './conditions.ts';
import { MEASURES, SIGNS, type Condition, type LoadSetup, type Measure } from './setup-parts.ts';
import { MAX_SECONDS, parseNumber } from './setup.ts';
import type { Plan } from './use-plan.ts';

const TITLES: Readonly<Record<Measure, string>> = {
  p50: 'p50',
  p90: 'p90',
  p95: 'p95',
  p99: 'p99',
  avg: 'average',
  min: 'minimum',
  max: 'maximum',
  'errors%': 'share of errors',
  errors: 'errors',
  rps: 'requests/s',
  requests: 'requests',
};

const UNITS: Partial<Record<Measure, string>> = {
  p50: 'ms',
  p90: 'ms',
  p95: 'ms',
  p99: 'ms',
  avg: 'ms',
  min: 'ms',
  max: 'ms',
  'errors%': '%',
};

const MAX_CONDITIONS = 20;

interface ConditionTableProps {
  readonly setup: LoadSetup;
  readonly plan: Plan | null;
  readonly onChange: (part: Partial<LoadSetup>) => void;
}

export function ConditionTable({ setup, plan, onChange: changeSetup }: ConditionTableProps) {
  const { conditions } = setup;
  const onChange = (changed: readonly Condition[]): void => changeSetup({ conditions: changed });
  const parts = partsOf(setup, plan);
  return (
    <div className={setupCss['tableBox']}>
      <ul className={css['conditions']} aria-label="Thresholds">
        {conditions.map((condition, at) => (
          <ConditionRow
            key={at}
            condition={condition}
            number={at + 1}
            parts={parts}
            onChange={(part) => onChange(conditions.with(at, { ...condition, ...part }))}
            onRemove={() => onChange(conditions.toSpliced(at, 1))}
          />
        ))}
      </ul>
      <Button
        size="small"
        icon={Plus}
        data-add
        disabled={conditions.length >= MAX_CONDITIONS}
        onClick={() => onChange([...conditions, { measure: 'p95', about: '', is: '<', value: '300' }])}
      >
        Add threshold
      </Button>
      {conditions.length > 0 && <Abort setup={setup} onChange={changeSetup} />}
    </div>
  );
}

interface ConditionRowProps {
  readonly condition: Condition;
  /** From 1. */
  readonly number: number;
  readonly parts: ReturnType<typeof partsOf>;
  readonly onChange: (part: Partial<Condition>) => void;
  readonly onRemove: () => void;
}

function ConditionRow({ condition, number, parts, onChange, onRemove }: ConditionRowProps) {
  const { measure, about, is, value } = condition;
  const unit = UNITS[measure];
  return (
    <li data-condition={number - 1}>
      <SelectField
        aria-label={`Measure of threshold ${number}`}
        value={measure}
        options={MEASURES.map((each) => [each, TITLES[each]] as const)}
        onChange={(each) => onChange({ measure: each as Measure })}
      />
      <SelectField
        aria-label={`Part of threshold ${number}`}
        value={about}
        options={parts.some(([part]) => part === about) ? parts : [...parts, [about, about]]}
        onChange={(part) => onChange({ about: part })}
      />
      <SelectField
        aria-label={`Comparison of threshold ${number}`}
        value={is}
        options={SIGNS.map((sign) => [sign, sign] as const)}
        onChange={(sign) => onChange({ is: sign as Condition['is'] })}
      />
      <TextField
        aria-label={`Value of threshold ${number}`}
        mono
        inputMode="decimal"
        value={value}
        isWrong={failIf(condition) === null}
        {...(unit !== undefined && { unit })}
        onChange={(typed) => onChange({ value: typed })}
      />
      <IconButton
        icon={X}
        size="small"
        label={`Remove threshold ${number}`}
        onClick={(event) => {
          const list = event.currentTarget.closest('div');
          onRemove();
          requestAnimationFrame(() => list?.querySelector<HTMLElement>('[data-add]')?.focus());
        }}
      />
    </li>
  );
}

/** The choice to end the test when one of the conditions fails. */
function Abort({ setup: { aborts, abortFrom }, onChange }: Omit<ConditionTableProps, 'plan'>) {
  return (
    <p className={css['abort']}>
      <Checkbox
        label="End the test when one fails"
        checked={aborts}
        onChange={(on) => onChange({ aborts: on })}
      />
      {aborts && (
        <TextField
          aria-label="Seconds from the start, from which on it ends"
          className={css['weight']}
          mono
          inputMode="numeric"
          unit="s on"
          placeholder="0"
          value={abortFrom}
          isWrong={abortFrom.trim() !== '' && parseNumber(abortFrom, 0, MAX_SECONDS) === null}
          onChange={(typed) => onChange({ abortFrom: typed })}
        />
      )}
    </p>
  );
}

/** Returns what a condition can be about: the whole test, each stage, and each request. */
function partsOf(
  { stages }: LoadSetup,
  plan: Plan | null,
): readonly (readonly [value: string, label: string])[] {
  return [
    ['', 'the test'],
    ...(stages.length < 2 ? [] : stages.map((_, at) => [`stage:${at + 1}`, `stage ${at + 1}`] as const)),
    ...(plan?.requests ?? []).map((each) => [requestScope(each), each.name] as const),
  ];
}
