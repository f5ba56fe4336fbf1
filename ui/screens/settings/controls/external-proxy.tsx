// The upstream proxy.
import { SelectField, Switch } from '../../../parts/index.ts';
import { linesText, type Fields } from '../model/values.ts';
import css from '../settings.module.css';
import type { ControlProps } from './contract.ts';
import { FieldOf, SecretOf } from './fields.tsx';

const TYPES = [
  ['http', 'HTTP'],
  ['https', 'HTTPS'],
  ['socks5', 'SOCKS 5'],
  ['pac', 'PAC file'],
] as const;

export function ExternalProxyControl({ id, value, onChange, isWrong }: ControlProps) {
  const of = value as Fields;
  const type = String(of['type']);
  const bypass = linesText(of['bypassHosts'] ?? []);
  return (
    <>
      <div className={css['line']}>
        <Switch
          label="External proxy"
          on={of['isEnabled'] === true}
          onChange={(on) => onChange({ ...of, isEnabled: on })}
        />
        <SelectField
          aria-label="Protocol of the external proxy"
          className={css['choice']}
          value={type}
          options={TYPES}
          onChange={(chosen) => onChange({ ...of, type: chosen })}
        />
        {type === 'pac' ? (
          <FieldOf
            {...{ of, onChange }}
            label="URL of the PAC file"
            name="url"
            mono
            className={css['grow']}
            isWrong={isWrong('url')}
          />
        ) : (
          <>
            <FieldOf
              {...{ of, onChange }}
              label="Host"
              name="host"
              mono
              className={css['grow']}
              isWrong={isWrong('host')}
            />
            <FieldOf
              {...{ of, onChange }}
              label="Port"
              name="port"
              mono
              className={css['smallPort']}
              isWrong={isWrong('port')}
            />
          </>
        )}
      </div>
      <div className={css['indented']}>
        <div className={css['line']}>
          <FieldOf {...{ of, onChange }} label="User, optional" name="username" className={css['grow']} />
          <SecretOf {...{ of, onChange }} label="Password" name="password" className={css['grow']} />
        </div>
        <label className={css['subLabel']} htmlFor={`${id}-bypass`}>
          Connected to directly, one a line
        </label>
        <textarea
          id={`${id}-bypass`}
          className={css['area']}
          rows={Math.min(6, Math.max(1, bypass.split('\n').length))}
          spellCheck={false}
          value={bypass}
          aria-invalid={isWrong('bypassHosts') || undefined}
          onChange={(event) => onChange({ ...of, bypassHosts: event.target.value })}
        />
      </div>
    </>
  );
}
