// Linux: reads the kernel's tables of TCP and UDP sockets, which have the inode of each, and the open files of
// processes.
import { existsSync } from 'node:fs';
import { UserError } from '../../base/errors.ts';
import { QUIC_PORT, WEB_PORTS, type Connection, type Connections } from './connections.ts';
import {
  ESTABLISHED,
  hasProxyVariable,
  LISTENING,
  processIds,
  programOf,
  socketInodes,
  socketRows,
} from './proc.ts';

/** Reads a folder like `/proc`. Throws a UserError where there is none. */
export function linuxConnections(proxyPort: number, proc = '/proc'): Connections {
  if (!existsSync(`${proc}/net`))
    throw new UserError(
      'UNAVAILABLE',
      `connections cannot be listed: ${proc}/net does not exist. Mount ${proc}`,
    );
  const rows = (['tcp', 'tcp6', 'udp', 'udp6'] as const).flatMap((table) =>
    socketRows(proc, table).map((row) => ({ ...row, protocol: protocolOf(table) })),
  );
  const opened = rows.filter(
    ({ protocol, state, port }) =>
      state === ESTABLISHED &&
      (protocol === 'udp' ? port === QUIC_PORT : WEB_PORTS.has(port) || port === proxyPort),
  );
  const listening = rows.filter(
    ({ protocol, state, localPort }) => protocol === 'tcp' && state === LISTENING && localPort === proxyPort,
  );
  const owners = ownersOf(proc, new Set([...opened, ...listening].map(({ inode }) => inode)));
  const facts = new Map<number, Pick<Connection, 'app' | 'hasVariable'>>();
  const factsOf = (pid: number): Pick<Connection, 'app' | 'hasVariable'> => {
    const known = facts.get(pid) ?? {
      app: programOf(proc, pid),
      hasVariable: hasProxyVariable(proc, pid, proxyPort),
    };
    facts.set(pid, known);
    return known;
  };
  return {
    opened: opened.map(({ inode, protocol, address, port }) => {
      const pid = owners.get(inode);
      const process = pid === undefined ? { app: null, hasVariable: null } : factsOf(pid);
      return { pid: pid ?? 0, protocol, address, port, ...process };
    }),
    proxies: new Set(listening.flatMap(({ inode }) => owners.get(inode) ?? [])),
  };
}

function protocolOf(table: string): 'tcp' | 'udp' {
  return table.startsWith('tcp') ? 'tcp' : 'udp';
}

/** Returns the process of each inode. The newest processes are checked first, until all inodes are found. */
function ownersOf(proc: string, wanted: Set<string>): ReadonlyMap<string, number> {
  const owners = new Map<string, number>();
  for (const pid of processIds(proc).toSorted((one, other) => other - one)) {
    if (wanted.size === 0) break;
    for (const inode of socketInodes(proc, pid)) if (wanted.delete(inode)) owners.set(inode, pid);
  }
  return owners;
}
