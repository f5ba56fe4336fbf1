// The listener process of a transparent run, where the command's connections arrive. It listens on groups of ports at
// its parent's request, and hands over each connection. Argument: the id of a process in the command's network.
import { once } from 'node:events';
import net from 'node:net';
import { messageOf } from '../../../base/errors.ts';
import type { GroupOrder, ListenerMessage } from './channel.ts';
import { setUpListenerNetwork } from './network.ts';
import { portsOf } from './ports.ts';

// Node adds a listener for each port whose sockets are handed over.
process.setMaxListeners(0);
process.on('disconnect', () => process.exit());
const servers = new Map<number, readonly net.Server[]>();
process.on('message', ({ type, group }: GroupOrder) => {
  if (type === 'listen') void listen(group).then(() => say({ type: 'listening', group }));
  else for (const server of servers.get(group) ?? []) server.close();
});
try {
  setUpListenerNetwork(process.argv[2] ?? '');
  say({ type: 'ready' });
} catch (error) {
  say({ type: 'failed', reason: messageOf(error) });
}

/** Never rejects: a port that cannot be listened on refuses its connections. */
async function listen(group: number): Promise<void> {
  const listening = await Promise.all(portsOf(group).map(listenOn));
  servers.set(
    group,
    listening.filter((server) => server !== null),
  );
}

async function listenOn(port: number): Promise<net.Server | null> {
  const server = net.createServer({ allowHalfOpen: true, noDelay: true, pauseOnConnect: true }, (socket) =>
    say({ type: 'connection' }, socket),
  );
  for (const host of ['::', '0.0.0.0']) {
    server.listen({ host, port, exclusive: true });
    const isListening = await once(server, 'listening').then(
      () => true,
      () => false,
    );
    if (isListening) return server;
  }
  return null;
}

function say(message: ListenerMessage, socket?: net.Socket): void {
  // This process ends by itself once its parent is gone.
  if (process.connected) process.send?.(message, socket, undefined, () => undefined);
}
