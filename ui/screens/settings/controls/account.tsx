// A user name and a password.
import type { Fields } from '../model/values.ts';
import css from '../settings.module.css';
import type { ControlProps } from './contract.ts';
import { FieldOf, SecretOf } from './fields.tsx';

export function AccountControl({ value, onChange }: ControlProps) {
  const of = value as Fields;
  return (
    <div className={css['line']}>
      <FieldOf {...{ of, onChange }} label="User" name="username" className={css['grow']} />
      <SecretOf {...{ of, onChange }} label="Password" name="password" className={css['grow']} />
    </div>
  );
}
