// The capture sheet: the domains of an app that ignores the proxy, what capturing them changes on this computer, and
// the user's confirmation. `open_capture` and the list of apps that bypass the proxy open it.
import { useEffect, useState } from 'react';
import type { ResultOf } from '../../src/session/methods/ui-types.ts';
import { messageOf, rpc } from '../api/client.ts';
import { Badge, Button, Checkbox, CopyLine, Dialog, Spinner } from '../parts/index.ts';
import { useStore } from '../state/store.ts';
import { attempt, count } from '../state/actions.ts';
import { capturedApp } from '../state/location.ts';
import { captureDomains, useDomains, type Domains } from './capture-domains.ts';
import css from './capture-sheet.module.css';

type Plan = ResultOf<'ui.dns_capture'>;

const REFRESH_MS = 3000;

export function CaptureSheet() {
  const app = useStore(capturedApp);
  return app === null ? null : <Sheet key={app} app={app} />;
}

function Sheet({ app }: { readonly app: string }) {
  const domains = useDomains(app);
  const [isDone, setDone] = useState(false);
  const plan = usePlan(domains.chosen, isDone);
  const [error, setError] = useState<string | null>(null);
  const close = (): void => capturedApp.set(null);
  const capture = async (): Promise<void> => {
    try {
      await captureDomains(app, domains.captured, domains.chosen);
      setDone(domains.chosen.length > 0);
      if (domains.chosen.length === 0) close();
    } catch (reason) {
      setError(messageOf(reason));
    }
  };
  const { length } = domains.chosen;
  const isEnding = length === 0 && domains.captured.length > 0;
  return (
    <Dialog
      title={`Capture ${app}`}
      text={`${app} does not use the proxy of the system. Its domains can be led to this computer instead.`}
      onClose={close}
      actions={
        <>
          <Button kind="line" autoFocus onClick={close}>
            {isDone ? 'Done' : 'Cancel'}
          </Button>
          {!isDone && (
            <Button kind="primary" disabled={length === 0 && !isEnding} onClick={() => void capture()}>
              {isEnding ? 'Stop capturing' : `Capture ${count(length, 'domain')}`}
            </Button>
          )}
        </>
      }
    >
      {(error ?? domains.error) !== null && (
        <p className={css['error']} role="alert">
          {error ?? domains.error}
        </p>
      )}
      {!isDone && <DomainList domains={domains} />}
      {plan !== null && length > 0 && <Changes plan={plan} isDone={isDone} />}
      {plan !== null && isDone && <Led domains={domains.chosen} led={plan.led} />}
    </Dialog>
  );
}

function DomainList({ domains: { groups, chosen, isLoading, toggle } }: { readonly domains: Domains }) {
  const [typed, setTyped] = useState('');
  const add = (): void => {
    const domain = typed.trim();
    if (domain !== '' && !chosen.includes(domain)) toggle(domain);
    setTyped('');
  };
  if (isLoading) return <Spinner label="Looking for the domains of the app" />;
  return (
    <>
      {groups
        .filter(([, domains]) => domains.length > 0)
        .map(([title, domains]) => (
          <fieldset key={title} className={css['group']}>
            <legend>{title}</legend>
            {domains.map((domain) => (
              <Checkbox
                key={domain}
                id={`capture-${domain}`}
                label={domain}
                checked={chosen.includes(domain)}
                onChange={() => toggle(domain)}
              />
            ))}
          </fieldset>
        ))}
      <form
        className={css['add']}
        onSubmit={(event) => {
          event.preventDefault();
          add();
        }}
      >
        <input
          aria-label="Another domain"
          className="mono"
          placeholder="Another domain, such as api.example.com"
          value={typed}
          spellCheck={false}
          onChange={({ target }) => setTyped(target.value)}
        />
        <Button kind="line" disabled={typed.trim() === ''} onClick={add}>
          Add
        </Button>
      </form>
    </>
  );
}

/** Returns what capturing the domains takes, or null while it loads. */
function usePlan(domains: readonly string[], isDone: boolean): Plan | null {
  const [plan, setPlan] = useState<Plan | null>(null);
  const key = domains.join(' ');
  useEffect(() => {
    let isCurrent = true;
    const load = async (): Promise<void> => {
      const next = await rpc('ui.dns_capture', { domains: key === '' ? [] : key.split(' ') });
      if (isCurrent) setPlan(next);
    };
    void attempt('The commands cannot be shown', load);
    // The user's commands may redirect domains meanwhile. A failure to reload is a lost connection, which the page
    // shows.
    const timer = setInterval(() => void load().catch(() => undefined), REFRESH_MS);
    return () => {
      isCurrent = false;
      clearInterval(timer);
    };
  }, [key, isDone]);
  return plan;
}

/** Shows for each domain whether the system redirects it to the proxy, as the commands make it do. */
function Led({ domains, led }: { readonly domains: readonly string[]; readonly led: Plan['led'] }) {
  const ours = led.filter(({ domain }) => domains.includes(domain));
  return (
    <ul className={css['led']} aria-label="Domains that are led here" aria-live="polite">
      {ours.map(({ domain, isLed }) => (
        <li key={domain}>
          <span className="mono">{domain}</span>
          <Badge tone={isLed ? 'ok' : 'warn'}>{isLed ? 'Led here' : 'Not led here yet'}</Badge>
        </li>
      ))}
    </ul>
  );
}

function Changes({ plan, isDone }: { readonly plan: Plan; readonly isDone: boolean }) {
  const { ports, means, apply, undo } = plan;
  return (
    <section className={css['changes']} aria-label="What changes on this computer">
      <h3>{isDone ? 'Now run this in a terminal' : 'What changes on this computer'}</h3>
      <p>
        Traffic Proxy answers for these domains on port {ports.dns}, and takes their traffic on ports{' '}
        {ports.http} and {ports.https}. {means} is told so by the commands below, which you run: they may ask
        for your password.
      </p>
      {apply.map((command) => (
        <CopyLine key={command} text={command} name="command" />
      ))}
      <details>
        <summary>Take it back</summary>
        {undo.map((command) => (
          <CopyLine key={command} text={command} name="command that takes it back" />
        ))}
      </details>
    </section>
  );
}
