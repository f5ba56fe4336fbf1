// The fields of settings that are objects.
import type { InputHTMLAttributes } from 'react';
import { TextField } from '../../../parts/index.ts';
import { MASK, type Fields } from '../model/values.ts';

interface FieldOfProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange' | 'value' | 'name'> {
  /** The name of the field, which is also its placeholder. */
  readonly label: string;
  readonly name: string;
  readonly of: Fields;
  readonly onChange: (changed: Fields) => void;
  readonly isWrong?: boolean;
  readonly mono?: boolean;
}

export function FieldOf({ label, name, of, onChange, isWrong = false, mono = false, ...rest }: FieldOfProps) {
  const value = of[name];
  return (
    <TextField
      aria-label={label}
      placeholder={label}
      value={typeof value === 'string' || typeof value === 'number' ? `${value}` : ''}
      onChange={(typed) => onChange({ ...of, [name]: typed })}
      {...{ isWrong, mono, ...rest }}
    />
  );
}

/** A field for a secret. A stored secret shows as dots, and typing replaces it as a whole. */
export function SecretOf(props: Omit<FieldOfProps, 'type'>) {
  return (
    <FieldOf
      {...props}
      type="password"
      autoComplete="new-password"
      onFocus={(event) => {
        if (event.target.value === MASK) event.target.select();
      }}
    />
  );
}
