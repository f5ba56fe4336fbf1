// Windows: `netstat` lists connections with their processes, and `tasklist` lists the programs of the processes.
// `netstat` does not show the other end of UDP sockets, so QUIC is not seen.
import { join } from 'node:path';
import { tasklistNames } from '../apps/windows.ts';
import type { RunProgram } from '../commands.ts';
import { WEB_PORTS, type Connections } from './connections.ts';

export async function windowsConnections(
  proxyPort: number,
  run: RunProgram,
  env: NodeJS.ProcessEnv,
): Promise<Connections> {
  const system = join(env['SystemRoot'] ?? 'C:\\Windows', 'System32');
  const [sockets, tasks] = await Promise.all([
    run(join(system, 'netstat.exe'), ['-ano', '-p', 'TCP']),
    run(join(system, 'tasklist.exe'), ['/FO', 'CSV', '/NH']),
  ]);
  const names = tasklistNames(tasks.stdout);
  const rows = Array.from(
    sockets.stdout.matchAll(ROW),
    ([, localPort = '', address = '', port = '', pid = '']) => ({
      localPort: Number(localPort),
      address,
      port: Number(port),
      pid: Number(pid),
    }),
  );
  const opened = rows.filter(({ port }) => WEB_PORTS.has(port) || port === proxyPort);
  const listening = rows.filter(({ port, localPort }) => port === 0 && localPort === proxyPort);
  return {
    opened: opened.map(({ pid, address, port }) => ({
      pid,
      app: names.get(String(pid)) ?? null,
      protocol: 'tcp',
      address,
      port,
      hasVariable: null,
    })),
    proxies: new Set(listening.map(({ pid }) => pid)),
  };
}

/** A listening socket has port 0 at the other end, whatever the language of its state. */
const ROW = /^ *TCP +\S+:(\d+) +\[?([^\]\s]+?)\]?:(\d+) +\S.*? (\d+)\r?$/gm;
