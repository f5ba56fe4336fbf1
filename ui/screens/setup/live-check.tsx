// The live check: whether traffic from the client has arrived, and whether it could be decrypted.
import { CircleCheck, CircleX, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { countText } from '../../format/measures.ts';
import { locationFragment } from '../../state/location.ts';
import { Note, Spinner } from '../../parts/index.ts';
import type { Guide } from './guides/index.ts';
import { filterOf, type Check } from './model/clients.ts';
import css from './setup.module.css';

const MAX_CLIENTS = 5;

export function LiveCheck({ guide, check }: { readonly guide: Guide; readonly check: Check }) {
  const { clients, requests, plain, decrypted, tunnels, refused } = check;
  const passed = tunnels - refused;
  return (
    <section className={css['check']} aria-label="Live check" role="status">
      <div className={css['checkHead']}>
        <h3>Live check</h3>
        <span className={css['quiet']}>
          <Spinner /> listening
        </span>
      </div>
      {requests === 0 && (
        <p className={css['nothing']}>
          Nothing has arrived from {guide.id === 'other' ? 'another device' : `“${guide.title}”`} yet. Open a
          page or an app there; this updates by itself.
        </p>
      )}
      {clients.slice(0, MAX_CLIENTS).map((client) => (
        <Line
          key={`${client.address} ${client.app ?? ''}`}
          isGood
          figure={client.isThisComputer ? count(client.requests) : client.address}
        >
          Traffic from <b>{client.app ?? agentName(client.agent) ?? client.address}</b>
        </Line>
      ))}
      {clients.length > MAX_CLIENTS && (
        <p className={css['nothing']}>and {clients.length - MAX_CLIENTS} more</p>
      )}
      {plain > 0 && (
        <Line isGood figure={count(plain)}>
          Plain HTTP seen
        </Line>
      )}
      {decrypted > 0 && (
        <Line isGood figure={count(decrypted)}>
          HTTPS decrypted
        </Line>
      )}
      {refused > 0 && (
        <Line isGood={false} figure={`${countText(refused)} of ${countText(tunnels + decrypted)}`}>
          HTTPS refused
        </Line>
      )}
      {passed > 0 && (
        <Line isGood={null} figure={count(passed)}>
          HTTPS not decrypted
        </Line>
      )}
      <Advice check={check} />
      {requests > 0 && (
        <p className={css['more']}>
          <a href={locationFragment('traffic', { filter: filterOf(check) })}>
            Show {clients.length === 1 ? 'its' : 'the'} requests
          </a>
        </p>
      )}
    </section>
  );
}

interface LineProps {
  /** Null for a fact that is neither good nor bad. */
  readonly isGood: boolean | null;
  readonly figure: string;
  readonly children: ReactNode;
}

function Line({ isGood, figure, children }: LineProps) {
  const Icon = isGood === null ? Info : isGood ? CircleCheck : CircleX;
  return (
    <div className={css['checkLine']} data-tone={isGood === null ? 'info' : isGood ? 'ok' : 'danger'}>
      <Icon aria-hidden />
      <span className={css['checkText']}>{children}</span>
      <span className={css['quiet']}>{figure}</span>
    </div>
  );
}

function Advice({ check: { requests, decrypted, refused, tunnels, reason } }: { readonly check: Check }) {
  if (requests === 0) return null;
  if (refused > 0 && decrypted === 0) {
    const alert = /alert "([^"]*)"/.exec(reason ?? '')?.[1];
    return (
      <Note tone="warn" icon={TriangleAlert} title="The certificate is not trusted yet">
        {alert === undefined ? 'It hung up during the handshake. ' : `It sent “${alert}”. `}
        Install and trust the certificate as the steps say; this updates by itself.
      </Note>
    );
  }
  if (refused > 0)
    return (
      <Note tone="info" icon={Info} title="Some connections are refused">
        Those apps pin their certificate or have a trust store of their own.
      </Note>
    );
  if (decrypted === 0 && tunnels > 0)
    return (
      <Note tone="info" icon={Info} title="HTTPS arrives and is not decrypted">
        {reason === null ? '' : `${reason.charAt(0).toUpperCase()}${reason.slice(1)}. `}
        <a href={locationFragment('settings', { page: 'ssl' })}>Choose what is decrypted</a>
      </Note>
    );
  return null;
}

function count(requests: number): string {
  return `${countText(requests)} request${requests === 1 ? '' : 's'}`;
}

/** Returns the name of a device by its browser or app: `iPhone`, or the first product of its User-Agent. */
function agentName(agent: string): string | null {
  return /iPhone|iPad|Android/.exec(agent)?.[0] ?? /^[\w.-]{1,40}/.exec(agent)?.[0] ?? null;
}
