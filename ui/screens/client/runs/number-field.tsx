// A whole number within bounds. What is typed and is not one stays in the field, and changes nothing.
import { useState } from 'react';
import { TextField } from '../../../parts/index.ts';
import css from './setup.module.css';

interface NumberFieldProps {
  readonly id: string;
  /** Null for none, which shows as an empty field. */
  readonly value: number | null;
  readonly min: number;
  readonly max: number;
  readonly unit?: string | undefined;
  readonly placeholder?: string | undefined;
  readonly onChange: (value: number | null) => void;
}

export function NumberField({ value, min, max, onChange, ...field }: NumberFieldProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const text = value === null ? '' : String(value);
  const shown = typed !== null && numberIn(typed, min, max) === undefined ? typed : text;
  const isWrong = numberIn(shown, min, max) === undefined;
  return (
    <TextField
      {...field}
      mono
      className={css['number']}
      inputMode="numeric"
      value={shown}
      isWrong={isWrong}
      title={isWrong ? `Give a number from ${min} to ${max.toLocaleString('en')}` : undefined}
      onChange={(next) => {
        setTyped(next);
        const number = numberIn(next, min, max);
        if (number !== undefined) onChange(number);
      }}
    />
  );
}

/** Returns the number; null for an empty text, undefined for anything else. */
function numberIn(text: string, min: number, max: number): number | null | undefined {
  if (text.trim() === '') return null;
  const number = Number(text);
  return /^\d+$/.test(text.trim()) && number >= min && number <= max ? number : undefined;
}
