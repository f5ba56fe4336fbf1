// When the session file of the app stays after its end.
import { SelectField } from '../../../parts/index.ts';
import type { Fields } from '../model/values.ts';
import css from '../settings.module.css';
import type { ControlProps } from './contract.ts';
import { FieldOf } from './fields.tsx';

const MODES = [
  ['afterCrash', 'After a crash only'],
  ['lastSession', 'Until the next session'],
  ['days', 'For some days'],
] as const;

export function KeepTrafficControl({ value, onChange, isWrong }: ControlProps) {
  const of = value as Fields;
  const mode = String(of['mode']);
  return (
    <div className={css['line']}>
      <SelectField
        aria-label="When the traffic is kept"
        className={css['wideChoice']}
        value={mode}
        options={MODES}
        onChange={(chosen) => onChange({ ...of, mode: chosen })}
      />
      {mode === 'days' && (
        <FieldOf
          {...{ of, onChange }}
          label="Days"
          name="days"
          className={css['smallPort']}
          isWrong={isWrong('days')}
        />
      )}
    </div>
  );
}
