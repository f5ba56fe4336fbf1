// Programs of this computer that reach the web past the proxy: their connections to ports 80 and 443 that do not come
// from the proxy itself, and why they bypass it, where that can be known.
import { isLoopback, ipBytes } from '../../base/ip.ts';
import { runProgram, type RunProgram } from '../commands.ts';
import { WEB_PORTS, type Connection, type Connections } from './connections.ts';

export interface DirectConnection {
  readonly process: number;
  readonly protocol: 'tcp' | 'udp';
  /** The other end. */
  readonly address: string;
  readonly port: number;
  readonly reason: string;
}

export interface BypassingApp {
  /** The name by which people know the program; null for those that may not be inspected. */
  readonly app: string | null;
  readonly connections: readonly DirectConnection[];
}

/** Returns the programs that have direct connections now, in the order of their names. */
export async function bypassingApps(
  proxyPort: number,
  platform: NodeJS.Platform = process.platform,
  run: RunProgram = runProgram,
): Promise<readonly BypassingApp[]> {
  return directApps(await connectionsOf(proxyPort, platform, run), proxyPort);
}

async function connectionsOf(
  proxyPort: number,
  platform: NodeJS.Platform,
  run: RunProgram,
): Promise<Connections> {
  switch (platform) {
    case 'linux':
      return (await import('./linux.ts')).linuxConnections(proxyPort);
    case 'darwin':
      return (await import('./macos.ts')).macosConnections(proxyPort, run);
    case 'win32':
      return (await import('./windows.ts')).windowsConnections(proxyPort, run, process.env);
    default:
      return { opened: [], proxies: new Set() };
  }
}

function directApps({ opened, proxies }: Connections, proxyPort: number): readonly BypassingApp[] {
  const others = opened.filter(({ pid }) => !proxies.has(pid));
  const throughProxy = new Set(
    others
      .filter(({ address, port }) => port === proxyPort && isLoopbackAddress(address))
      .map(({ app }) => app),
  );
  // When the proxy has port 80 or 443, a connection to it is not direct.
  const direct = others.filter(
    ({ port, address }) => WEB_PORTS.has(port) && !(port === proxyPort && isLoopbackAddress(address)),
  );
  const apps = new Map<string | null, DirectConnection[]>();
  for (const connection of direct) {
    const { app, pid, protocol, address, port } = connection;
    const reason = reasonOf(connection, app !== null && throughProxy.has(app));
    apps.set(app, [...(apps.get(app) ?? []), { process: pid, protocol, address, port, reason }]);
  }
  return Array.from(apps, ([app, connections]) => ({ app, connections })).sort((one, other) =>
    (one.app ?? '\uffff').localeCompare(other.app ?? '\uffff'),
  );
}

function reasonOf({ protocol, address, hasVariable }: Connection, usesProxy: boolean): string {
  if (protocol === 'udp') return 'QUIC (HTTP/3), which does not go through proxies';
  if (isLoopbackAddress(address)) return 'a server of this computer, which many programs exempt from proxies';
  if (usesProxy) return 'exempts this server from the proxy that it uses, or connected before it was set';
  if (hasVariable === true) return 'ignores the proxy variables that it was started with';
  if (hasVariable === false)
    return 'was started without proxy variables, and ignores the proxy of the system or was connected before';
  return 'ignores the proxy of the system, or was connected before it was set';
}

function isLoopbackAddress(address: string): boolean {
  const bytes = ipBytes(address);
  return bytes !== null && isLoopback(bytes);
}
