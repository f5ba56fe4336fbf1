// The certificates of the API client: those shown to servers, and those that were trusted by question.
import { Plus, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { dateText, startText } from '../../../format/measures.ts';
import { Button, IconButton, Question, Switch } from '../../../parts/index.ts';
import { useResource } from '../../../state/resource.ts';
import settings from '../settings.module.css';
import { CertificateForm } from './certificate-form.tsx';
import {
  allowedPrograms,
  deleteCertificate,
  distrust,
  enableCertificate,
  shownCertificates,
  trustedCertificates,
  type ShownCertificate,
  type TrustedCertificate,
} from './certificates.ts';
import css from './client-certificates.module.css';
import { Programs } from './programs.tsx';
import { Section } from './section.tsx';

export function ClientCertificatesPage() {
  useEffect(() => {
    // Sends change them while other screens are shown.
    void shownCertificates.load();
    void trustedCertificates.load();
    void allowedPrograms.load();
  }, []);
  const { value, error } = useResource(trustedCertificates);
  const all = value?.certificates ?? [];
  return (
    <>
      <ShownToServers />
      {error !== null && <p className={settings['empty']}>{error}</p>}
      <Trusted
        title="Authorities trusted"
        note="besides those of the system"
        empty="None. A send to a server whose authority is not known offers to add it."
        certificates={all.filter((each) => each.for === 'authority')}
      />
      <Trusted
        title="Trusted by question"
        note="one certificate, one host, from a failed send"
        empty="None. A send to a server that is not trusted asks."
        certificates={all.filter((each) => each.for === 'host')}
      />
      <Programs />
    </>
  );
}

function ShownToServers() {
  const { value, error } = useResource(shownCertificates);
  /** The host of the one that is edited; empty for a new one, null for none. */
  const [edited, setEdited] = useState<string | null>(null);
  const list = value?.certificates ?? [];
  const close = (): void => setEdited(null);
  return (
    <Section
      title="Shown to servers"
      note="the first that matches the host is shown when a server asks"
      actions={
        <Button kind="line" size="small" icon={Plus} onClick={() => setEdited('')}>
          Add certificate…
        </Button>
      }
    >
      {error !== null && <p className={settings['empty']}>{error}</p>}
      {list.length === 0 && edited === null && <p className={css['empty']}>None is shown.</p>}
      {list.map((certificate) =>
        edited === certificate.host ? (
          <CertificateForm key={certificate.host} certificate={certificate} onClose={close} />
        ) : (
          <ShownRow
            key={certificate.host}
            certificate={certificate}
            onEdit={() => setEdited(certificate.host)}
          />
        ),
      )}
      {edited === '' && <CertificateForm certificate={null} onClose={close} />}
    </Section>
  );
}

interface ShownRowProps {
  readonly certificate: ShownCertificate;
  readonly onEdit: () => void;
}

function ShownRow({ certificate, onEdit }: ShownRowProps) {
  const { host, certPath, keyPath, enabled, facts, problem, lastShown } = certificate;
  const isOver = facts !== null && Date.parse(facts.validUntil) < Date.now();
  return (
    <div className={css['row']} data-off={!enabled}>
      <Switch
        label={`Show the certificate for ${host}`}
        on={enabled}
        onChange={(on) => void enableCertificate(host, on)}
      />
      <strong>{host}</strong>
      <span className={css['grow']} title={certPath}>
        {problem === null ? (facts?.subject ?? certPath) : <span className={css['problem']}>{problem}</span>}
      </span>
      {facts !== null && (
        <span className={isOver ? css['problem'] : undefined}>
          {isOver ? 'ended' : 'until'} {dateText(facts.validUntil)}
        </span>
      )}
      <span>
        {lastShown === null ? 'never shown' : `shown ${startText(new Date(lastShown).toISOString())}`}
      </span>
      <span>{keyPath === null ? 'One file' : 'With a key file'}</span>
      <Button size="small" onClick={onEdit}>
        Edit
      </Button>
      <IconButton
        icon={X}
        size="small"
        label={`Remove the certificate for ${host}`}
        onClick={() => void deleteCertificate(host)}
      />
    </div>
  );
}

interface TrustedProps {
  readonly title: string;
  readonly note: string;
  /** Shown when there are none. */
  readonly empty: string;
  readonly certificates: readonly TrustedCertificate[];
}

function Trusted({ title, note, empty, certificates }: TrustedProps) {
  const [isAsking, setAsking] = useState(false);
  return (
    <Section
      title={title}
      note={note}
      actions={
        certificates.length > 1 && (
          <Button size="small" onClick={() => setAsking(true)}>
            Forget all
          </Button>
        )
      }
    >
      {certificates.length === 0 && <p className={css['empty']}>{empty}</p>}
      {certificates.map((certificate) => (
        <TrustedRow
          key={`${certificate.host}:${certificate.port} ${certificate.fingerprint}`}
          {...certificate}
        />
      ))}
      {isAsking && (
        <Question
          title={`Forget ${certificates.length} certificates?`}
          text="Sends to these servers ask again."
          action="Forget all"
          onConfirm={() => void distrust(certificates)}
          onClose={() => setAsking(false)}
        />
      )}
    </Section>
  );
}

function TrustedRow(certificate: TrustedCertificate) {
  const { host, port, fingerprint, subject, validUntil, trustedAt } = certificate;
  const server = port === 443 ? host : `${host}:${port}`;
  const name = certificate.for === 'host' ? server : commonName(subject);
  const isOver = Date.parse(validUntil) < Date.now();
  return (
    <div className={css['row']}>
      <strong title={subject.split('\n').join(', ')}>{name}</strong>
      <span className={css['grow']}>{certificate.for === 'authority' && `shown by ${server}`}</span>
      <code title={fingerprint}>{`${fingerprint.slice(0, 11)}…${fingerprint.slice(-9)}`}</code>
      <span>
        since {dateText(new Date(trustedAt).toISOString())},{' '}
        <span className={isOver ? css['problem'] : undefined}>until {dateText(validUntil)}</span>
      </span>
      <IconButton
        icon={X}
        size="small"
        label={`Forget the certificate of ${name}`}
        onClick={() => void distrust([certificate])}
      />
    </div>
  );
}

function commonName(subject: string): string {
  return /^CN=(.+)$/m.exec(subject)?.[1] ?? subject.split('\n').join(', ');
}
