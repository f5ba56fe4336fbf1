// Linux: the kernel's table of TCP sockets has the inode of each, and /proc/<pid>/fd shows which process has it open.
import { readFileSync, readdirSync, readlinkSync } from 'node:fs';
import { isIPv4 } from 'node:net';
import { endianness } from 'node:os';
import { ipBytes, unmapped } from '../../base/ip.ts';
import { type AppScan, type ClientSocket } from './scan.ts';

/**
 * Returns a scan of `/proc`, or of a folder like it. Reading the table takes milliseconds, in which a process that has
 * just started may end: processes that are new since the last scan are inspected before it, all others after it, those
 * that matched lately first.
 */
export function linuxScan(proc = '/proc'): AppScan {
  let known: ReadonlySet<string> = new Set();
  let recent: readonly string[] = [];
  return (sockets) => {
    const pids = newestFirst(proc);
    const started = pids.filter((pid) => !known.has(pid) && pid !== OWN).slice(0, MAX_STARTED);
    known = new Set(pids);
    const owners = new Map(started.flatMap((pid) => ownedBy(proc, pid)).toReversed());
    const inodes = clientInodes(proc, sockets);
    const wanted = new Set(inodes.filter((inode) => inode !== null).filter((inode) => !owners.has(inode)));
    search(proc, new Set([...recent, ...pids]), wanted, owners);
    const found = inodes.map((inode) => owners.get(inode ?? '') ?? null);
    recent = [...new Set([...found.flatMap((owner) => owner?.pid ?? []), ...recent])].slice(0, REMEMBERED);
    return found.map((owner) => owner?.name ?? null);
  };
}

/**
 * Parses `/proc/net/tcp` or `tcp6` into inodes by the two ends of the connection, as the table writes them. The inode
 * is `0` when the process has closed its end and only the kernel still has it.
 */
export function tableInodes(table: string): ReadonlyMap<string, string> {
  return new Map(Array.from(table.matchAll(ROW), ([, ends = '', inode = '']) => [ends, inode]));
}

/**
 * Returns the ends of this connection as the two tables write them, client first. An IPv4 client may be listed in
 * `tcp6`.
 */
export function tableEnds(socket: ClientSocket): {
  readonly tcp: string | null;
  readonly tcp6: string | null;
} {
  const local = ipBytes(socket.clientAddress);
  const remote = ipBytes(socket.proxyAddress);
  if (!local || !remote) return { tcp: null, tcp6: null };
  const ends = (form: (bytes: Uint8Array) => Uint8Array): string =>
    `${hexWords(form(local))}:${hexPort(socket.clientPort)} ${hexWords(form(remote))}:${hexPort(socket.proxyPort)}`;
  return { tcp: unmapped(local).length === 4 ? ends(unmapped) : null, tcp6: ends(mapped) };
}

/** Facts about a process in `/proc/<pid>`: its first argument, the path of its program, and its short name. */
export interface ProcessFacts {
  readonly argument: string;
  readonly program: string;
  readonly short: string;
}

/**
 * Returns the name by which people know the process. The first argument is the name it was started with, such as
 * `python3`, unless it was changed afterwards, as in `sshd: user`, `-bash` of a login shell, or browsers that copy
 * `/proc/self/exe`.
 */
export function friendlyName({ argument, program, short }: ProcessFacts): string | null {
  const isAltered = /^-|[\s:]|^\/proc\//.test(argument);
  const names = [
    isAltered ? '' : baseName(argument),
    baseName(program.replace(/ \(deleted\)$/, '')),
    short.trim(),
  ];
  return names.find((name) => name !== '') ?? null;
}

interface Owner {
  readonly pid: string;
  readonly name: string | null;
}

const OWN = String(process.pid);

// Enough for the processes that start during a scan; only the first scan meets more.
const MAX_STARTED = 16;

// A browser and a handful of tools. Each costs a look at its open files when it does not match.
const REMEMBERED = 8;
const NO_INODE = '0';
const SOCKET_LINK = 'socket:[';

// Number, local and remote end, state, queues, timer, retransmissions, user, timeout, inode.
const ROW = /^ *\d+: ([\dA-F]+:[\dA-F]{4} [\dA-F]+:[\dA-F]{4}) [\dA-F]{2} \S+ \S+ \S+ +\d+ +\d+ (\d+)/gm;

