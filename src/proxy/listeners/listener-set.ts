// The ports of the proxy: its own, one for SOCKS, one for each reverse proxy; and their changes while it
// runs.
import { messageOf, SettingError, systemCode } from '../../base/errors.ts';
import type { Client } from '../../flow/client.ts';
import { isOwnAddress, reachesLoopback } from '../../net/address.ts';
import type { ProxyContext } from '../shared/context.ts';
import { lacksIpv6, Listener, type Accept, type Identify } from './listener.ts';
import { serveDnsCaptured } from './dns-captured.ts';
import { readReverseTarget, serveReverse, type ReverseProxy } from '../reverse/reverse.ts';
import { serveSocks, type SocksOptions } from '../socks/serve.ts';

export interface ListenerSetOptions {
  /** Address to listen on. */
  readonly host: string;
  /** 0 for a free one. */
  readonly port: number;
  readonly socks: SocksOptions;
  readonly reverseProxies: readonly ReverseProxy[];
  readonly dnsCapture: DnsCapturePorts;
}

/** The ports of this machine to which captured names lead. */
export interface DnsCapturePorts {
  readonly isEnabled: boolean;
  readonly httpPort: number;
  readonly httpsPort: number;
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

interface ListenerSpec {
  /** The purpose, unique among the ports. */
  readonly role: string;
  /** Distinguishes ports of one role that cannot replace each other. */
  readonly terms: string;
  /** The setting that an error names; null for the proxy's own port. */
  readonly setting: string | null;
  readonly host: string;
  readonly port: number;
  readonly accept?: Accept;
  /** True for a port that is left out on a system without the address. */
  readonly isOptional?: boolean;
}

interface Opened extends ListenerSpec {
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
    return this.#opened.find(({ role }) => role === SOCKS)?.listener.port ?? null;
  }

  /** Ports of the enabled reverse proxies, by id. */
  get reverse(): ReadonlyMap<string, number> {
    const reverse = this.#opened.filter(({ role }) => role.startsWith(REVERSE));
    return new Map(reverse.map(({ role, listener }) => [role.slice(REVERSE.length), listener.port]));
  }

  /** Returns true when a request to this port of this machine would reach the proxy's own port, or SOCKS. */
  isOwn(port: number): boolean {
    return this.#opened.some(
      ({ role, listener }) => listener.port === port && (role === OWN || role === SOCKS),
    );
  }

  /** Returns true when a connection to this address and port would come to one of the proxy's ports. */
  accepts(address: string, port: number): boolean {
    return this.#opened.some(
      ({ listener, accept }) =>
        listener.port === port &&
        (accept === serveDnsCaptured ? reachesLoopback(address) : isOwnAddress(address)),
    );
  }

  /**
   * Opens missing ports. Remaining ports stay as they are; a retired port stops accepting only when its number is
   * needed again. Rejects, with nothing changed, with the system's error when the proxy's own port cannot be opened,
   * with a SettingError when another cannot.
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
      for (const one of missing) {
        const done = await this.#open(one);
        if (done !== null) opened.push(done);
      }
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

  /** Null for an optional port on a system without the address. */
  async #open(requested: ListenerSpec): Promise<Opened | null> {
    const { setting, port, isOptional } = requested;
    try {
      const options = { ...requested, identify: this.#identify };
      return { ...requested, listener: await Listener.on(options, this.#contextOf()) };
    } catch (error) {
      if (setting === null) throw error;
      if (isOptional === true && lacksIpv6(error)) return null;
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
const SOCKS = 'socks';
const REVERSE = 'reverse ';

/** Lists the requested ports, the proxy's own first. Throws a SettingError when a target is invalid. */
function requestedPorts({
  host,
  port,
  socks,
  reverseProxies,
  dnsCapture,
}: ListenerSetOptions): readonly ListenerSpec[] {
  const own: ListenerSpec = { role: OWN, terms: host, setting: null, host, port };
  const socksPort: readonly ListenerSpec[] = socks.isEnabled
    ? [{ role: SOCKS, terms: host, setting: 'socks.port', host, port: socks.port, accept: serveSocks }]
    : [];
  return [
    own,
    ...socksPort,
    ...reverseProxies.filter(({ enabled }) => enabled).map((one) => reversePort(host, one)),
    ...(dnsCapture.isEnabled ? dnsCapturePorts(dnsCapture) : []),
  ];
}

function reversePort(host: string, reverse: ReverseProxy): ListenerSpec {
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

/** Captured names lead to the loopback addresses, of which IPv6 may be missing. */
function dnsCapturePorts({ httpPort, httpsPort }: DnsCapturePorts): readonly ListenerSpec[] {
  const settings = { 'dnsCapture.httpPort': httpPort, 'dnsCapture.httpsPort': httpsPort };
  return Object.entries(settings).flatMap(([setting, port]) =>
    ['127.0.0.1', '::1'].map((host) => ({
      role: `${setting} ${host}`,
      terms: host,
      setting,
      host,
      port,
      accept: serveDnsCaptured,
      isOptional: host === '::1',
    })),
  );
}

function isSame(requested: ListenerSpec, opened: Opened): boolean {
  const { role, terms, port } = requested;
  return (
    role === opened.role && terms === opened.terms && (port === opened.port || port === opened.listener.port)
  );
}

/** Captured names lead to the usual ports only, which some systems give to everybody when they are told to. */
function allowPort(setting: string, port: number): string {
  if (setting.startsWith('dnsCapture') && process.platform === 'linux')
    return `allow it with: sudo sysctl net.ipv4.ip_unprivileged_port_start=${port}`;
  return 'choose one above 1023';
}

function portError(setting: string, port: number, error: unknown): string {
  if (systemCode(error) === 'EADDRINUSE')
    return `${setting}: port ${port} is in use: stop the program that uses it, or choose another port`;
  if (systemCode(error) === 'EACCES')
    return `${setting}: port ${port} may not be used by this user: ${allowPort(setting, port)}`;
  return `${setting}: cannot listen on port ${port}: ${messageOf(error)}`;
}
