// The ports of the proxy: its own, one for SOCKS, one for each reverse proxy; and their changes while it
// runs.
import { messageOf, SettingError, systemCode } from '../base/errors.ts';
import type { Client } from '../flow/client.ts';
import type { ProxyContext } from './context.ts';
import { Listener, type Accept, type Identify } from './listener.ts';
import { readReverseTarget, serveReverse, type ReverseProxy } from './reverse/reverse.ts';
import { serveSocks, type SocksOptions } from './socks/serve.ts';

export interface ListenerSetOptions {
  /** Address to listen on. */
  readonly host: string;
  /** 0 for a free one. */
  readonly port: number;
  readonly socks: SocksOptions;
  readonly reverseProxies: readonly ReverseProxy[];
}

/** A change that is ready, and can still be undone. */
export interface PreparedChange {
  commit(): void;
  /** Restores the previous state. */
  undo(): Promise<void>;
}

/**
 * Time for connections of a retired port to end: the response to the request that retired it is among them.
 */
const GRACE_MS = 1000;

interface Wanted {
  /** The purpose, unique among the ports. */
  readonly role: string;
  /** Distinguishes ports of one role that cannot replace each other. */
  readonly terms: string;
  /** The setting that an error names; null for the proxy's own port. */
  readonly setting: string | null;
  readonly host: string;
  readonly port: number;
  readonly accept?: Accept;
}

interface Opened extends Wanted {
  readonly listener: Listener;
}

export class ListenerSet {
  readonly #contextOf: () => ProxyContext;
  readonly #identify: Identify;
  #opened: readonly Opened[] = [];
  readonly #leaving = new Map<Listener, NodeJS.Timeout>();

  /** `contextOf` creates the context of a port. */
  constructor(contextOf: () => ProxyContext, identify: Identify) {
    this.#contextOf = contextOf;
    this.#identify = identify;
  }

  /** The proxy's own port. */
  get main(): Listener {
    return this.#opened[0]!.listener;
  }

  /** The port of SOCKS; null when it has none of its own. */
  get socks(): number | null {
    return this.#opened.find(({ role }) => role === 'socks')?.listener.port ?? null;
  }

  /** Ports of the enabled reverse proxies, by id. */
  get reverse(): ReadonlyMap<string, number> {
    const ports = this.#opened.filter(({ role }) => role.startsWith(REVERSE));
    return new Map(ports.map(({ role, listener }) => [role.slice(REVERSE.length), listener.port]));
  }

  /** Returns true when a request to this port of this machine would reach the proxy's own port, or SOCKS. */
  isOwn(port: number): boolean {
    return this.#opened.some(({ role, listener }) => listener.port === port && !role.startsWith(REVERSE));
  }

  /** Returns true when it is one of the proxy's ports. */
  has(port: number): boolean {
    return this.#opened.some(({ listener }) => listener.port === port);
  }

  /**
   * Opens missing ports. Ports that stay are not touched; retired ones stop accepting, and only where their
   * number is needed again. Rejects, with nothing changed, with the system's error when the proxy's own port
   * cannot be opened, with a SettingError when another cannot.
   */
  async prepare(options: ListenerSetOptions): Promise<PreparedChange> {
    const requested = requestedPorts(options);
    const stays = (old: Opened): boolean => requested.some((one) => isSame(one, old));
    const leaving = this.#opened.filter((old) => !stays(old));
    const missing = requested.filter((one) => !this.#opened.some((old) => isSame(one, old)));
    const conflicting = leaving.filter(({ listener }) => missing.some(({ port }) => port === listener.port));
    const opened: Opened[] = [];
    const undo = async (): Promise<void> => {
      await Promise.all(opened.map(({ listener }) => listener.close()));
      for (const { listener } of conflicting) await listener.wake();
    };
    for (const { listener } of conflicting) listener.stopAccepting();
    try {
      for (const one of missing) opened.push(await this.#open(one));
    } catch (error) {
      await undo();
      throw error;
    }
    const commit = (): void => {
      const all = [...this.#opened.filter(stays), ...opened];
      this.#opened = all.toSorted((a, b) => Number(b.role === OWN) - Number(a.role === OWN));
      for (const { listener } of leaving) this.#retire(listener);
    };
    return { commit, undo };
  }

  /** Closes the connections of these clients. */
  disconnect(isCut: (client: Client) => boolean): void {
    for (const { listener } of this.#opened) listener.disconnect(isCut);
  }

  async close(): Promise<void> {
    const all = [...this.#opened.map(({ listener }) => listener), ...this.#leaving.keys()];
    for (const timer of this.#leaving.values()) clearTimeout(timer);
    this.#leaving.clear();
    await Promise.all(all.map((listener) => listener.close()));
  }

  async #open(requested: Wanted): Promise<Opened> {
    const { setting, port } = requested;
    try {
      const options = { ...requested, identify: this.#identify };
      return { ...requested, listener: await Listener.on(options, this.#contextOf()) };
    } catch (error) {
      if (setting === null) throw error;
      throw new SettingError(portError(setting, port, error), { cause: error });
    }
  }

  #retire(listener: Listener): void {
    listener.stopAccepting();
    const timer = setTimeout(() => {
      this.#leaving.delete(listener);
      void listener.close();
    }, GRACE_MS);
    this.#leaving.set(listener, timer.unref());
  }
}

const OWN = 'proxy';
const REVERSE = 'reverse ';

/** Lists the requested ports, the proxy's own first. Throws a SettingError when a target is invalid. */
function requestedPorts({ host, port, socks, reverseProxies }: ListenerSetOptions): readonly Wanted[] {
  const own: Wanted = { role: OWN, terms: host, setting: null, host, port };
  const socksPort: readonly Wanted[] = socks.isEnabled
    ? [{ role: 'socks', terms: host, setting: 'socks.port', host, port: socks.port, accept: serveSocks }]
    : [];
  return [
    own,
    ...socksPort,
    ...reverseProxies.filter(({ enabled }) => enabled).map((one) => reversePort(host, one)),
  ];
}

function reversePort(host: string, reverse: ReverseProxy): Wanted {
  const target = readReverseTarget(reverse);
  return {
    role: `${REVERSE}${reverse.id}`,
    terms: `${host} ${JSON.stringify(target)}`,
    setting: `reverseProxies: listenPort${reverse.name === '' ? '' : ` of "${reverse.name}"`}`,
    host,
    port: reverse.listenPort,
    accept: (socket, client, context) => void serveReverse(socket, client, context, target),
  };
}

function isSame(requested: Wanted, opened: Opened): boolean {
  const { role, terms, port } = requested;
  return (
    role === opened.role && terms === opened.terms && (port === opened.port || port === opened.listener.port)
  );
}

function portError(setting: string, port: number, error: unknown): string {
  if (systemCode(error) === 'EADDRINUSE')
    return `${setting}: port ${port} is in use: stop the program that uses it, or choose another port`;
  if (systemCode(error) === 'EACCES')
    return `${setting}: port ${port} may not be used by this user: choose one above 1023`;
  return `${setting}: cannot listen on port ${port}: ${messageOf(error)}`;
}
