// The fields of a certificate that is shown to servers. What is wrong is said at its field.
import { useId, useState } from 'react';
import { ApiError, messageOf } from '../../../api/client.ts';
import { MASK } from '../model/values.ts';
import { Button, FormRow, TextField } from '../../../parts/index.ts';
import { setCertificate, type ShownCertificate } from './certificates.ts';
import { TryCertificate } from './try-certificate.tsx';
import css from './client-certificates.module.css';

interface CertificateFormProps {
  /** Null for a new one. */
  readonly certificate: ShownCertificate | null;
  readonly onClose: () => void;
}

interface Typed {
  readonly host: string;
  readonly certPath: string;
  readonly keyPath: string;
  readonly passphrase: string;
}

const FIELDS: readonly (readonly [field: keyof Typed, label: string, hint: string])[] = [
  ['host', 'Host', 'With * and ? as wildcards, such as *.example.com'],
  ['certPath', 'Certificate', 'Path of a PEM file, or of a PKCS #12 file with its key'],
  ['keyPath', 'Key', 'Path of its PEM file; empty where the key is in the same file'],
  ['passphrase', 'Passphrase', 'Of the key; empty for none'],
];

export function CertificateForm({ certificate, onClose }: CertificateFormProps) {
  const id = useId();
  const [typed, setTyped] = useState<Typed>({
    host: certificate?.host ?? '',
    certPath: certificate?.certPath ?? '',
    keyPath: certificate?.keyPath ?? '',
    passphrase: certificate?.passphrase ?? '',
  });
  const [wrong, setWrong] = useState<{ readonly field: string; readonly text: string } | null>(null);
  const save = async (): Promise<void> => {
    try {
      const keyPath = typed.keyPath.trim() === '' ? null : typed.keyPath;
      // The app knows a passphrase by its host: of another host it has to be typed again.
      await setCertificate({ ...typed, keyPath }, certificate?.host ?? null);
      onClose();
    } catch (error) {
      const field = error instanceof ApiError ? error.field : undefined;
      setWrong({ field: FIELDS.find(([each]) => each === field)?.[0] ?? 'certPath', text: messageOf(error) });
    }
  };
  return (
    <form
      className={css['form']}
      aria-label={certificate === null ? 'New certificate' : `Certificate for ${certificate.host}`}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
      onKeyDown={({ key }) => key === 'Escape' && onClose()}
    >
      {FIELDS.map(([field, label, hint], at) => (
        <CertificateField
          key={field}
          id={`${id}-${field}`}
          {...{ field, label, hint }}
          isFirst={at === 0}
          value={typed[field]}
          error={wrong?.field === field ? wrong.text : null}
          onChange={(text) => {
            setWrong(null);
            setTyped({ ...typed, [field]: text });
          }}
        />
      ))}
      {certificate !== null && <TryCertificate host={certificate.host} />}
      <div className={css['actions']}>
        <Button kind="line" onClick={onClose}>
          Cancel
        </Button>
        <Button kind="primary" type="submit">
          Save
        </Button>
      </div>
    </form>
  );
}

interface CertificateFieldProps {
  readonly id: string;
  readonly field: keyof Typed;
  readonly label: string;
  readonly hint: string;
  /** True for the one that has the focus when the form opens. */
  readonly isFirst: boolean;
  readonly value: string;
  readonly error: string | null;
  readonly onChange: (text: string) => void;
}

function CertificateField({
  id,
  field,
  label,
  hint,
  isFirst,
  value,
  error,
  onChange,
}: CertificateFieldProps) {
  const isSecret = field === 'passphrase';
  return (
    <FormRow label={label} htmlFor={id} hint={hint} error={error}>
      <TextField
        id={id}
        mono={!isSecret}
        autoFocus={isFirst}
        isWrong={error !== null}
        value={value}
        onChange={onChange}
        {...(isSecret && {
          type: 'password',
          autoComplete: 'new-password',
          onFocus: (event) => event.target.value === MASK && event.target.select(),
        })}
      />
    </FormRow>
  );
}
