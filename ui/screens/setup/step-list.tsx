// The steps of a guide, and which of them are done.
import { Check, Download } from 'lucide-react';
import { ROOT_FILE } from '../../../src/base/trust-places.ts';
import { CopyLine } from '../../parts/index.ts';
import type { CertificateFile, Step, StepPart } from './guides/index.ts';
import { remoteAddress, type Facts } from './model/facts.ts';
import { StartButtons } from '../../controls/start-client.tsx';
import { SystemProxySwitch } from '../../controls/system-proxy.tsx';
import { QrCode } from './qr-code.tsx';
import css from './setup.module.css';

interface StepListProps {
  readonly steps: readonly Step[];
  readonly facts: Facts;
  /** Shown before the other steps: whether other devices can connect. */
  readonly first: React.ReactNode;
}

export function StepList({ steps, facts, first }: StepListProps) {
  const offset = first === null ? 1 : 2;
  return (
    <ol>
      {first}
      {steps.map(({ title, text, isDone = false, parts = [] }, index) => (
        <StepItem key={title} number={index + offset} title={title} isDone={isDone}>
          {text !== undefined && <p className={css['text']}>{text}</p>}
          {parts.map((part, at) => (
            <Part key={at} part={part} facts={facts} />
          ))}
        </StepItem>
      ))}
    </ol>
  );
}

interface StepItemProps {
  readonly number: number;
  readonly title: string;
  readonly isDone: boolean;
  readonly children: React.ReactNode;
}

export function StepItem({ number, title, isDone, children }: StepItemProps) {
  return (
    <li className={css['step']}>
      <span className={css['number']} data-done={isDone}>
        {isDone ? <Check role="img" aria-label="Done" /> : number}
      </span>
      <div className={css['stepBody']}>
        <h3>{title}</h3>
        {children}
      </div>
    </li>
  );
}

function Part({ part, facts }: { readonly part: StepPart; readonly facts: Facts }) {
  switch (part.type) {
    case 'command':
      return (
        <div className={css['part']}>
          {part.label !== undefined && <p className={css['text']}>{part.label}</p>}
          <CopyLine text={part.text} name="command" />
        </div>
      );
    case 'values':
      return (
        <dl className={css['values']}>
          {part.rows.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>
                <CopyLine text={value} name={name.toLowerCase()} />
              </dd>
            </div>
          ))}
        </dl>
      );
    case 'text':
      return <p className={css['text']}>{part.text}</p>;
    case 'start':
      return <StartButtons targets={part.targets} />;
    case 'systemProxy':
      return <SystemProxySwitch />;
    case 'link':
      return (
        <p className={css['text']}>
          <a href={part.href}>{part.title}</a>
        </p>
      );
    case 'page':
      return <CertificatePage file={part.file} device={part.device} facts={facts} />;
    case 'download':
      return <Downloads files={part.files} />;
  }
}

interface CertificatePageProps {
  readonly file: CertificateFile;
  readonly device: string;
  readonly facts: Facts;
}

function CertificatePage({ file, device, facts }: CertificatePageProps) {
  const url = `http://${remoteAddress(facts)}/ssl`;
  return (
    <div className={css['page']}>
      {facts.address !== null && facts.isOpen && <QrCode text={url} label={`QR code of ${url}`} />}
      <div className={css['pageText']}>
        <p>
          {facts.isOpen ? device : 'A QR code is shown here when other devices may connect. The address:'}
        </p>
        <CopyLine text={url} name="address" />
        <Downloads files={[file]} />
      </div>
    </div>
  );
}

const TITLES: Readonly<Record<CertificateFile, string>> = {
  mobileconfig: 'Download profile',
  crt: 'Download certificate',
  pem: 'PEM',
  der: 'DER',
};

function Downloads({ files }: { readonly files: readonly CertificateFile[] }) {
  const all = [...new Set([...files, 'pem', 'der'] as const)];
  return (
    <p className={css['downloads']}>
      {all.map((file) => (
        <a
          key={file}
          href={`/ssl/${ROOT_FILE}.${file}`}
          download
          aria-label={file === 'pem' || file === 'der' ? `Download ${TITLES[file]}` : undefined}
        >
          <Download aria-hidden />
          {TITLES[file]}
        </a>
      ))}
    </p>
  );
}
