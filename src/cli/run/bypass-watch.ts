// Samples the connections of a wrapped command's processes to find those that bypass the proxy, frequently at first
// and then less often.
import { ipBytes, isLoopback } from '../../base/ip.ts';
import { isLocalhostName } from '../../base/localhost.ts';
import type { Engine } from '../../session/engine/index.ts';
import { WEB_PORTS } from '../../system/bypass/connections.ts';
import {
  commandSampler,
  type CommandConnection,
  type CommandSampler,
} from '../../system/bypass/command/index.ts';
import type { PassingApp } from '../../traffic/insights/report/run-facts.ts';
import { remedyFor } from './past-proxy.ts';

/** Milliseconds before the first sample, and the growth of the pauses. */
const FIRST_MS = 50;
const GROWTH = 1.5;

/** Connections that are counted; a program that opens more is known by then. */
const MAX_CONNECTIONS = 10_000;

export class BypassWatch {
  readonly #engine: Engine;
  readonly #command: readonly string[];
  readonly #sampler: CommandSampler | null;
  readonly #seen: CommandConnection[] = [];
  #timer: NodeJS.Timeout | undefined;
  #pauseMs = FIRST_MS;
  #isStopped = false;

  /** To be made before the command starts: a process that runs already is not of it. */
  constructor(command: readonly string[], engine: Engine) {
    this.#engine = engine;
    this.#command = command;
    this.#sampler = commandSampler(engine.port);
  }

  /** `pid`: the process of the command. */
  start(pid: number): void {
    if (this.#sampler !== null) this.#sampleLater(this.#sampler, pid);
  }

  /** Ends. Returns the programs with connections that would have gone through the proxy, as far as can be told. */
  stop(): readonly PassingApp[] {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    const own = this.#ownPorts();
    const served = this.#servedPorts();
    const passing = this.#seen.filter(({ address, port }) => {
      if (OTHER_PROTOCOLS.has(port)) return false;
      const bytes = ipBytes(address);
      // A server on this machine may speak any protocol, but one that the proxy has seen speaks HTTP.
      return bytes === null || !isLoopback(bytes) || (served.has(port) && !own.has(port));
    });
    return grouped(passing, this.#command);
  }

  #sampleLater(sampler: CommandSampler, pid: number): void {
    this.#timer = setTimeout(() => void this.#sample(sampler, pid), this.#pauseMs);
    this.#timer.unref();
  }

  async #sample(sampler: CommandSampler, pid: number): Promise<void> {
    const found = await sampler.sample(pid);
    if (this.#isStopped) return;
    this.#add(found);
    this.#pauseMs = Math.min(this.#pauseMs * GROWTH, sampler.maxPauseMs);
    this.#sampleLater(sampler, pid);
  }

  #add(found: readonly CommandConnection[]): void {
    this.#seen.push(...found.slice(0, MAX_CONNECTIONS - this.#seen.length));
  }

  #ownPorts(): ReadonlySet<number> {
    const { port, socksPort, reversePorts } = this.#engine;
    return new Set([port, ...(socksPort === null ? [] : [socksPort]), ...reversePorts.values()]);
  }

  #servedPorts(): ReadonlySet<number> {
    const local = this.#engine.flows.list().filter(({ target: { host } }) => {
      const bytes = ipBytes(host);
      return bytes === null ? isLocalhostName(host) : isLoopback(bytes);
    });
    return new Set([...WEB_PORTS, ...local.map(({ target: { port } }) => port)]);
  }
}

/** Ports of servers that speak no HTTP: SSH, mail, DNS, LDAP, file shares, databases, queues and caches. */
const OTHER_PROTOCOLS: ReadonlySet<number> = new Set([
  21, 22, 23, 25, 53, 110, 111, 139, 143, 389, 445, 465, 587, 636, 853, 873, 989, 990, 993, 995, 1433, 1521,
  1883, 2049, 2181, 3306, 3389, 4222, 5222, 5432, 5433, 5671, 5672, 6379, 6380, 6432, 8883, 9042, 9092, 9418,
  11211, 27017, 33060,
]);

function grouped(
  connections: readonly CommandConnection[],
  command: readonly string[],
): readonly PassingApp[] {
  const apps = Map.groupBy(connections, ({ app }) => app);
  return Array.from(apps, ([app, its]) => ({
    app,
    processes: [...new Set(its.map(({ pid }) => pid))].toSorted((one, other) => one - other),
    connections: Array.from(
      Map.groupBy(its, ({ address, port }) => `${address} ${port}`).values(),
      (same) => ({ address: same[0]?.address ?? '', port: same[0]?.port ?? 0, count: same.length }),
    ),
    remedy: remedyFor(app, command),
  }));
}
