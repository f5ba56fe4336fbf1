// Linux: reads sockets and their processes from a folder like `/proc`. Reads are synchronous, because there are many
// small files, each of which is in memory.
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { endianness } from 'node:os';
import { DesktopNames } from '../apps/desktop-entries.ts';
import { friendlyName } from '../apps/linux-names.ts';

/** A socket of the kernel's tables. */
export interface SocketRow {
  readonly localPort: number;
  /** The other end. */
  readonly address: string;
  readonly port: number;
  /** As the table writes it, see below. */
  readonly state: string;
  readonly inode: string;
}

export const ESTABLISHED = '01';
export const LISTENING = '0A';

/** Reads a table such as `tcp6`. Leaves out sockets that no process has open any more. */
export function socketRows(proc: string, table: 'tcp' | 'tcp6' | 'udp' | 'udp6'): readonly SocketRow[] {
  return rowsOf(fileText(`${proc}/net/${table}`));
}

/** Parses the text of such a table. */
export function rowsOf(table: string): readonly SocketRow[] {
  return Array.from(
    table.matchAll(ROW),
    ([, localPort = '', address = '', port = '', state = '', inode = '']) => ({
      localPort: Number.parseInt(localPort, 16),
      address: addressOf(address),
      port: Number.parseInt(port, 16),
      state,
      inode,
    }),
  ).filter(({ inode }) => inode !== '0');
}

// Number, local and remote end, state, queues, timer, retransmissions, user, timeout, inode.
const ROW =
  /^ *\d+: [\dA-F]+:([\dA-F]{4}) ([\dA-F]+):([\dA-F]{4}) ([\dA-F]{2}) \S+ \S+ \S+ +\d+ +\d+ (\d+)/gm;

/** The tables have addresses as 32-bit words in the byte order of the machine. */
function addressOf(hex: string): string {
  const bytes = Buffer.from(hex, 'hex');
  if (endianness() === 'LE') bytes.swap32();
  if (bytes.length === 4) return bytes.join('.');
  const isMapped = hex.startsWith('0000000000000000') && bytes.readUInt32BE(8) === 0xffff;
  if (isMapped) return bytes.subarray(12).join('.');
  const groups = Array.from({ length: 8 }, (_, index) => bytes.readUInt16BE(index * 2).toString(16));
  // Written as in RFC 5952.
  return new URL(`http://[${groups.join(':')}]`).hostname.slice(1, -1);
}

/** Returns the ids of all processes. */
export function processIds(proc: string): readonly number[] {
  return namesIn(proc)
    .filter((name) => /^\d+$/.test(name))
    .map(Number);
}

/**
 * Returns the inodes of the sockets among the last `max` files that a process has open; none where it may not be
 * inspected.
 */
export function socketInodes(proc: string, pid: number, max = Infinity): readonly string[] {
  const folder = `${proc}/${pid}/fd`;
  return namesIn(folder)
    .slice(-max)
    .map((file) => linkOf(`${folder}/${file}`))
    .filter((link) => link.startsWith('socket:['))
    .map((link) => link.slice(8, -1));
}

/** Returns the parent of a process; 0 where it is not known. */
export function parentOf(proc: string, pid: number): number {
  const stat = fileText(`${proc}/${pid}/stat`);
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1] ?? 0);
}

/** Returns true when the process was started with a variable that names the proxy; null when that cannot be seen. */
export function hasProxyVariable(proc: string, pid: number, proxyPort: number): boolean | null {
  const environment = fileText(`${proc}/${pid}/environ`);
  const variable = new RegExp(`(?:^|\\0)https?_proxy=[^\\0]*:${proxyPort}\\b`, 'i');
  return environment === '' ? null : variable.test(environment);
}

const menu = new DesktopNames();

/** Returns the name by which people know the program of a process. */
export function programOf(proc: string, pid: number): string | null {
  const folder = `${proc}/${pid}`;
  const [argument = ''] = fileText(`${folder}/cmdline`).split('\0');
  const program = linkOf(`${folder}/exe`);
  return menu.nameOf(program) ?? friendlyName({ argument, program, short: fileText(`${folder}/comm`) });
}

// Processes end and files close meanwhile, and those of other users may not be readable.
function fileText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

function linkOf(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return '';
  }
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
