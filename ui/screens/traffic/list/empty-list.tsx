// The reason why the list shows nothing, and what to do next.
import { CircleCheck, Copy, ShieldAlert, ShieldCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { copyText, count, proxyAddress, toggleRecording } from '../../../state/actions.ts';
import { StartButtons } from '../../../controls/start-client.tsx';
import { Button, Keys, Spinner } from '../../../parts/index.ts';
import { appStatus } from '../../../state/app.ts';
import { useResource } from '../../../state/resource.ts';
import { useStore } from '../../../state/store.ts';
import { chooseFiles } from '../actions/screen-actions.ts';
import type { Traffic } from '../model/rows.ts';
import { clearFilter, setFilter, setSource, toggleChip, view } from '../model/view.ts';
import css from './list.module.css';

export function EmptyList({ traffic }: { readonly traffic: Traffic }) {
  if (!traffic.isLoaded) return null;
  return (
    <div className={css['empty']}>
      <div className={css['emptyText']}>
        {traffic.total === 0 ? <NoRequests /> : <NoMatch hidden={traffic.total} />}
      </div>
    </div>
  );
}

function NoMatch({ hidden }: { readonly hidden: number }) {
  const { text, filter, chips, source } = useStore(view);
  const causes = [
    ...(text.trim() === '' ? [] : [text.trim()]),
    ...chips.map(({ value }) => value),
    ...(source.type === 'all' ? [] : ['the source at the left']),
  ];
  return (
    <>
      <h1>No request matches</h1>
      <p>
        {count(hidden, 'request').replace(/ requests?$/, '')} {hidden === 1 ? 'is' : 'are'} hidden by{' '}
        {causes.map((cause, index) => (
          <span key={cause}>
            {index > 0 && (index === causes.length - 1 ? ' and ' : ', ')}
            <code className="mono">{cause}</code>
          </span>
        ))}
        .
      </p>
      <div className={css['emptyActions']}>
        {(text !== '' || chips.length > 0) && (
          <Button kind="line" onClick={clearFilter}>
            Clear filter
          </Button>
        )}
        {filter.terms.length > 1 &&
          filter.terms.map((term) => (
            <Button
              key={term.start}
              onClick={() => setFilter(`${text.slice(0, term.start)}${text.slice(term.end)}`.trim())}
            >
              Drop {term.text}
            </Button>
          ))}
        {chips.map((chip) => (
          <Button key={`${chip.group} ${chip.value}`} onClick={() => toggleChip(chip)}>
            Drop {chip.value}
          </Button>
        ))}
        {source.type !== 'all' && (
          <Button onClick={() => setSource({ type: 'all' })}>Show all requests</Button>
        )}
      </div>
    </>
  );
}

function NoRequests() {
  const { value: status } = useResource(appStatus);
  if (status === null) return null;
  const address = proxyAddress(status.port);
  const command = `curl -x ${address} http://example.com/`;
  return (
    <>
      <h1>No requests yet</h1>
      {status.recording ? (
        <p>Recording is on. Nothing has been sent through {address} so far.</p>
      ) : (
        <p>Recording is paused, so requests pass without being listed.</p>
      )}
      {!status.recording && (
        <div className={css['emptyActions']}>
          <Button kind="primary" onClick={() => void toggleRecording()}>
            Resume recording
          </Button>
        </div>
      )}
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
            Trust the <a href="/ssl">root certificate</a>, and add hosts to SSL proxying. Until then HTTPS
            shows as tunnels: host, times and sizes only.
          </p>
        </Step>
        <Step number={3} title="Open a recording">
          <p className={css['hint']}>Drop a .har, .chlsj or .proxysession file here, or choose one.</p>
          <div className={css['emptyActions']}>
            <Button kind="line" size="small" onClick={chooseFiles}>
              Open file <Keys keys="mod+o" />
            </Button>
          </div>
        </Step>
      </ol>
      <ul className={css['facts']}>
        <li data-tone="ok">
          <CircleCheck aria-hidden /> Listening on <span className="mono">{address}</span>
        </li>
        {status.certificateTrusted ? (
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
    </>
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
