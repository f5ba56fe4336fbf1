// Shown before the first request: what to do next, and what is already set up.
import { CircleCheck, Copy, ShieldAlert, ShieldCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { StartButtons } from '../../../controls/start-client.tsx';
import { Button, Keys, Spinner } from '../../../parts/index.ts';
import { copyText, proxyAddress, toggleRecording } from '../../../state/actions.ts';
import { appStatus } from '../../../state/app.ts';
import { useResource } from '../../../state/resource.ts';
import { chooseFiles } from '../actions/screen-actions.ts';
import shared from './empty-list.module.css';
import css from './no-requests.module.css';

export function NoRequests() {
  const { value: status } = useResource(appStatus);
  if (status === null) return null;
  const address = proxyAddress(status.port);
  return (
    <>
      <h1>No requests yet</h1>
      {status.recording ? (
        <p>Recording is on. Nothing has been sent through {address} so far.</p>
      ) : (
        <p>Recording is paused, so requests pass without being listed.</p>
      )}
      {!status.recording && (
        <div className={shared['emptyActions']}>
          <Button kind="primary" onClick={() => void toggleRecording()}>
            Resume recording
          </Button>
        </div>
      )}
      <FirstSteps address={address} />
      <Facts address={address} isTrusted={status.certificateTrusted} />
    </>
  );
}

function FirstSteps({ address }: { readonly address: string }) {
  const command = `curl -x ${address} http://example.com/`;
  return (
    <ol className={css['steps']}>
      <Step number={1} title="Send a first request">
        <div className={css['commandLine']}>
          <code>$ {command}</code>
          <Button icon={Copy} size="small" onClick={() => void copyText(command, 'Copied the command')}>
            Copy
          </Button>
        </div>
        <p className={css['hint']}>It appears here at once. Nothing on this computer changes.</p>
        <StartButtons targets={['chromium', 'firefox', 'terminal']} />
      </Step>
      <Step number={2} title="Decrypt HTTPS">
        <p className={css['hint']}>
          Trust the <a href="/ssl">root certificate</a>, and add hosts to SSL proxying. Until then HTTPS shows
          as tunnels: host, times and sizes only.
        </p>
      </Step>
      <Step number={3} title="Open a recording">
        <p className={css['hint']}>Drop a .har, .chlsj or .proxysession file here, or choose one.</p>
        <div className={shared['emptyActions']}>
          <Button kind="line" size="small" onClick={chooseFiles}>
            Open file <Keys keys="mod+o" />
          </Button>
        </div>
      </Step>
    </ol>
  );
}

interface FactsProps {
  readonly address: string;
  /** True when this computer trusts the root certificate. */
  readonly isTrusted: boolean;
}

function Facts({ address, isTrusted }: FactsProps) {
  return (
    <ul className={css['facts']}>
      <li data-tone="ok">
        <CircleCheck aria-hidden />
        <span>
          Listening on <span className="mono">{address}</span>
        </span>
      </li>
      {isTrusted ? (
        <li data-tone="ok">
          <ShieldCheck aria-hidden /> Root certificate trusted by this computer
        </li>
      ) : (
        <li data-tone="warn">
          <ShieldAlert aria-hidden /> Root certificate made, not trusted by this computer
        </li>
      )}
      <li>
        <Spinner /> Waiting for the first request
      </li>
    </ul>
  );
}

interface StepProps {
  readonly number: number;
  readonly title: string;
  readonly children: ReactNode;
}

function Step({ number, title, children }: StepProps) {
  return (
    <li className={css['step']}>
      <span className={css['stepNumber']} aria-hidden>
        {number}
      </span>
      <div>
        <div className={css['stepHead']}>
          <h2>{title}</h2>
        </div>
        {children}
      </div>
    </li>
  );
}
