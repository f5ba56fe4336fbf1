// Windows: `netstat` lists the process of each listening socket, `tasklist` the program of each process.
import { join } from 'node:path';
import { commandOutput } from '../apps/command-output.ts';
import { tasklistNames } from '../apps/windows.ts';
import type { PortHolder } from './holder.ts';

/** Returns the holder; null without one. */
export async function windowsHolder(port: number): Promise<PortHolder | null> {
  const system = join(process.env['SystemRoot'] ?? 'C:\\Windows', 'System32');
  const [sockets, tasks] = await Promise.all([
    commandOutput(join(system, 'netstat.exe'), ['-ano', '-p', 'TCP']),
    commandOutput(join(system, 'tasklist.exe'), ['/FO', 'CSV', '/NH']),
  ]);
  const pid = listeningProcess(sockets, port);
  return pid === null ? null : { pid, name: tasklistNames(tasks).get(String(pid)) ?? null };
}

/** Parses the output of `netstat -ano`. A listening socket has no peer, whatever the language of its state. */
export function listeningProcess(output: string, port: number): number | null {
  const rows = output.matchAll(/^ *TCP +\S+:(\d+) +(?:0\.0\.0\.0|\[::\]):0 +\S.*? (\d+)\r?$/gm);
  const row = Array.from(rows).find(([, local]) => Number(local) === port);
  return row === undefined ? null : Number(row[2]);
}
