// A send that came to nothing: what failed, how far it got, what was not sent, and what most likely helps.
import { CircleX, Square } from 'lucide-react';
import { Certificates } from '../../../parts/certificates.tsx';
import shared from '../../../parts/content.module.css';
import { Button } from '../../../parts/index.ts';
import { sendRequest, type RequestFields, type Where } from '../sends/index.ts';
import type { Ended } from '../sends/state.ts';
import css from './error-tab.module.css';
import { failureOf, secondsText, type Remedy } from './failure.ts';
import { HowFar } from './how-far.tsx';
import type { Resend } from './props.ts';
import { mainExchange } from './shown.ts';
import { ProgramChoices } from './program-choices.tsx';
import { TrustChoices } from './trust-choices.tsx';

interface ErrorTabProps {
  readonly tab: string;
  readonly request: RequestFields;
  readonly where: Where;
  readonly send: Ended;
  readonly onSend: () => void;
}

export function ErrorTab({ send, tab, request, where, onSend }: ErrorTabProps) {
  const resend: Resend = (options, changed = request) =>
    void sendRequest(tab, changed, where, { ...options, staysOpen: send.isConnection });
  const { title, text, code, remedy } = failureOf(send);
  const { untrusted, program } = send.end;
  const isStopped = send.end.outcome === 'stopped' || send.end.outcome === 'skipped';
  const Icon = isStopped ? Square : CircleX;
  const tls = untrusted ?? mainExchange(send.exchanges)?.connection?.tls ?? null;
  return (
    <div className={shared['scroll']} role="region" aria-label="What happened" tabIndex={0}>
      <div className={css['said']} role="alert" data-stopped={isStopped}>
        <Icon aria-hidden />
        <div>
          <h3>{title}</h3>
          <p>{text}</p>
          {code !== null && <code>{code}</code>}
          {untrusted !== undefined && <TrustChoices {...{ untrusted, resend, onSend }} />}
          {program !== undefined && <ProgramChoices {...{ program, resend, onSend }} />}
          {remedy !== null && <RemedyButton {...{ remedy, request, resend, onSend }} />}
        </div>
      </div>
      {send.end.scriptErrors.map(({ where, event, line, message }, index) => (
        <p key={index} className={css['script']}>
          {event === 'test' ? 'After' : 'Before'} script of the {where}
          {line !== null && `, line ${line}`}: <code>{message}</code>
        </p>
      ))}
      <HowFar send={send} code={code} />
      {tls !== null && <Certificates tls={tls} at={new Date(send.startedAt).toISOString()} />}
    </div>
  );
}

interface RemedyButtonProps extends Pick<ErrorTabProps, 'request' | 'onSend'> {
  readonly remedy: Remedy;
  readonly resend: Resend;
}

function RemedyButton({ remedy, request, resend, onSend }: RemedyButtonProps) {
  switch (remedy.type) {
    case 'send':
      return (
        <Button kind="line" keys="mod+enter" onClick={onSend}>
          {remedy.isGoingOn === true ? 'Go on' : 'Send again'}
        </Button>
      );
    case 'signIn':
      return (
        <Button kind="line" onClick={() => resend({ signIn: true })}>
          Sign in and send
        </Button>
      );
    case 'wait':
      return (
        <Button kind="line" onClick={() => resend({}, withTimeout(request, remedy.timeoutMs))}>
          Wait {secondsText(remedy.timeoutMs)}
        </Button>
      );
  }
}

/** Returns the request with another time-out, for this send alone. */
function withTimeout(request: RequestFields, timeoutMs: number): RequestFields {
  const { settings } = request;
  return { ...request, settings: { ...(typeof settings === 'object' ? settings : {}), timeoutMs } };
}
