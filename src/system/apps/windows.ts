// Windows: `netstat` lists the process of each connection, `tasklist` the program of each process.
import { join } from 'node:path';
import { commandOutput } from './command-output.ts';
import { type AppScan } from './scan.ts';
import { endsKey, socketKey } from './sockets.ts';

/** Returns a scan that runs these two programs of the system folder. */
export function windowsScan(
  systemFolder = join(process.env['SystemRoot'] ?? 'C:\\Windows', 'System32'),
): AppScan {
  return async (sockets) => {
    const [connections, tasks] = await Promise.all([
      commandOutput(join(systemFolder, 'netstat.exe'), ['-ano']),
      commandOutput(join(systemFolder, 'tasklist.exe'), ['/FO', 'CSV', '/NH']),
    ]);
    const owners = netstatOwners(connections);
    const names = tasklistNames(tasks);
    return sockets.map((socket) => {
      const pid = owners.get(socketKey(socket)) ?? '';
      const name = names.get(pid);
      return name === undefined ? null : { name, process: pid };
    });
  };
}

/**
 * Parses the output of `netstat -ano` into processes by connection key: protocol, local and foreign address, a
 * localized state, process. Connections without a process have process 0.
 */
export function netstatOwners(output: string): ReadonlyMap<string, string> {
  const owners = new Map<string, string>();
  for (const [, local = '', remote = '', pid = ''] of output.matchAll(TCP_LINE)) {
    const key = endsKey(local, remote);
    if (key !== null && pid !== '0') owners.set(key, pid);
  }
  return owners;
}

/** Parses the output of `tasklist /FO CSV /NH` into program names by process, without `.exe`. */
export function tasklistNames(output: string): ReadonlyMap<string, string> {
  const lines = output.matchAll(/^"(.+?)(?:\.exe)?","(\d+)",/gim);
  return new Map(Array.from(lines, ([, name = '', pid = '']) => [pid, name]));
}

const TCP_LINE = /^ *TCP +(\S+) +(\S+) +\S.*? (\d+)\r?$/gm;
