// Passes the command's connections on to the gate, with the facts that only this network knows.
import { once } from 'node:events';
import net from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { addressText } from '../../../base/ip.ts';
import { startAppLookup } from '../../../system/apps/index.ts';
import { joinSockets, openGate } from './channel.ts';
import type { Names } from './names.ts';

/** A program that exits at once must not make its connection wait. */
const APP_WAIT_MS = 1000;

/** Every client is a program of the command, whatever the address at its end. */
const apps = startAppLookup({ isOnThisMachine: () => true });

export async function passOn(socket: net.Socket, gate: string, names: Names): Promise<void> {
  socket.on('error', () => undefined);
  socket.pause();
  // A socket from another process would end together with its client's side.
  socket.allowHalfOpen = true;
  const { localAddress = '', localPort = 0, remoteAddress = '', remotePort = 0 } = socket;
  const ends = {
    clientAddress: remoteAddress,
    clientPort: remotePort,
    proxyAddress: localAddress,
    proxyPort: localPort,
  };
  const app = await Promise.race([apps.find(ends), setTimeout(APP_WAIT_MS, null, { ref: false })]);
  const address = addressText(localAddress);
  const name = names.of(address);
  joinSockets(socket, openGate(gate, { type: 'connection', address, port: localPort, name, app }));
}

/**
 * Captures connections to these ports of `::1`, because they cannot leave this network. Returns a test for our own
 * listeners.
 */
export async function captureLoopback(
  ports: readonly number[],
  gate: string,
  names: Names,
): Promise<(address: string, port: number) => boolean> {
  const listen = async (port: number): Promise<number | null> => {
    const server = net.createServer({ allowHalfOpen: true, noDelay: true }, (socket) => {
      void passOn(socket, gate, names);
    });
    server.listen({ host: '::1', port, exclusive: true });
    return once(server, 'listening').then(
      () => port,
      () => null,
    );
  };
  const captured = new Set(await Promise.all(ports.map(listen)));
  return (address, port) => address === '::1' && captured.has(port);
}
