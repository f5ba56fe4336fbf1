// The live check: which clients have sent traffic, and how much of it was decrypted.
import { useEffect } from 'react';
import type { ResultOf } from '../../../../src/session/methods/ui-types.ts';
import { rpc } from '../../../api/client.ts';
import { appStatus } from '../../../state/app.ts';
import { flowList } from '../../../state/flows.ts';
import { createResource, useResource } from '../../../state/resource.ts';

export type ClientFacts = ResultOf<'ui.clients'>[number];

/** The id of a guide, and so a kind of client. */
export type Source =
  | 'mac'
  | 'browser'
  | 'terminal'
  | 'ios'
  | 'simulator'
  | 'android'
  | 'java'
  | 'docker'
  | 'other';

const REFRESH_MS = 700;
const clients = createResource(() => rpc('ui.clients', {}));

/** Returns the clients, and updates them as requests arrive. */
export function useClients(): readonly ClientFacts[] {
  const { value } = useResource(clients);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const later = (): void => {
      timer ??= setTimeout(() => {
        timer = undefined;
        void clients.load();
        appStatus.refresh();
      }, REFRESH_MS);
    };
    const stop = flowList.subscribe(later);
    later();
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, []);
  return value ?? [];
}

const BROWSER = /chrom|firefox|safari|edge|brave|opera|vivaldi/i;
const APPLE = /iPhone|iPad|CFNetwork/;
const ANDROID = /Android|Dalvik|okhttp/;
const JAVA = /^(?:Java|okhttp|Apache-HttpClient|Ktor)/i;
const CONTAINER = /docker|podman|vpnkit|colima|lima/i;
/** The networks that Docker gives to containers. */
const CONTAINER_NETWORK = /^172\.(?:1[6-9]|2\d|3[01])\./;

const TESTS: Readonly<Record<Source, (client: ClientFacts) => boolean>> = {
  mac: ({ isThisComputer }) => isThisComputer,
  browser: isBrowser,
  terminal: (client) =>
    client.isThisComputer &&
    ![TESTS.browser, TESTS.java, TESTS.simulator, TESTS.docker].some((test) => test(client)),
  simulator: ({ isThisComputer, agent }) => isThisComputer && APPLE.test(agent),
  java: ({ isThisComputer, app, agent }) =>
    isThisComputer && (/^javaw?$/i.test(app ?? '') || JAVA.test(agent)),
  docker: ({ isThisComputer, app, address }) =>
    isThisComputer ? CONTAINER.test(app ?? '') : CONTAINER_NETWORK.test(address),
  ios: (client) => isDevice(client) && (APPLE.test(client.agent) || client.agent === ''),
  android: (client) => isDevice(client) && (ANDROID.test(client.agent) || client.agent === ''),
  other: isDevice,
};

function isBrowser({ isThisComputer, app, agent }: ClientFacts): boolean {
  return isThisComputer && (BROWSER.test(app ?? '') || agent.startsWith('Mozilla/'));
}

function isDevice(client: ClientFacts): boolean {
  return !client.isThisComputer && !TESTS.docker(client);
}

/** Returns the clients of this kind; a device that is not identified yet may be of any kind. */
export function clientsOf(source: Source, all: readonly ClientFacts[]): readonly ClientFacts[] {
  return all.filter(TESTS[source]);
}

/** The counts of the traffic from one kind of client. */
export interface Check {
  readonly clients: readonly ClientFacts[];
  readonly requests: number;
  readonly plain: number;
  readonly decrypted: number;
  readonly tunnels: number;
  readonly refused: number;
  /** The reason why the last undecrypted tunnel was not decrypted; null if there is none. */
  readonly reason: string | null;
}

/** Adds up the traffic of the clients of this kind. */
export function checkOf(source: Source, all: readonly ClientFacts[]): Check {
  const found = clientsOf(source, all);
  const sum = (key: 'requests' | 'plain' | 'decrypted' | 'tunnels' | 'refused'): number =>
    found.reduce((total, client) => total + client[key], 0);
  return {
    clients: found,
    requests: sum('requests'),
    plain: sum('plain'),
    decrypted: sum('decrypted'),
    tunnels: sum('tunnels'),
    refused: sum('refused'),
    reason: found.find(({ reason }) => reason !== null)?.reason ?? null,
  };
}

/** Returns a filter for the requests of the clients; empty when one of them cannot be told apart. */
export function filterOf({ clients: found }: Pick<Check, 'clients'>): string {
  const parts = found.map(({ isThisComputer, address, app }) =>
    isThisComputer ? app !== null && `app:=${JSON.stringify(app)}` : `client:=${JSON.stringify(address)}`,
  );
  const known = parts.filter((part) => part !== false);
  return known.length < parts.length ? '' : [...new Set(known)].join(' OR ');
}
