// Collects the garbage of another Node.js process through its inspector, which a signal opens on its usual port.
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';

/** The port of `--inspect` without a number. */
const PORT = 9229;
const ATTEMPTS = 50;
const PAUSE_MS = 100;

/** Resolves when the main thread of the process has collected its garbage. */
export async function collectGarbage(pid: number): Promise<void> {
  process.kill(pid, 'SIGUSR1');
  const socket = new WebSocket(await debuggerUrl());
  await once(socket, 'open');
  const answer = once(socket, 'message');
  socket.send(JSON.stringify({ id: 1, method: 'HeapProfiler.collectGarbage' }));
  await answer;
  socket.close();
}

async function debuggerUrl(): Promise<string> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const targets = (await (await fetch(`http://127.0.0.1:${PORT}/json`)).json()) as readonly {
        readonly webSocketDebuggerUrl: string;
      }[];
      return targets[0]!.webSocketDebuggerUrl;
    } catch (error) {
      if (attempt === ATTEMPTS) throw error;
      await delay(PAUSE_MS);
    }
  }
}
