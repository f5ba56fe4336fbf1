// Requests at a steady rate through a proxy, as a busy program sends them, whatever the responses take.
import net from 'node:net';
import { requestHead } from './connection.ts';

const CONNECTIONS = 16;
const TICK_MS = 10;

/** Opens the connections, and sends `perSecond` plain requests a second until the returned function is called. */
export async function startSteadyLoad(
  proxyPort: number,
  originPort: number,
  perSecond: number,
): Promise<() => void> {
  const path = { proxyPort, port: originPort, secure: false, tunnel: false };
  const head = requestHead(path, 'localhost', '/1024', 0);
  const sockets = await Promise.all(Array.from({ length: CONNECTIONS }, () => opened(proxyPort)));
  let due = 0;
  let next = 0;
  const timer = setInterval(() => {
    due += (perSecond * TICK_MS) / 1000;
    for (; due >= 1; due -= 1) sockets[(next += 1) % CONNECTIONS]?.write(head);
  }, TICK_MS);
  return () => {
    clearInterval(timer);
    for (const socket of sockets) socket.destroy();
  };
}

function opened(port: number): Promise<net.Socket> {
  return new Promise((resolve, reject) => {
    const socket = net.connect({ port, host: '127.0.0.1', noDelay: true }, () => resolve(socket));
    socket.on('error', reject);
    socket.resume();
  });
}
