// Clients that refuse our certificate, host by host: told to the user, who can let such a host pass.
import { Lru } from '../../base/lru.ts';
import type { Client } from '../../flow/client.ts';

/** A host for which clients have refused our certificate. */
export interface RefusedHost {
  readonly host: string;
  /** How often, since the start. */
  readonly count: number;
  /** Apps that did, each once; without those that are not known. */
  readonly apps: readonly string[];
  /** Epoch milliseconds. */
  readonly lastAt: number;
}

const MAX_HOSTS = 1000;
const MAX_PAIRS = 1000;
const MAX_APPS = 20;

export class Refusals {
  /** Called after each refusal. */
  readonly #told: (refused: RefusedHost) => void;
  readonly #hosts = new Map<string, RefusedHost>();
  readonly #pairs = new Lru<string, true>(MAX_PAIRS);

  constructor(told: (refused: RefusedHost) => void = () => undefined) {
    this.#told = told;
  }

  /** The host refused last comes last; at most 1,000. */
  get hosts(): readonly RefusedHost[] {
    return [...this.#hosts.values()];
  }

  add(host: string, client: Client): void {
    this.#pairs.set(pair(host, client), true);
    const before = this.#hosts.get(host);
    const apps = new Set(before?.apps);
    if (client.app !== null && apps.size < MAX_APPS) apps.add(client.app);
    const refused = { host, count: (before?.count ?? 0) + 1, apps: [...apps], lastAt: Date.now() };
    this.#hosts.delete(host);
    this.#hosts.set(host, refused);
    if (this.#hosts.size > MAX_HOSTS) {
      const [oldest] = this.#hosts.keys();
      if (oldest !== undefined) this.#hosts.delete(oldest);
    }
    this.#told(refused);
  }

  /** Whether this app, or this device where the app is not known, refused our certificate for this host. */
  has(host: string, client: Client): boolean {
    return this.#pairs.get(pair(host, client)) === true;
  }
}

function pair(host: string, client: Client): string {
  return `${client.address} ${client.app ?? ''} ${host.toLowerCase()}`;
}
