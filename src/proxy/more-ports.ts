// The ports besides the proxy's own: SOCKS, and one for each reverse proxy.
import { codeOf, messageOf, SettingError } from '../base/errors.ts';
import type { ProxyContext } from './context.ts';
import { listen, type Accept, type Identify, type Listening } from './listener.ts';
import { readReverseTarget, serveReverse, type ReverseProxy } from './reverse/reverse.ts';
import { serveSocks, type SocksOptions } from './socks/serve.ts';

export interface MorePorts {
  readonly listening: readonly Listening[];
  /** Null when SOCKS has no port of its own. */
  readonly socksPort: number | null;
  /** Of the reverse proxies that are enabled, by their ids. */
  readonly reversePorts: ReadonlyMap<string, number>;
}

export interface MorePortsOptions {
  readonly host: string;
  readonly identify: Identify;
  readonly socks: SocksOptions;
  readonly reverseProxies: readonly ReverseProxy[];
}

/** Opens all or, rejecting with a SettingError, none of them. */
export async function openMorePorts(
  { host, identify, socks, reverseProxies }: MorePortsOptions,
  context: ProxyContext,
): Promise<MorePorts> {
  const listening: Listening[] = [];
  const open = async (port: number, setting: string, accept: Accept): Promise<number> => {
    const opened = await listen(host, port, context, identify, accept).catch((error: unknown) => {
      throw new SettingError(portFault(setting, port, error), { cause: error });
    });
    listening.push(opened);
    return opened.port;
  };
  try {
    const socksPort = socks.isEnabled ? await open(socks.port, 'socks.port', serveSocks) : null;
    const reversePorts = new Map<string, number>();
    for (const reverse of reverseProxies.filter(({ enabled }) => enabled)) {
      const target = readReverseTarget(reverse);
      const setting = `reverseProxies: listenPort of "${reverse.name}"`;
      const accept: Accept = (socket, client) => void serveReverse(socket, client, context, target);
      reversePorts.set(reverse.id, await open(reverse.listenPort, setting, accept));
    }
    return { listening, socksPort, reversePorts };
  } catch (error) {
    await Promise.all(listening.map((opened) => opened.close()));
    throw error;
  }
}

function portFault(setting: string, port: number, error: unknown): string {
  if (codeOf(error) === 'EADDRINUSE')
    return `${setting}: port ${port} is in use: stop the program that uses it, or choose another port`;
  if (codeOf(error) === 'EACCES')
    return `${setting}: port ${port} may not be used by this user: choose one above 1023`;
  return `${setting}: cannot listen on port ${port}: ${messageOf(error)}`;
}
