// Starts the capture of a run with its settings, on its port or the next free one, and through the proxy of the
// environment.
import type { Cassette } from '../../cassettes/index.ts';
import { startCapture, type Capture } from '../../session/capture.ts';
import { engineConfig, type EngineSettings } from '../../session/engine/config.ts';
import type { Engine, Notice } from '../../session/engine/index.ts';
import { defaultPort } from '../../base/default-port.ts';
import { dataFolder } from '../../base/data-folder.ts';
import { systemCode, UserError } from '../../base/errors.ts';
import { formatAuthority } from '../../codec/http1/target.ts';
import { controlApi } from '../../control/api.ts';
import { apiToken, type ApiToken } from '../../control/token.ts';
import { holderName, portHolder } from '../../system/port-holder/index.ts';
import { isItself } from '../environment/environment-proxy.ts';
import { isWrapping, type RunOptions } from './options.ts';
import type { RunTools } from './tools.ts';
import type { CommandNetwork } from './transparent/command-network.ts';

interface Listeners {
  readonly say: (line: string) => void;
  readonly notice: (notice: Notice) => void;
  /** The network of a transparent run; null for other runs. */
  readonly network: CommandNetwork | null;
  /** Null without one. */
  readonly cassette: Cassette | null;
}

/** Ports after the usual one that are tried before the system is asked for any. */
const NEXT_PORTS = 20;

/**
 * Resolves with the capture. When another program occupies the port, a run with a wrapped command uses the next free
 * port, because the command is told the port. Rejects with an Error that names the unavailable resource.
 */
export async function startRunCapture(
  options: RunOptions,
  tools: RunTools,
  { say, notice, network, cassette }: Listeners,
): Promise<Capture> {
  const { settings, isPortFixed } = options;
  const { port = defaultPort } = settings;
  const home = dataFolder();
  const token = await apiToken(home, say);
  const startOn = (each: number): Promise<Capture> =>
    start({ options, port: each, home, token, tools, notice, network, cassette });
  const canMove = isWrapping(options) && !isPortFixed && port !== 0;
  for (const each of [port, ...(canMove ? portsAfter(port) : [])]) {
    try {
      return await startOn(each);
    } catch (error) {
      if (!canMove || !isPortTaken(error)) throw error;
      if (each === port)
        say(`Port ${port} is in use by ${holderName(await portHolder(port))}: another one is taken`);
    }
  }
  return startOn(0);
}

function portsAfter(port: number): readonly number[] {
  return Array.from({ length: NEXT_PORTS }, (_, index) => port + 1 + index).filter((other) => other < 65_536);
}

function isPortTaken(error: unknown): boolean {
  return error instanceof UserError && systemCode(error.cause) === 'EADDRINUSE';
}

interface Start {
  readonly options: RunOptions;
  readonly port: number;
  readonly home: string;
  readonly token: ApiToken;
  readonly tools: RunTools;
  readonly notice: (notice: Notice) => void;
  readonly network: CommandNetwork | null;
  readonly cassette: Cassette | null;
}

function start({ options, port, home, token, tools, notice, network, cassette }: Start): Promise<Capture> {
  const { settings } = options;
  // A recording can answer for an HTTPS host only if that host is decrypted.
  const sslProxyingHosts = [
    ...(settings.sslProxyingHosts ?? []),
    ...tools.hosts,
    ...cassetteHosts(options, cassette),
  ];
  return startCapture({
    config: engineConfig({ ...settings, ...environmentSettings(options, port), port, sslProxyingHosts }),
    home,
    notice,
    resolve: network?.resolve,
    socketPath: network?.socketPath,
    tools: tools.session,
    hooks: cassette?.hooks,
    local: ({ engine }) => controlApi({ engine, token: token.token, tokenPath: token.path, rpc: null }),
  });
}

/** Returns the hosts to decrypt: without a choice, all, since nothing else can be recorded and answered. */
function cassetteHosts(
  { settings, cassette: choice }: RunOptions,
  cassette: Cassette | null,
): readonly string[] {
  if (cassette === null || choice?.scope !== 'all') return [];
  const isChosen = [settings.sslProxyingHosts, settings.sslProxyingApps].some(
    (list) => (list?.length ?? 0) > 0,
  );
  return isChosen ? cassette.hosts : ['*'];
}

function environmentSettings({ environmentProxy: named }: RunOptions, port: number): Partial<EngineSettings> {
  return named === null || isItself(named, port) ? {} : { externalProxy: named.proxy };
}

/** Returns lines about the SOCKS port, the reverse proxies, and the upstream proxy. */
export function furtherLines(engine: Engine, options: RunOptions): readonly string[] {
  const { address, socksPort, reversePorts, port } = engine;
  const { settings, environmentProxy: named } = options;
  const socks = socksPort === null ? [] : [`SOCKS: ${formatAuthority(address, socksPort)}`];
  const reverse = (settings.reverseProxies ?? []).flatMap(({ id, target }) => {
    const reversePort = reversePorts.get(id);
    return reversePort === undefined
      ? []
      : [`http://${formatAuthority(address, reversePort)} forwards to ${target}`];
  });
  if (named === null) return [...socks, ...reverse];
  const servers = isItself(named, port)
    ? `${named.variable} names this proxy itself: servers are reached without it`
    : `Servers are reached through ${formatAuthority(named.proxy.host, named.proxy.port)}, which ${named.variable} names`;
  return [...socks, ...reverse, servers];
}
