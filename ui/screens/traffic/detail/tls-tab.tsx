// The TLS connection to the server, and whether it was decrypted.
import { LockOpen, Lock } from 'lucide-react';
import type { FlowDetail } from '../../../../src/session/methods/ui-types.ts';
import { Badge } from '../../../parts/index.ts';
import { Certificates } from '../../../parts/certificates.tsx';
import shared from '../../../parts/content.module.css';
import css from './tls-tab.module.css';
import { Facts } from '../../../parts/name-values.tsx';

export function TlsTab({ detail }: { readonly detail: FlowDetail }) {
  const { tls, decrypted, url, notDecrypted } = detail;
  if (url.startsWith('http:')) return <p className={shared['hint']}>This is plain HTTP: there is no TLS.</p>;
  if (url.startsWith('mcp:'))
    return <p className={shared['hint']}>This passed through a pipe: there is no TLS.</p>;
  return (
    <div className={shared['scroll']} role="region" aria-label="TLS" tabIndex={0}>
      <div className={css['badges']}>
        {decrypted ? (
          <Badge tone="ok" icon={LockOpen}>
            Decrypted
          </Badge>
        ) : (
          <Badge icon={Lock}>Not decrypted</Badge>
        )}
        {tls?.verified === false && <Badge tone="warn">Certificate not verified</Badge>}
      </div>
      <Facts
        rows={[
          ['Version', tls?.version],
          ['Cipher', tls?.cipher],
          ['ALPN', tls?.alpn],
          ['Server name', tls?.sni],
          ['Why not', notDecrypted],
        ]}
      />
      {tls !== undefined && <Certificates tls={tls} at={detail.startedAt} />}
      {tls === undefined && (
        <p className={shared['hint']}>No TLS connection to the server was opened for it.</p>
      )}
    </div>
  );
}
