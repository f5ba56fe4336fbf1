// Remembers the clients that rejected our certificate, by host. The user is notified, and the host can be passed
// through undecrypted.
import { Lru } from '../../base/lru.ts';
import type { Client } from '../../flow/client.ts';

/** A host for which clients rejected our certificate. */
export interface RejectedHost {
  readonly host: string;
  /** Number of rejections since the start. */
  readonly count: number;
  /** The apps that rejected it, each once; unknown apps are left out. */
  readonly apps: readonly string[];
  /** Epoch milliseconds. */
  readonly lastAt: number;
}

const MAX_HOSTS = 1000;
const MAX_PAIRS = 1000;
const MAX_APPS = 20;

export class CertificateRejections {
  readonly #onRejection: (rejected: RejectedHost) => void;
  readonly #hosts = new Map<string, RejectedHost>();
  readonly #pairs = new Lru<string, true>(MAX_PAIRS);

  /** `onRejection` is called after each rejection. */
  constructor(onRejection: (rejected: RejectedHost) => void = () => undefined) {
    this.#onRejection = onRejection;
  }

  /** At most 1,000 hosts, the one rejected last at the end. */
  get hosts(): readonly RejectedHost[] {
    return [...this.#hosts.values()];
  }

  add(host: string, client: Client): void {
    const key = client.keyWith(host);
    if (key !== null) this.#pairs.set(key, true);
    const name = host.toLowerCase();
    const previous = this.#hosts.get(name);
    const apps = new Set(previous?.apps);
    if (client.app !== null && apps.size < MAX_APPS) apps.add(client.app);
    const rejected = { host, count: (previous?.count ?? 0) + 1, apps: [...apps], lastAt: Date.now() };
    this.#hosts.delete(name);
    this.#hosts.set(name, rejected);
    if (this.#hosts.size > MAX_HOSTS) {
      const [oldest] = this.#hosts.keys();
      if (oldest !== undefined) this.#hosts.delete(oldest);
    }
    this.#onRejection(rejected);
  }

  /** True when any client has rejected our certificate for this host. */
  names(host: string): boolean {
    return this.#hosts.has(host.toLowerCase());
  }

  /**
   * True when this process, or the device that it runs on where that is another one, has rejected our certificate for
   * this host. Another process of the same program may be configured to trust it.
   */
  has(host: string, client: Client): boolean {
    const key = client.keyWith(host);
    return key !== null && this.#pairs.get(key) === true;
  }
}
