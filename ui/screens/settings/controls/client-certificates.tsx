// The client certificates for servers that request one.
import type { Fields } from '../model/values.ts';
import css from '../settings.module.css';
import type { ControlProps } from './contract.ts';
import { EntryRows } from './entry-rows.tsx';
import { FieldOf, SecretOf } from './fields.tsx';

export function ClientCertificatesControl({ value, onChange, isWrong }: ControlProps) {
  return (
    <EntryRows
      {...{ entries: value as readonly Fields[], onChange }}
      thing="client certificate"
      blank={() => ({ host: '', certPath: '', keyPath: '', passphrase: '' })}
    >
      {(of, set, index) => {
        const shared = { of, onChange: set, className: css['grow'] };
        return (
          <>
            <FieldOf
              {...shared}
              label="Host, such as *.example.com"
              name="host"
              mono
              isWrong={isWrong(`[${index}].host`)}
            />
            <FieldOf
              {...shared}
              label="Path of the certificate"
              name="certPath"
              mono
              isWrong={isWrong(`[${index}].certPath`)}
            />
            <div className={css['line']}>
              <FieldOf
                {...shared}
                label="Path of the key, if it is in another file"
                name="keyPath"
                mono
                isWrong={isWrong(`[${index}].keyPath`)}
              />
              <SecretOf
                {...shared}
                label="Passphrase"
                name="passphrase"
                isWrong={isWrong(`[${index}].passphrase`)}
              />
            </div>
          </>
        );
      }}
    </EntryRows>
  );
}