// An IPv4 connection may be listed in the other table. Reading that one too is skipped for closed connections: those
// are missing at our own end as well, which for an IPv4 listener is in the first table.
function clientInodes(proc: string, sockets: readonly ClientSocket[]): readonly (string | null)[] {
  const ends = sockets.map(tableEnds);
  const inTable = (name: 'tcp' | 'tcp6'): ReadonlyMap<string, string> =>
    tableInodes(attempt(() => readFileSync(`${proc}/net/${name}`, 'latin1'), ''));
  const tcp = ends.some((end) => end.tcp !== null) ? inTable('tcp') : NOTHING;
  const inFirst = sockets.map((socket, index) => {
    const client = tcp.get(ends[index]?.tcp ?? '') ?? null;
    const isOver = isIPv4(socket.proxyAddress) && (tcp.get(ourEnds(socket)) ?? NO_INODE) === NO_INODE;
    return client ?? (isOver ? NO_INODE : null);
  });
  const tcp6 = inFirst.includes(null) ? inTable('tcp6') : NOTHING;
  const inodes = inFirst.map((inode, index) => inode ?? tcp6.get(ends[index]?.tcp6 ?? '') ?? NO_INODE);
  return inodes.map((inode) => (inode === NO_INODE ? null : inode));
}

function ourEnds({ clientAddress, clientPort, proxyAddress, proxyPort }: ClientSocket): string {
  const reversed = {
    clientAddress: proxyAddress,
    clientPort: proxyPort,
    proxyAddress: clientAddress,
    proxyPort: clientPort,
  };
  return tableEnds(reversed).tcp ?? '';
}

const NOTHING: ReadonlyMap<string, string> = new Map();

// Moves inodes from `wanted` to `owners` until none is left.
function search(proc: string, pids: Iterable<string>, wanted: Set<string>, owners: Map<string, Owner>): void {
  if (wanted.size === 0) return;
  for (const pid of pids) {
    for (const inode of socketInodes(proc, pid)) {
      if (!wanted.delete(inode)) continue;
      owners.set(inode, { pid, name: processName(proc, pid) });
      if (wanted.size === 0) return;
    }
  }
}

function ownedBy(proc: string, pid: string): readonly (readonly [inode: string, owner: Owner])[] {
  const inodes = [...socketInodes(proc, pid)];
  const owner = { pid, name: inodes.length === 0 ? null : processName(proc, pid) };
  return inodes.map((inode) => [inode, owner]);
}

// This process comes last: it holds the other ends, and many files.
function newestFirst(proc: string): readonly string[] {
  const rank = (pid: string): number => (pid === OWN ? 0 : Number(pid));
  const pids = attempt(() => readdirSync(proc), []).filter((name) => /^\d+$/.test(name));
  return pids.sort((one, other) => rank(other) - rank(one));
}

// Yields the newest files, which have the highest numbers, first.
function* socketInodes(proc: string, pid: string): Generator<string> {
  const folder = `${proc}/${pid}/fd`;
  for (const fd of attempt(() => readdirSync(folder), []).reverse()) {
    const link = attempt(() => readlinkSync(`${folder}/${fd}`), '');
    if (link.startsWith(SOCKET_LINK)) yield link.slice(SOCKET_LINK.length, -1);
  }
}

function processName(proc: string, pid: string): string | null {
  const [argument = ''] = attempt(() => readFileSync(`${proc}/${pid}/cmdline`, 'utf8'), '').split('\0');
  const program = attempt(() => readlinkSync(`${proc}/${pid}/exe`), '');
  const short = attempt(() => readFileSync(`${proc}/${pid}/comm`, 'utf8'), '');
  return friendlyName({ argument, program, short });
}

function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

// The table prints addresses as 32-bit words in the byte order of the machine.
function hexWords(bytes: Uint8Array): string {
  const words = Array.from({ length: bytes.length / 4 }, (_, index) => bytes.slice(index * 4, index * 4 + 4));
  const ordered = endianness() === 'LE' ? words.map((word) => word.reverse()) : words;
  return Buffer.concat(ordered).toString('hex').toUpperCase();
}

function hexPort(port: number): string {
  return port.toString(16).padStart(4, '0').toUpperCase();
}

function mapped(bytes: Uint8Array): Uint8Array {
  return bytes.length === 16 ? bytes : Uint8Array.from([...new Uint8Array(10), 0xff, 0xff, ...bytes]);
}

// Processes end and files close during the scan, and those of other users may not be readable.
function attempt<T>(read: () => T, fallback: T): T {
  try {
    return read();
  } catch {
    return fallback;
  }
}
