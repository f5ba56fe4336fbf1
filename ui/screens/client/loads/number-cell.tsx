// A cell of a table that takes whole numbers.
import { useState, type FocusEvent, type KeyboardEvent } from 'react';
import css from './setup.module.css';

interface NumberCellProps {
  readonly label: string;
  readonly value: number;
  readonly max: number;
  readonly unit?: string;
  readonly onChange: (value: number) => void;
}

/** A cell that takes whole numbers; what is none is not taken, and is restored when the cell is left. */
export function NumberCell({ label, value, max, unit, onChange }: NumberCellProps) {
  const [text, setText] = useState<string | null>(null);
  const take = (given: string): void => {
    setText(given);
    const number = /^\s*\d{1,7}\s*s?\s*$/.test(given) ? Number.parseInt(given, 10) : null;
    if (number !== null && number <= max) onChange(number);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    const step = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (step === undefined || event.altKey) return;
    event.preventDefault();
    setText(null);
    onChange(Math.max(0, Math.min(max, value + step * (event.shiftKey ? 10 : 1))));
  };
  return (
    <span className={css['cell']}>
      <input
        type="text"
        inputMode="numeric"
        aria-label={label}
        autoComplete="off"
        value={text ?? String(value)}
        onChange={(event) => take(event.target.value)}
        onBlur={() => setText(null)}
        onFocus={(event: FocusEvent<HTMLInputElement>) => event.currentTarget.select()}
        onKeyDown={onKeyDown}
      />
      {unit !== undefined && <span aria-hidden>{unit}</span>}
    </span>
  );
}
