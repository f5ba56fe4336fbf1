// Says why a tunnel was not decrypted, and offers the fix.
import { Info, Lock } from 'lucide-react';
import type { FlowSummary } from '../../../../src/session/methods/ui-types.ts';
import { Button, Note } from '../../../parts/index.ts';
import { isViewer } from '../../../state/mode.ts';
import { parentPattern, setBypassed, setDecrypted } from '../actions/ssl-proxying.ts';

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
