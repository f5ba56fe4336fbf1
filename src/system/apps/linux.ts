// Linux: the kernel's table of TCP sockets has the inode of each, and /proc/<pid>/fd tells who has that inode open.
import { readFileSync, readdirSync, readlinkSync } from 'node:fs';
import { isIPv4 } from 'node:net';
import { endianness } from 'node:os';
import { ipBytes, unmapped } from '../../base/ip.ts';
import { type AppScan, type ClientSocket } from './scan.ts';

/**
 * A scan of `/proc`, or of a folder laid out like it. The table takes the kernel milliseconds, in which a process that
 * started a moment ago may end: those that are new since the last scan are looked at before it, all others after it,
 * the ones found lately first.
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
 * The inodes in the text of `/proc/net/tcp` or `tcp6` by the two ends of the connection, as that table writes them;
 * `0` where the process has closed its end and the kernel alone still has it.
 */
export function tableInodes(table: string): ReadonlyMap<string, string> {
  return new Map(Array.from(table.matchAll(ROW), ([, ends = '', inode = '']) => [ends, inode]));
}

/** How the two tables write the ends of this connection, client first. A client may hold an IPv4 one in `tcp6`. */
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

/** What `/proc/<pid>` says of a process: its first argument, the path of its program, and its short name. */
export interface ProcessFacts {
  readonly argument: string;
  readonly program: string;
  readonly short: string;
}

/**
 * A name that people know the process by. The first argument is what it was started as, such as `python3`, unless it
 * was altered afterwards, as by `sshd: user`, a login shell's `-bash`, or browsers that copy `/proc/self/exe`.
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

// Enough for what starts while a scan runs; only the first scan meets more.
const MAX_STARTED = 16;

// A browser and a handful of tools at a time; each costs a look at its open files when it is not the one.
const REMEMBERED = 8;
const NO_INODE = '0';
const SOCKET_LINK = 'socket:[';

// Number, local and remote end, state, queues, timer, retransmissions, user, timeout, inode.
const ROW = /^ *\d+: ([\dA-F]+:[\dA-F]{4} [\dA-F]+:[\dA-F]{4}) [\dA-F]{2} \S+ \S+ \S+ +\d+ +\d+ (\d+)/gm;

// A client may hold an IPv4 connection in the other table. Walking that one, too, is saved for connections that are
// over: those have nobody at our own end either, which for an IPv4 listener is in the first.
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

// This process, which has the other ends open and so many files, comes last.
function newestFirst(proc: string): readonly string[] {
  const rank = (pid: string): number => (pid === OWN ? 0 : Number(pid));
  const pids = attempt(() => readdirSync(proc), []).filter((name) => /^\d+$/.test(name));
  return pids.sort((one, other) => rank(other) - rank(one));
}

// The newest files, which have the highest numbers, first.
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

// The table prints addresses as 32-bit words in the order of the machine.
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

// Processes end and files close while they are looked at, and those of other users may not be.
function attempt<T>(read: () => T, fallback: T): T {
  try {
    return read();
  } catch {
    return fallback;
  }
}
