// Connects the proxy to servers that the command of a transparent run has started. They are reachable only in the
// command's network.
import { once } from 'node:events';
import net from 'node:net';
import { dirname, join } from 'node:path';
import { joinSockets, line, readLine, type ServerQuestion } from './channel.ts';
import { COMMAND_ADDRESSES, DIRECT_SOURCE } from './network.ts';

/** Milliseconds that a connection to a server waits for the proxy's. */
const WAIT_MS = 10_000;

/**
 * Answers questions at the socket `path`. `isOurs` returns true for our own listeners, which are not servers of the
 * command.
 */
export async function answerForServers(
  path: string,
  isOurs: (address: string, port: number) => boolean,
): Promise<void> {
  let count = 0;
  const server = net.createServer((socket) => {
    socket.on('error', () => socket.destroy());
    void readLine<ServerQuestion>(socket).then(async (question) => {
      const found = question && (await connectToServer(question, isOurs));
      count += 1;
      socket.end(line({ path: found && (await relayTo(found, join(dirname(path), String(count)))) }));
    });
  });
  server.listen(path);
  await once(server, 'listening');
}

/**
 * Connects to a server at an address of this machine; null when nobody listens there. The connection is the one that is
 * used: some servers take no other.
 */
async function connectToServer(
  { address, port }: ServerQuestion,
  isOurs: (address: string, port: number) => boolean,
): Promise<net.Socket | null> {
  for (const host of hostsFor(address)) {
    if (isOurs(host, port)) continue;
    const socket = net.connect({
      host,
      port,
      localAddress: sourceFor(host),
      allowHalfOpen: true,
      noDelay: true,
    });
    try {
      await once(socket, 'connect');
      return socket;
    } catch {
      // Nothing listens on this address.
    }
  }
  return null;
}

/** Returns addresses to which a connection with the right source stays in this network. */
function hostsFor(address: string): readonly string[] {
  if (net.isIPv6(address)) return [address === COMMAND_ADDRESSES[6] ? address : '::1'];
  // A client that looked up localhost was told 127.0.0.1, but may mean either address.
  return address.startsWith('127.') ? [address, '::1'] : [address];
}

/** Returns the source with which a connection stays in this network. */
function sourceFor(host: string): string | undefined {
  if (net.isIPv6(host)) return undefined;
  return host === '127.0.0.1' ? host : DIRECT_SOURCE;
}

/** Passes one connection to the Unix socket `path` on to the server, and resolves with the path. */
async function relayTo(server: net.Socket, path: string): Promise<string> {
  const relay = net.createServer({ allowHalfOpen: true }, (socket) => {
    clearTimeout(timer);
    relay.close();
    joinSockets(socket, server);
  });
  const timer = setTimeout(() => {
    relay.close();
    server.destroy();
  }, WAIT_MS);
  server.on('error', () => undefined);
  relay.listen(path);
  await once(relay, 'listening');
  return path;
}
