// The question about a program that a request would start: no choice is the main one, and none has the first focus.
import { rpc } from '../../../api/client.ts';
import { Button } from '../../../parts/index.ts';
import { attempt } from '../../../state/actions.ts';
import { locationFragment } from '../../../state/location.ts';
import type { UnallowedProgram } from '../sends/events.ts';
import css from './trust-choices.module.css';
import type { Resend } from './props.ts';

interface ProgramChoicesProps {
  readonly program: UnallowedProgram;
  readonly resend: Resend;
  readonly onSend: () => void;
}

export function ProgramChoices({
  program: { fingerprint, description },
  resend,
  onSend,
}: ProgramChoicesProps) {
  const allow = (): void =>
    void attempt('The program cannot be allowed', async () => {
      await rpc('client.allow_program', { fingerprint });
      onSend();
    });
  return (
    <>
      <pre className={css['command']} tabIndex={0} aria-label="Command">
        {description}
      </pre>
      <div className={css['choices']}>
        <Button kind="line" onClick={() => resend({ starting: fingerprint })}>
          Start it for this send
        </Button>
        <Button kind="line" onClick={allow}>
          Allow it and send
        </Button>
      </div>
      <p className={css['hint']}>
        It is allowed on this machine, until its command line or its files change; forget it in{' '}
        <a href={locationFragment('settings', { page: 'clientCertificates' })}>Client certificates</a>.
      </p>
    </>
  );
}
