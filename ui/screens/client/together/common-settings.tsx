// The settings of all requests: each is left, set, or goes back to its default.
import type { SharedChange } from '../../../../src/collections/model/shared-change.ts';
import { FormRow, SelectField, TextField } from '../../../parts/index.ts';
import type { RequestSettings, RequestView } from '../request/fields.ts';
import { SETTING_NAMES, settingValue, tally } from './common.ts';
import css from './together.module.css';
import { setPart } from './together-state.ts';

type Name = keyof RequestSettings;

const FLAGS: readonly Name[] = [
  'followRedirects',
  'keepMethod',
  'keepAuthorization',
  'verifyTls',
  'sendCookies',
  'encodeUrl',
  'bodyWithGet',
];
const NUMBERS = [
  ['maxRedirects', 100, undefined],
  ['timeoutMs', 86_400_000, 'ms'],
] as const;

const LEAVE = ['leave', 'Leave'] as const;
const DEFAULT = ['default', 'Default'] as const;
const FLAG_CHOICES = [LEAVE, ['on', 'On'], ['off', 'Off'], DEFAULT] as const;
const VERSION_CHOICES = [LEAVE, ['auto', 'The best'], ['1.1', 'HTTP/1.1'], ['2', 'HTTP/2'], DEFAULT] as const;

interface CommonSettingsProps {
  readonly views: readonly RequestView[];
  readonly change: SharedChange;
}

export function CommonSettings({ views, change: { settings = {} } }: CommonSettingsProps) {
  const set = (name: Name, value: unknown): void => {
    const { [name]: _, ...rest } = settings;
    const all = value === undefined ? rest : { ...rest, [name]: value };
    setPart('settings', Object.keys(all).length === 0 ? undefined : all);
  };
  const now = (name: Name): string =>
    tally(views.map((view) => settingValue(view.settings[name]) ?? 'default'))
      .map(([value, count]) => `${count} × ${value}`)
      .join(', ');
  const row = (name: Name, control: React.ReactNode) => (
    <FormRow key={name} label={SETTING_NAMES[name]!} htmlFor={`together-${name}`} hint={`Now ${now(name)}`}>
      {control}
    </FormRow>
  );
  return (
    <div className={css['form']}>
      {FLAGS.map((name) =>
        row(
          name,
          <SelectField
            id={`together-${name}`}
            value={choiceOf(settings, name)}
            options={FLAG_CHOICES}
            onChange={(choice) => set(name, { on: true, off: false, default: null }[choice])}
          />,
        ),
      )}
      {row(
        'httpVersion',
        <SelectField
          id="together-httpVersion"
          value={choiceOf(settings, 'httpVersion')}
          options={VERSION_CHOICES}
          onChange={(choice) =>
            set('httpVersion', choice === 'leave' ? undefined : choice === 'default' ? null : choice)
          }
        />,
      )}
      {NUMBERS.map(([name, max, unit]) =>
        row(
          name,
          <TextField
            id={`together-${name}`}
            inputMode="numeric"
            placeholder="Leave"
            unit={unit}
            value={typeof settings[name] === 'number' ? String(settings[name]) : ''}
            onChange={(text) => {
              if (text === '') set(name, undefined);
              else if (/^\d+$/.test(text) && Number(text) <= max) set(name, Number(text));
            }}
          />,
        ),
      )}
    </div>
  );
}

function choiceOf(settings: NonNullable<SharedChange['settings']>, name: Name): string {
  const value = settings[name];
  if (value === undefined) return 'leave';
  return value === null ? 'default' : settingValue(value)!;
}
