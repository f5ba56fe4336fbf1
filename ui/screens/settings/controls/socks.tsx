// The port for SOCKS clients.
import { Switch } from '../../../parts/index.ts';
import type { Fields } from '../model/values.ts';
import css from '../settings.module.css';
import type { ControlProps } from './contract.ts';
import { FieldOf, SecretOf } from './fields.tsx';

export function SocksControl({ value, onChange, isWrong }: ControlProps) {
  const of = value as Fields;
  const isEnabled = of['isEnabled'] === true;
  return (
    <div className={css['line']}>
      <Switch label="SOCKS" on={isEnabled} onChange={(on) => onChange({ ...of, isEnabled: on })} />
      <FieldOf
        {...{ of, onChange }}
        label="SOCKS port"
        name="port"
        mono
        className={css['port']}
        isWrong={isWrong('port')}
      />
      <FieldOf {...{ of, onChange }} label="User, optional" name="username" className={css['grow']} />
      <SecretOf {...{ of, onChange }} label="Password" name="password" className={css['grow']} />
    </div>
  );
}
