// Questions of trust: a server has shown a certificate that this machine does not trust. No choice is the main one, and
// none has the first focus; each covers only what is shown.
import { useState } from 'react';
import { rpc } from '../../../api/client.ts';
import { useCommands } from '../../../commands/index.ts';
import { Certificates } from '../../../parts/certificates.tsx';
import { Button, Dialog } from '../../../parts/index.ts';
import { attempt } from '../../../state/actions.ts';
import { locationFragment } from '../../../state/location.ts';
import { sayError } from '../../../state/toasts.ts';
import type { Untrusted } from '../sends/events.ts';
import type { Resend } from './props.ts';
import css from './trust-choices.module.css';

interface TrustChoicesProps {
  readonly untrusted: Untrusted;
  readonly resend: Resend;
  readonly onSend: () => void;
}

export function TrustChoices({ untrusted, resend, onSend }: TrustChoicesProps) {
  const [isAsking, setAsking] = useState(false);
  const { certificates, authority } = untrusted;
  const fingerprint = certificates[0]?.fingerprint;
  const sendOnce = (): void => {
    if (fingerprint !== undefined) resend({ trusting: fingerprint });
  };
  useCommands([
    {
      id: 'client.sendOnce',
      title: 'Send once without checking',
      group: 'client',
      keys: 'mod+alt+enter',
      inFields: true,
      run: sendOnce,
    },
  ]);
  if (fingerprint === undefined) return null;
  const trust = (scope: Scope, trusted: string): void =>
    void attempt('The certificate cannot be trusted', async () => {
      await trustCertificate(untrusted, scope, trusted);
      onSend();
    });
  return (
    <>
      <div className={css['choices']}>
        <Button kind="line" keys="mod+alt+enter" onClick={sendOnce}>
          Send once without checking
        </Button>
        <Button kind="line" onClick={() => trust('host', fingerprint)}>
          Trust for this host and send
        </Button>
        {authority !== null && (
          <Button kind="line" onClick={() => setAsking(true)}>
            Add the authority…
          </Button>
        )}
      </div>
      <p className={css['hint']}>
        Trust is for this certificate and this host, on this machine; forget it in{' '}
        <a href={locationFragment('settings', { page: 'clientCertificates' })}>Client certificates</a>.
      </p>
      {isAsking && authority !== null && (
        <AuthorityQuestion
          {...{ untrusted, authority }}
          onTrust={() => {
            setAsking(false);
            trust('authority', authority);
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}

type Scope = 'host' | 'authority';

async function trustCertificate({ host, port }: Untrusted, scope: Scope, fingerprint: string): Promise<void> {
  const { notSaved } = await rpc('client.trust_certificate', { host, port, fingerprint, for: scope });
  if (notSaved !== null) sayError(`The certificate is trusted until the app ends: ${notSaved}`);
}

interface AuthorityQuestionProps {
  readonly untrusted: Untrusted;
  readonly authority: string;
  readonly onTrust: () => void;
  readonly onClose: () => void;
}

function AuthorityQuestion({ untrusted, authority, onTrust, onClose }: AuthorityQuestionProps) {
  const shown = untrusted.certificates.filter(({ fingerprint }) => fingerprint === authority);
  return (
    <Dialog
      title="Trust this authority?"
      text="Sends of this workspace accept every certificate that it has signed, for any host, on this machine."
      isText
      onClose={onClose}
      actions={
        <>
          <Button kind="line" onClick={onClose}>
            Cancel
          </Button>
          <Button kind="line" onClick={onTrust}>
            Trust and send
          </Button>
        </>
      }
    >
      <Certificates tls={{ certificates: shown }} at={new Date().toISOString()} />
    </Dialog>
  );
}
