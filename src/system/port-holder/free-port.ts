// Finds a port of this machine that nobody listens on, for a program that wants one which is taken.
import { once } from 'node:events';
import { createServer } from 'node:net';

const FIRST_UNPRIVILEGED = 1024;
const MAX_PORT = 65_535;
const MAX_TRIES = 100;

/** Resolves with the next port after this one on which this user can listen; null when there is none nearby. */
export async function nextFreePort(port: number): Promise<number | null> {
  const first = Math.max(port + 1, FIRST_UNPRIVILEGED);
  const end = Math.min(first + MAX_TRIES, MAX_PORT + 1);
  for (let candidate = first; candidate < end; candidate += 1)
    if (await isFreePort(candidate)) return candidate;
  return null;
}

/** True when this user can listen on a port of loopback. */
export async function isFreePort(port: number): Promise<boolean> {
  const server = createServer();
  try {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    return true;
  } catch {
    return false;
  } finally {
    server.close();
  }
}
