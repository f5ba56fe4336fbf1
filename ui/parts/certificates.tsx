// The certificates of the server, from its own to the authority.
import type { FlowDetail } from '../../src/session/methods/ui-types.ts';
import { dateText } from '../format/measures.ts';
import { Badge } from './index.ts';
import shared from './content.module.css';
import { Facts } from './name-values.tsx';

type Tls = NonNullable<FlowDetail['tls']>;
type Certificate = NonNullable<Tls['certificates']>[number];

/** Names that are shown of a certificate at first. */
const SHOWN_NAMES = 12;

interface CertificatesProps {
  readonly tls: Pick<Tls, 'fingerprint' | 'certificates'>;
  /** When the exchange began, in ISO 8601. */
  readonly at: string;
}

export function Certificates({ tls: { fingerprint, certificates }, at }: CertificatesProps) {
  if (certificates !== undefined)
    return certificates.map((certificate, index) => (
      <section key={certificate.fingerprint} aria-label={titleOf(certificate, index)}>
        <h3 className={shared['section']}>
          {titleOf(certificate, index)}
          <Validity {...certificate} at={at} />
        </h3>
        <Facts
          rows={[
            ['Subject', lines(certificate.subject)],
            ['Issuer', certificate.issuer === certificate.subject ? 'Itself' : lines(certificate.issuer)],
            ['Names', namesText(certificate.names)],
            ['Valid', `${dateText(certificate.validFrom)} to ${dateText(certificate.validUntil)}`],
            ['Key', certificate.key],
            ['Serial number', certificate.serialNumber],
            ['SHA-256', certificate.fingerprint],
          ]}
        />
      </section>
    ));
  if (fingerprint === undefined) return null;
  return (
    <>
      <h3 className={shared['section']}>Certificate of the server</h3>
      <Facts rows={[['SHA-256', fingerprint]]} />
      <p className={shared['hint']}>
        Files keep its fingerprint only. A request that is sent again shows the chain.
      </p>
    </>
  );
}

function Validity({
  validFrom,
  validUntil,
  at,
}: Pick<Certificate, 'validFrom' | 'validUntil'> & Pick<CertificatesProps, 'at'>) {
  if (Date.parse(at) > Date.parse(validUntil)) return <Badge tone="danger">Expired</Badge>;
  return Date.parse(at) < Date.parse(validFrom) ? <Badge tone="danger">Not valid yet</Badge> : null;
}

function titleOf({ subject, issuer }: Certificate, index: number): string {
  if (index === 0) return 'Certificate of the server';
  return subject === issuer ? 'Root authority' : 'Intermediate authority';
}

/** Distinguished names are one part a line. */
function lines(name: string): string {
  return name.split('\n').join(', ');
}

function namesText(names: readonly string[]): string {
  const more = names.length - SHOWN_NAMES;
  return names.slice(0, SHOWN_NAMES).join(', ') + (more > 0 ? ` and ${more} more` : '');
}
