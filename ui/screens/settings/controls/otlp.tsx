// The collector to which each finished exchange is sent.
import type { Fields } from '../model/values.ts';
import css from '../settings.module.css';
import type { ControlProps } from './contract.ts';
import { EntryRows } from './entry-rows.tsx';
import { FieldOf, SecretOf } from './fields.tsx';
import { WithoutSecrets } from './without-secrets.tsx';

export function OtlpControl({ value, onChange, isWrong }: ControlProps) {
  const of = value as Fields;
  const shared = { of, onChange, className: css['grow'] };
  return (
    <>
      <div className={css['line']}>
        <FieldOf
          {...shared}
          label="URL, such as http://localhost:4318"
          name="url"
          mono
          isWrong={isWrong('url')}
        />
        <FieldOf
          {...shared}
          label="Name of the service"
          name="serviceName"
          isWrong={isWrong('serviceName')}
        />
      </div>
      <div className={css['indented']}>
        <HeaderRows
          entries={of['headers'] as readonly Fields[]}
          onChange={(headers) => onChange({ ...of, headers })}
          isWrong={(path) => isWrong(`headers${path}`)}
        />
      </div>
      <WithoutSecrets {...{ of, onChange }} />
    </>
  );
}

interface HeaderRowsProps {
  readonly entries: readonly Fields[];
  readonly onChange: (entries: readonly Fields[]) => void;
  readonly isWrong: (path: string) => boolean;
}

function HeaderRows({ entries, onChange, isWrong }: HeaderRowsProps) {
  return (
    <EntryRows {...{ entries, onChange }} thing="header" blank={() => ({ name: '', value: '' })}>
      {(of, set, index) => (
        <div className={css['line']}>
          <FieldOf
            {...{ of, onChange: set }}
            label="Header, such as x-api-key"
            name="name"
            mono
            className={css['grow']}
            isWrong={isWrong(`[${index}].name`)}
          />
          <SecretOf
            {...{ of, onChange: set }}
            label="Value"
            name="value"
            className={css['grow']}
            isWrong={isWrong(`[${index}].value`)}
          />
        </div>
      )}
    </EntryRows>
  );
}
