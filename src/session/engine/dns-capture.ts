// DNS capture: the name server that resolves captured names to this machine. The proxy itself resolves them to their
// real servers.
import dns from 'node:dns';
import { setTimeout } from 'node:timers/promises';
import { messageOf, SettingError, systemCode } from '../../base/errors.ts';
import { isLocalhostName } from '../../base/localhost.ts';
import { formatAuthority } from '../../codec/http1/target.ts';
import { systemResolver, type Resolver } from '../../net/dns.ts';
import type { NameServer, NameServerOptions } from '../../net/name-server/index.ts';
import type { NameServerAddress } from '../../net/name-server/forwarder.ts';
import type { PreparedChange } from '../../proxy/listeners/listener-set.ts';
import { dnsSetup } from '../../system/dns-capture/index.ts';
import { otherNameServers } from '../../system/dns-capture/name-servers.ts';
import type { EngineSettings } from './config.ts';

type Config = EngineSettings['dnsCapture'];

/** Returns a test for these domains and all names below them. */
export function dnsCaptureTest(domains: readonly string[]): (host: string) => boolean {
  const captured = new Set(domains);
  if (captured.size === 0) return () => false;
  return (host) => {
    for (let name = host.toLowerCase(); ; name = name.slice(name.indexOf('.') + 1)) {
      if (captured.has(name)) return true;
      if (!name.includes('.')) return false;
    }
  };
}

const TIMEOUT_MS = 2000;
/** `dns-standby` holds the port until it notices that the app is back. */
const ATTEMPTS = 10;
const RETRY_MS = 150;

export class DnsCapture {
  #server: NameServer | null = null;
  #isCaptured: (host: string) => boolean = () => false;

  /** The port of the name server; null while it does not run. */
  get port(): number | null {
    return this.#server?.port ?? null;
  }

  /** Resolves captured names past our own name server, which would lead the proxy to itself, and others as `other` does. */
  resolver(other: Resolver = systemResolver): Resolver {
    return (host) =>
      this.#isCaptured(host) && !isLocalhostName(host) ? this.#resolveUpstream(host) : other(host);
  }

  /** Rejects with a SettingError when the name server cannot listen; nothing has changed then. */
  async prepare({ isEnabled, dnsPort, domains }: Config): Promise<PreparedChange> {
    const isCaptured = isEnabled ? dnsCaptureTest(domains.map(({ domain }) => domain)) : () => false;
    const port = isEnabled ? (dnsPort ?? dnsSetup().port) : null;
    const before = this.#server;
    const next = port === before?.port ? before : port === null ? null : await this.#listen(port);
    return {
      commit: () => {
        this.#isCaptured = isCaptured;
        this.#server = next;
        if (before !== next) void before?.close();
      },
      undo: async () => {
        if (before !== next) await next?.close();
      },
    };
  }

  async close(): Promise<void> {
    await this.#server?.close();
    this.#server = null;
  }

  async #listen(port: number): Promise<NameServer> {
    const { NameServer } = await import('../../net/name-server/index.ts');
    const { Forwarder } = await import('../../net/name-server/forwarder.ts');
    const options: NameServerOptions = {
      port,
      captures: (name) => this.#isCaptured(name),
      upstream: new Forwarder(() => this.#upstream()),
    };
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await NameServer.on(options);
      } catch (error) {
        if (systemCode(error) !== 'EADDRINUSE' || attempt === ATTEMPTS)
          throw new SettingError(`dnsCapture.dnsPort: ${listenError(port, error)}`, { cause: error });
      }
      await setTimeout(RETRY_MS);
    }
  }

  #upstream(): readonly NameServerAddress[] {
    return otherNameServers(this.port);
  }

  async #resolveUpstream(host: string): Promise<dns.LookupAddress[]> {
    const servers = this.#upstream().map(({ address, port }) => formatAuthority(address, port));
    const resolver = new dns.promises.Resolver({ timeout: TIMEOUT_MS, tries: 2 });
    if (servers.length > 0) resolver.setServers(servers);
    const [ipv4, ipv6] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
    if (ipv4.status === 'rejected' && ipv6.status === 'rejected') throw ipv4.reason;
    return [...addresses(ipv4, 4), ...addresses(ipv6, 6)];
  }
}

function addresses(result: PromiseSettledResult<string[]>, family: 4 | 6): dns.LookupAddress[] {
  return result.status === 'rejected' ? [] : result.value.map((address) => ({ address, family }));
}

function listenError(port: number, error: unknown): string {
  if (systemCode(error) === 'EADDRINUSE')
    return `port ${port} is in use by another name server: choose another port, or stop that one`;
  if (systemCode(error) === 'EACCES')
    return `port ${port} may not be used by this user: choose one above 1023, or on Linux allow it with: sudo sysctl net.ipv4.ip_unprivileged_port_start=${port}`;
  return `cannot listen on port ${port}: ${messageOf(error)}`;
}
