// Shows or edits the headers of a message.
import { Plus, X } from 'lucide-react';
import { Button, IconButton, TextField } from '../../parts/index.ts';
import css from './breakpoints.module.css';
import type { Header } from './edits.ts';

interface HeaderRowsProps {
  readonly headers: readonly Header[];
  /** Absent for headers that are read-only. */
  readonly onChange?: (headers: readonly Header[]) => void;
}

export function HeaderRows({ headers, onChange }: HeaderRowsProps) {
  if (onChange === undefined)
    return (
      <dl className={css['headers']}>
        {headers.map(({ name, value }, at) => (
          <div key={at}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    );
  return (
    <div className={css['headerRows']}>
      {headers.map(({ name, value }, at) => (
        <div key={at} className={css['headerRow']}>
          <TextField
            mono
            aria-label={`Name of header ${at + 1}`}
            value={name}
            onChange={(next) => onChange(headers.with(at, { name: next, value }))}
          />
          <TextField
            mono
            aria-label={`Value of header ${at + 1}`}
            value={value}
            onChange={(next) => onChange(headers.with(at, { name, value: next }))}
          />
          <IconButton
            icon={X}
            size="small"
            label={`Remove header ${at + 1}`}
            onClick={() => onChange(headers.toSpliced(at, 1))}
          />
        </div>
      ))}
      <Button size="small" icon={Plus} onClick={() => onChange([...headers, { name: '', value: '' }])}>
        Add header
      </Button>
    </div>
  );
}
