// The file to which each finished exchange is appended.
import type { Fields } from '../model/values.ts';
import css from '../settings.module.css';
import type { ControlProps } from './contract.ts';
import { FieldOf } from './fields.tsx';
import { WithoutSecrets } from './without-secrets.tsx';

export function NdjsonControl({ value, onChange, isWrong }: ControlProps) {
  const of = value as Fields;
  return (
    <>
      <div className={css['line']}>
        <FieldOf
          of={of}
          onChange={onChange}
          label="Path of the file"
          name="file"
          mono
          className={css['grow']}
          isWrong={isWrong('file')}
        />
      </div>
      <WithoutSecrets {...{ of, onChange }} />
    </>
  );
}
