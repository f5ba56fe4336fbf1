// The root certificate: its facts, its validity, and its files.
import { Copy, Download } from 'lucide-react';
import { ROOT_FILE } from '../../../../src/base/trust-places.ts';
import { dateText } from '../../../format/measures.ts';
import { copyText } from '../../../state/actions.ts';
import { IconButton } from '../../../parts/index.ts';
import { certificate, machine } from '../../../state/app.ts';
import { useResource } from '../../../state/resource.ts';
import { Row } from '../setting-row.tsx';
import { TrustStores } from './trust-stores.tsx';
import css from '../settings.module.css';

const FILES = [
  ['pem', 'PEM', 'for programs'],
  ['der', 'DER', 'for Android, Windows, macOS'],
  ['mobileconfig', 'Profile', 'for iPhone and iPad'],
] as const;

export function CertificatePage() {
  const { value, error } = useResource(certificate);
  const facts = useResource(machine).value?.certificate;
  if (value === null || facts === undefined)
    return error === null ? null : <p className={css['empty']}>{error}</p>;
  return (
    <>
      <TrustStores />
      <Row title="Name" hint="As certificate stores show it.">
        <Value text={value.name} name="name" />
      </Row>
      <Row title="Fingerprint" hint="SHA-256. Compare it with what a device shows.">
        <Value text={facts.fingerprint} name="fingerprint" />
      </Row>
      <Row title="Valid" hint="Certificates for hosts are made as they are needed, and are valid shorter.">
        <span className={css['value']}>
          {dateText(facts.validFrom)} to {dateText(facts.validUntil)}
        </span>
      </Row>
      <Row title="Download" hint="None of these files has the private key.">
        <div className={css['downloads']}>
          {FILES.map(([ending, title, use]) => (
            <a key={ending} href={`/ssl/${ROOT_FILE}.${ending}`} download className={css['download']}>
              <Download aria-hidden />
              {title}
              <span className={css['hint']}>{use}</span>
            </a>
          ))}
        </div>
      </Row>
      <Row title="File" hint="For options such as curl --cacert.">
        <Value text={value.path} name="path" />
      </Row>
    </>
  );
}

function Value({ text, name }: { readonly text: string; readonly name: string }) {
  return (
    <div className={css['line']}>
      <span className={`${css['value'] ?? ''} mono`}>{text}</span>
      <IconButton
        icon={Copy}
        size="small"
        label={`Copy the ${name}`}
        onClick={() => void copyText(text, `Copied the ${name}`)}
      />
    </div>
  );
}
