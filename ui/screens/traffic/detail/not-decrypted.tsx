// Says why a tunnel was not decrypted, and offers the fix.
import { Info, Lock } from 'lucide-react';
import { matchesWildcard } from '../../../../src/base/wildcard.ts';
import type { FlowSummary, ResultOf } from '../../../../src/session/methods/ui-types.ts';
import { Button, Note } from '../../../parts/index.ts';
import { settings } from '../../../state/app.ts';
import { useResource } from '../../../state/resource.ts';
import { go } from '../../../state/location.ts';
import { isViewer } from '../../../state/mode.ts';
import { parentPattern, setBypassed, setDecrypted } from '../actions/ssl-proxying.ts';

interface NotDecryptedProps {
  readonly flow: FlowSummary;
  /** A reason from docs/settings.md. */
  readonly reason: string;
}

const MENDABLE: ReadonlySet<string> = new Set(['bypassed', 'refused', 'not-listed']);

export function NotDecrypted({ flow, reason }: NotDecryptedProps) {
  const { host, app, notDecryptedCode: code = 'no-tls' } = flow;
  const { value } = useResource(settings);
  const since = value === null ? null : changedSince(value, { host, app, code });
  // A viewer has no app that could be fixed.
  if (!isViewer && MENDABLE.has(code))
    return since === null ? <Mendable flow={flow} reason={reason} /> : <Changed title={since} />;
  return (
    <Note tone="info" icon={Info} title="Not decrypted">
      {reason}
    </Note>
  );
}

function Mendable({ flow: { host, app, notDecryptedCode: code }, reason }: NotDecryptedProps) {
  const parent = parentPattern(host);
  if (code === 'bypassed')
    return (
      <Note
        tone="info"
        icon={Info}
        title={`Bypassed: ${host}`}
        actions={
          <Button kind="line" size="small" onClick={() => void setBypassed(host, false)}>
            Remove from bypass
          </Button>
        }
      >
        It is on the bypass list, so it is never decrypted.
      </Note>
    );
  if (code === 'refused')
    return (
      <Note
        tone="warn"
        icon={Lock}
        title={`${app ?? 'The client'} refused our certificate`}
        actions={
          <Button kind="line" size="small" onClick={() => void setBypassed(host, true)}>
            Add to bypass
          </Button>
        }
      >
        {`${reason}. It pins its certificate, has a trust store of its own, or does not trust the root certificate yet.`}
      </Note>
    );
  return (
    <Note
      tone="warn"
      icon={Lock}
      title={`Not decrypted: ${host} is not in SSL proxying`}
      actions={
        <>
          <Button kind="primary" size="small" onClick={() => void setDecrypted('host', host, true)}>
            Decrypt this host
          </Button>
          {parent !== null && (
            <Button kind="line" size="small" onClick={() => void setDecrypted('host', parent, true)}>
              Decrypt {parent}
            </Button>
          )}
          {app !== null && (
            <Button kind="line" size="small" onClick={() => void setDecrypted('app', app, true)}>
              Decrypt all of {app}
            </Button>
          )}
        </>
      }
    >
      Only host, times and sizes are visible. Requests from now on are decrypted once the host is listed.
    </Note>
  );
}

/** Shown after the fix, since the request itself stays as it was. */
function Changed({ title }: { readonly title: string }) {
  return (
    <Note
      tone="info"
      icon={Info}
      title={title}
      actions={
        <Button kind="line" size="small" onClick={() => go('settings', { page: 'ssl' })}>
          Settings
        </Button>
      }
    >
      It counts from the next connection on: have the client connect again, or restart it. This one stays as
      it was.
    </Note>
  );
}

/** Returns what has been changed about the reason since; null when nothing has. */
function changedSince(
  { sslProxyingHosts, sslProxyingApps, bypassHosts }: ResultOf<'get_settings'>,
  { host, app, code }: Pick<FlowSummary, 'host' | 'app'> & { readonly code: string | undefined },
): string | null {
  const isBypassed = bypassHosts.some((pattern) => matchesHost(pattern, host));
  if (code === 'bypassed') return isBypassed ? null : `${host} is no longer bypassed`;
  if (code === 'refused') return isBypassed ? `${host} is bypassed now` : null;
  const listed = sslProxyingHosts.find(({ enabled, pattern }) => enabled && matchesHost(pattern, host));
  if (listed !== undefined)
    return `Decrypted from now on: ${listed.pattern === host ? host : `${host}, by ${listed.pattern},`} is in SSL proxying`;
  const isApp = sslProxyingApps.some(({ enabled, name }) => enabled && isSame(name, app ?? ''));
  return isApp ? `Decrypted from now on: ${String(app)} is in SSL proxying` : null;
}

function matchesHost(pattern: string, host: string): boolean {
  return matchesWildcard(pattern.toLowerCase(), host.toLowerCase());
}

function isSame(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}
