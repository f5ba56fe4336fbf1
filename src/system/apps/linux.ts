// Linux: the kernel tells the inode of each socket, and /proc/<pid>/fd shows which process has it open.
import type { SocketDiag } from './linux-diag.ts';
import { SocketOwners } from './linux-owners.ts';
import { SocketTables } from './linux-tables.ts';
import type { AppScan } from './scan.ts';

/**
 * Returns a scan of `/proc`, or of a folder like it. `diag` asks the kernel for the sockets; without it, or when the
 * kernel does not tell, a table is read. That takes milliseconds, in which a process that has just started may end, so
 * processes that are new since the last scan are inspected first.
 */
export function linuxScan(proc = '/proc', diag: SocketDiag | null = null): AppScan {
  const tables = new SocketTables(proc);
  const owners = new SocketOwners(proc);
  return (sockets) => {
    const fromDiag = diag?.(sockets) ?? null;
    const started = fromDiag ? new Map<string, never>() : owners.started();
    const inodes = fromDiag ?? tables.inodes(sockets);
    const wanted = inodes.filter((inode) => inode !== null).filter((inode) => !started.has(inode));
    const found = owners.find(wanted);
    return inodes.map((inode) => (inode === null ? null : (started.get(inode) ?? found.get(inode) ?? null)));
  };
}
