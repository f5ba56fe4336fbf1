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
          <HostAndPort {...{ of, onChange, isWrong }} />
        )}
      </div>
      <div className={css['indented']}>
        <div className={css['line']}>
          <FieldOf {...{ of, onChange }} label="User, optional" name="username" className={css['grow']} />
          <SecretOf {...{ of, onChange }} label="Password" name="password" className={css['grow']} />
        </div>
        <BypassHosts {...{ of, onChange, isWrong }} id={`${id}-bypass`} />
      </div>
    </>
  );
}

interface PartProps extends Pick<ControlProps, 'onChange' | 'isWrong'> {
  readonly of: Fields;
}

function HostAndPort({ of, onChange, isWrong }: PartProps) {
  return (
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
  );
}

function BypassHosts({ id, of, onChange, isWrong }: PartProps & Pick<ControlProps, 'id'>) {
  const text = linesText(of['bypassHosts'] ?? []);
  return (
    <>
      <label className={css['subLabel']} htmlFor={id}>
        Connected to directly, one a line
      </label>
      <textarea
        id={id}
        className={css['area']}
        rows={Math.min(6, Math.max(1, text.split('\n').length))}
        spellCheck={false}
        value={text}
        aria-invalid={isWrong('bypassHosts') || undefined}
        onChange={(event) => onChange({ ...of, bypassHosts: event.target.value })}
      />
    </>
  );
}
