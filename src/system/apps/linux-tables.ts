// Linux: the kernel's tables of TCP sockets, which have the inode of each. To write a table, the kernel walks all of
// its buckets, which takes milliseconds however few sockets there are. So reading stops as soon as all wanted sockets
// were found.
import { closeSync, openSync, readSync } from 'node:fs';
import { isIPv4 } from 'node:net';
import { endianness } from 'node:os';
import { ipBytes, unmapped } from '../../base/ip.ts';
import { type ClientSocket } from './scan.ts';

type TableName = 'tcp' | 'tcp6';

/** The tables of a folder like `/proc`. */
export class SocketTables {
  readonly #folder: string;
  /** The table with the last hit is read first: runtimes such as Java use IPv6 sockets for IPv4 too. */
  #first: TableName = 'tcp';

  constructor(proc: string) {
    this.#folder = `${proc}/net`;
  }

  /** Returns the inode of each socket; null for one that is not open. */
  inodes(sockets: readonly ClientSocket[]): readonly (string | null)[] {
    const first = this.#first;
    const inFirst = this.#read(first, sockets);
    const isOver = (index: number): boolean => first === 'tcp' && inFirst.over.has(index);
    const unresolved = sockets.flatMap((_, index) =>
      inFirst.inodes[index] === null && !isOver(index) ? index : [],
    );
    if (unresolved.length === 0) return inFirst.inodes;
    const second = first === 'tcp' ? 'tcp6' : 'tcp';
    const inSecond = this.#read(
      second,
      unresolved.flatMap((index) => sockets[index] ?? []),
    );
    if (inSecond.inodes.some((inode) => inode !== null)) this.#first = second;
    const rest = new Map(unresolved.map((index, at) => [index, inSecond.inodes[at] ?? null]));
    return inFirst.inodes.map((inode, index) => inode ?? rest.get(index) ?? null);
  }

  /**
   * Reads one table. `over` are the indexes of connections that are closed: they are missing at our own end as well,
   * which for an IPv4 listener is in the first table.
   */
  #read(name: TableName, sockets: readonly ClientSocket[]): InTable {
    const ends = sockets.map((socket) => tableEnds(socket)[name]);
    const wanted = new Set(ends.filter((end) => end !== null));
    if (wanted.size === 0) return { inodes: ends.map(() => null), over: new Set() };
    const ours = new Map(sockets.map((socket, index) => [tableEnds(reversed(socket))[name] ?? '', index]));
    const found = new Map<string, string>();
    const open = new Set<number>();
    for (const rows of tableRows(`${this.#folder}/${name}`)) {
      for (const [end, inode] of tableInodes(rows)) {
        const index = ours.get(end);
        if (index !== undefined && inode !== NO_INODE) open.add(index);
        if (wanted.delete(end)) found.set(end, inode);
      }
      if (wanted.size === 0) break;
    }
    const inodes = ends.map((end) => found.get(end ?? '') ?? null);
    const over = sockets.flatMap(({ proxyAddress }, index) =>
      inodes[index] === NO_INODE || (inodes[index] === null && isIPv4(proxyAddress) && !open.has(index))
        ? index
        : [],
    );
    return { inodes: inodes.map((inode) => (inode === NO_INODE ? null : inode)), over: new Set(over) };
  }
}

/**
 * Parses rows of `/proc/net/tcp` or `tcp6` into inodes by the two ends of the connection, as the table writes them. The
 * inode is `0` when the process has closed its end and only the kernel still has it.
 */
export function tableInodes(rows: string): ReadonlyMap<string, string> {
  return new Map(Array.from(rows.matchAll(ROW), ([, ends = '', inode = '']) => [ends, inode]));
}

/**
 * Returns the ends of this connection as the two tables write them, client first. An IPv4 client may be listed in
 * `tcp6`.
 */
export function tableEnds(socket: ClientSocket): Readonly<Record<TableName, string | null>> {
  const local = ipBytes(socket.clientAddress);
  const remote = ipBytes(socket.proxyAddress);
  if (!local || !remote) return { tcp: null, tcp6: null };
  const ends = (form: (bytes: Uint8Array) => Uint8Array): string =>
    `${hexWords(form(local))}:${hexPort(socket.clientPort)} ${hexWords(form(remote))}:${hexPort(socket.proxyPort)}`;
  return { tcp: unmapped(local).length === 4 ? ends(unmapped) : null, tcp6: ends(mapped) };
}

interface InTable {
  readonly inodes: readonly (string | null)[];
  readonly over: ReadonlySet<number>;
}

const NO_INODE = '0';

// Number, local and remote end, state, queues, timer, retransmissions, user, timeout, inode.
const ROW = /^ *\d+: ([\dA-F]+:[\dA-F]{4} [\dA-F]+:[\dA-F]{4}) [\dA-F]{2} \S+ \S+ \S+ +\d+ +\d+ (\d+)/gm;

/** The kernel gives a page at a time, however large the buffer. */
const buffer = Buffer.allocUnsafe(64 * 1024);

// Yields whole rows, as many as one read returns. The kernel may return less than was asked for before the end.
function* tableRows(path: string): Generator<string> {
  const file = attempt(() => openSync(path, 'r'), null);
  if (file === null) return;
  try {
    let rest = '';
    for (;;) {
      const length = attempt(() => readSync(file, buffer), 0);
      if (length === 0) break;
      const text = rest + buffer.toString('latin1', 0, length);
      const end = text.lastIndexOf('\n') + 1;
      rest = text.slice(end);
      yield text.slice(0, end);
    }
    if (rest !== '') yield rest;
  } finally {
    closeSync(file);
  }
}

function reversed({ clientAddress, clientPort, proxyAddress, proxyPort }: ClientSocket): ClientSocket {
  return {
    clientAddress: proxyAddress,
    clientPort: proxyPort,
    proxyAddress: clientAddress,
    proxyPort: clientPort,
  };
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

function attempt<T>(read: () => T, fallback: T): T {
  try {
    return read();
  } catch {
    return fallback;
  }
}
