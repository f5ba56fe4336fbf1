// Lists the programs of this computer that bypass the proxy, with the reason and a way to capture them.
import { useEffect } from 'react';
import { rpc } from '../../api/client.ts';
import { capturedApp } from '../../state/location.ts';
import { count } from '../../state/actions.ts';
import { Badge, Button } from '../../parts/index.ts';
import { appStatus } from '../../state/app.ts';
import { createResource, useResource } from '../../state/resource.ts';
import css from './setup.module.css';

/** Returns true for a server on this computer, which is not on the web even if it listens on port 443. */
function isLoopback(address: string): boolean {
  return address.startsWith('127.') || address === '::1' || address.startsWith('::ffff:127.');
}

const REFRESH_MS = 5000;
const bypassing = createResource(() => rpc('bypassing_apps', {}));

export function BypassingApps() {
  const { value, error } = useResource(bypassing);
  const captured = useResource(appStatus).value?.capturedDomains;
  useEffect(() => {
    void bypassing.load();
    const timer = setInterval(() => void bypassing.load(), REFRESH_MS);
    return () => clearInterval(timer);
  }, [captured]);
  if (error !== null)
    return <p className={css['nothing']}>Apps that bypass the proxy are not known: {error}</p>;
  if (value === null) return null;
  const known = new Set(value.captured.map(({ app }) => app));
  const direct = value.direct
    .map(({ app, connections }) => ({
      app,
      connections: connections.filter(({ address }) => !isLoopback(address)),
    }))
    .filter(({ app, connections }) => app !== null && !known.has(app) && connections.length > 0);
  return (
    <section className={css['bypassing']} aria-label="Apps that bypass the proxy">
      <h3>Apps that bypass the proxy</h3>
      {direct.length + known.size === 0 && (
        <p className={css['quiet']}>None has a connection of its own now.</p>
      )}
      <ul>
        {value.captured.map(({ app, domains }) => (
          <li key={`captured ${app ?? ''}`}>
            <span className={css['bypassingText']}>
              <b>{app ?? 'Without an app'}</b> {domains.join(', ')}
            </span>
            <Badge tone="ok">Captured</Badge>
            {app !== null && (
              <Button kind="line" size="small" onClick={() => capturedApp.set(app)}>
                Change…
              </Button>
            )}
          </li>
        ))}
        {direct.map(({ app, connections }) => (
          <li key={app}>
            <span className={css['bypassingText']}>
              <b>{app}</b> {count(connections.length, 'connection')}: {connections[0]?.reason}
            </span>
            <Button kind="line" size="small" onClick={() => capturedApp.set(app)}>
              Capture…
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
