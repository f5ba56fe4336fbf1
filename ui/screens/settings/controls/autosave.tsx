// The folder of the rolling recording, and its rules.
import type { InputHTMLAttributes } from 'react';
import { SelectField } from '../../../parts/index.ts';
import { bytesText, type Fields } from '../model/values.ts';
import css from '../settings.module.css';
import type { ControlProps } from './contract.ts';
import { FieldOf } from './fields.tsx';
import { WithoutSecrets } from './without-secrets.tsx';

const FORMATS = [
  ['session', 'Session'],
  ['har', 'HAR'],
  ['ndjson', 'NDJSON'],
  ['csv', 'CSV'],
] as const;

export function AutosaveControl({ value, onChange, isWrong }: ControlProps) {
  const of = value as Fields;
  const field = (name: string) => ({ of, onChange, name, isWrong: isWrong(name) });
  return (
    <>
      <div className={css['line']}>
        <FieldOf {...field('folder')} label="Path of the folder" mono className={css['grow']} />
        <SelectField
          aria-label="Format of the files"
          className={css['choice']}
          value={String(of['format'])}
          options={FORMATS}
          onChange={(format) => onChange({ ...of, format })}
        />
      </div>
      <div className={css['line']}>
        <FieldOf
          {...field('filter')}
          label="Filter, such as host:api status:5xx; empty: all"
          mono
          className={css['grow']}
        />
      </div>
      <div className={css['line']}>
        <Limit {...field('minutes')} label="Minutes" text="min or" />
        <Limit {...field('maxBytes')} label="Size" text="a file;" of={{ ...of, maxBytes: shownBytes(of) }} />
        <Limit {...field('maxFiles')} label="Files" text="files" />
      </div>
      <WithoutSecrets {...{ of, onChange }} />
    </>
  );
}

interface LimitProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange' | 'value' | 'name'> {
  readonly of: Fields;
  readonly onChange: (changed: Fields) => void;
  readonly name: string;
  readonly isWrong: boolean;
  readonly label: string;
  readonly text: string;
}

function Limit({ text, ...field }: LimitProps) {
  return (
    <>
      <FieldOf {...field} inputMode="numeric" className={css['port']} />
      <span className={css['hint']}>{text}</span>
    </>
  );
}

function shownBytes({ maxBytes }: Fields): string {
  return typeof maxBytes === 'string' ? maxBytes : bytesText(maxBytes);
}
