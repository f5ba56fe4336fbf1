// Says why a tunnel was not decrypted, and offers the fix.
import { Info, Lock } from 'lucide-react';
import type { FlowSummary } from '../../../../src/session/methods/ui-types.ts';
import { rpc } from '../../../api/client.ts';
import { attempt } from '../../../state/actions.ts';
import { Button, Note } from '../../../parts/index.ts';
import { settings } from '../../../state/app.ts';
import { isViewer } from '../../../state/mode.ts';
import { say } from '../../../state/toasts.ts';
import { decrypt } from '../actions/request-actions.ts';

interface NotDecryptedProps {
  readonly flow: FlowSummary;
  /** A reason from docs/settings.md. */
  readonly reason: string;
}

const MENDABLE: ReadonlySet<string> = new Set(['bypassed', 'refused', 'not-listed']);

export function NotDecrypted({ flow, reason }: NotDecryptedProps) {
  const { notDecryptedCode: code = 'no-tls' } = flow;
  // A viewer has no app that could be fixed.
  if (!isViewer && MENDABLE.has(code)) return <Mendable flow={flow} reason={reason} />;
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
          <Button kind="line" size="small" onClick={() => void changeBypass(host, false)}>
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
          <Button kind="line" size="small" onClick={() => void changeBypass(host, true)}>
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
          <Button kind="primary" size="small" onClick={() => void decrypt('add_host', host)}>
            Decrypt this host
          </Button>
          {parent !== null && (
            <Button kind="line" size="small" onClick={() => void decrypt('add_host', parent)}>
              Decrypt {parent}
            </Button>
          )}
          {app !== null && (
            <Button kind="line" size="small" onClick={() => void decrypt('add_app', app)}>
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

/** Returns `*.example.com` for `a.example.com`; null for an address or a host without a subdomain. */
export function parentPattern(host: string): string | null {
  const labels = host.split('.');
  if (labels.length < 3 || host.includes(':') || /^[\d.]+$/.test(host)) return null;
  return `*.${labels.slice(1).join('.')}`;
}

async function changeBypass(host: string, isBypassed: boolean): Promise<void> {
  await attempt('The bypass list cannot be changed', async () => {
    const { bypassHosts } = await rpc('get_settings', {});
    const others = bypassHosts.filter((pattern) => pattern !== host);
    const changed = isBypassed ? [...others, host] : others;
    if (!isBypassed && changed.length === bypassHosts.length)
      throw new Error(`it has a pattern that matches ${host}: ${bypassHosts.join(', ')}`);
    await rpc('update_settings', { changes: { bypassHosts: changed } });
    settings.refresh();
    say(isBypassed ? `${host} is bypassed from now on` : `${host} is no longer bypassed`);
  });
}
