// A field for a whole number.
import { TextField } from '../../../parts/index.ts';

interface NumberFieldProps {
  readonly id: string;
  readonly unit: string;
  readonly value: number | null;
  readonly onChange: (value: number | null) => void;
}

/** A field for a whole number from 0; empty for none. */
export function NumberField({ id, unit, value, onChange }: NumberFieldProps) {
  return (
    <TextField
      id={id}
      inputMode="numeric"
      unit={unit}
      value={value === null ? '' : String(value)}
      onChange={(text) => {
        if (/^\d{0,9}$/.test(text)) onChange(text === '' ? null : Number(text));
      }}
    />
  );
}
