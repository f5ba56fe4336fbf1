// Linux: the kernel's table of TCP sockets has the inode of each, and /proc/<pid>/fd shows which process has it open.
import { readFile, readdir, readlink } from 'node:fs/promises';
import { friendlyName } from '../apps/linux-names.ts';
import type { PortHolder } from './holder.ts';

/** Returns the holder; null without one, or when its process belongs to another user. */
export async function linuxHolder(port: number, proc = '/proc'): Promise<PortHolder | null> {
  const tables = await Promise.all(['tcp', 'tcp6'].map((name) => fileText(`${proc}/net/${name}`)));
  const inodes = new Set(tables.flatMap((table) => listeningInodes(table, port)));
  if (inodes.size === 0) return null;
  const entries = await readdir(proc).catch(() => []);
  for (const pid of entries.filter((name) => /^\d+$/.test(name)))
    if (await holdsOne(`${proc}/${pid}/fd`, inodes))
      return { pid: Number(pid), name: await nameOf(`${proc}/${pid}`) };
  return null;
}

/** Parses `/proc/net/tcp` or `tcp6` into the inodes of sockets that listen on the port, at any address. */
export function listeningInodes(table: string, port: number): readonly string[] {
  const wanted = port.toString(16).padStart(4, '0').toUpperCase();
  return Array.from(table.matchAll(ROW))
    .filter(([, local]) => local === wanted)
    .map(([, , inode = '']) => inode);
}

// Number, local address and port, remote end, state LISTEN, queues, timer, retransmissions, user, timeout, inode.
const ROW = /^ *\d+: [\dA-F]+:([\dA-F]{4}) \S+ 0A \S+ \S+ \S+ +\d+ +\d+ (\d+)/gm;

async function holdsOne(folder: string, inodes: ReadonlySet<string>): Promise<boolean> {
  for (const file of await readdir(folder).catch(() => [])) {
    const link = await readlink(`${folder}/${file}`).catch(() => '');
    const [, inode = ''] = /^socket:\[(\d+)\]$/.exec(link) ?? [];
    if (inodes.has(inode)) return true;
  }
  return false;
}

async function nameOf(process: string): Promise<string | null> {
  const [argument = ''] = (await fileText(`${process}/cmdline`)).split('\0');
  const program = await readlink(`${process}/exe`).catch(() => '');
  return friendlyName({ argument, program, short: await fileText(`${process}/comm`) });
}

function fileText(path: string): Promise<string> {
  return readFile(path, 'utf8').catch(() => '');
}
