// Shows a saved certificate to a server on the spot, and says what the server made of it.
import { useId, useState } from 'react';
import { messageOf, rpc } from '../../../api/client.ts';
import { durationText } from '../../../format/measures.ts';
import { Button, FormRow, TextField } from '../../../parts/index.ts';
import { shownCertificates } from './certificates.ts';
import css from './client-certificates.module.css';

interface Outcome {
  readonly isGood: boolean;
  readonly text: string;
}

export function TryCertificate({ host }: { readonly host: string }) {
  const id = useId();
  const [server, setServer] = useState(/[*?]/.test(host) ? '' : host);
  const [isTrying, setTrying] = useState(false);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const tryIt = async (): Promise<void> => {
    setTrying(true);
    setOutcome(null);
    setOutcome(await outcomeOf(host, server));
    setTrying(false);
    await shownCertificates.load();
  };
  return (
    <FormRow label="Try against" htmlFor={id} hint="A server; port 443 unless it names one">
      <div className={css['try']}>
        <TextField
          id={id}
          mono
          value={server}
          onChange={setServer}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            // The form would be saved.
            event.preventDefault();
            if (server.trim() !== '' && !isTrying) void tryIt();
          }}
        />
        <Button kind="line" disabled={server.trim() === '' || isTrying} onClick={() => void tryIt()}>
          Try
        </Button>
      </div>
      <p role="status" className={outcome?.isGood === false ? css['problem'] : undefined}>
        {isTrying ? `Connecting to ${server}…` : outcome?.text}
      </p>
    </FormRow>
  );
}

async function outcomeOf(host: string, server: string): Promise<Outcome> {
  try {
    const { asked, refused, ms } = await rpc('client.try_client_certificate', { host, server });
    const time = durationText(ms);
    if (!asked) return { isGood: false, text: `${server} did not ask for a certificate, ${time}` };
    return refused === null
      ? { isGood: true, text: `${server} asked for it and took it, ${time}` }
      : { isGood: false, text: `${server} asked for it and refused it: ${refused}` };
  } catch (error) {
    return { isGood: false, text: messageOf(error) };
  }
}
