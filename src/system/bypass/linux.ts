// Linux: the kernel's tables of TCP and UDP sockets, which have the inode of each, and the files that processes have
// open. Everything is read in one go, without pauses: there are many small files, and each is in memory.
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { endianness } from 'node:os';
import { DesktopNames } from '../apps/desktop-entries.ts';
import { friendlyName } from '../apps/linux-names.ts';
import { QUIC_PORT, WEB_PORTS, type Connection, type Connections } from './connections.ts';

/** Reads a folder like `/proc`. */
export function linuxConnections(proxyPort: number, proc = '/proc'): Connections {
  const rows = (['tcp', 'tcp6', 'udp', 'udp6'] as const).flatMap((table) =>
    tableRows(textOf(`${proc}/net/${table}`)).map((row) => ({ ...row, protocol: protocolOf(table) })),
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
    const known = facts.get(pid) ?? processFacts(`${proc}/${pid}`, proxyPort);
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

interface Row {
  readonly localPort: number;
  readonly address: string;
  readonly port: number;
  readonly state: string;
  readonly inode: string;
}

const ESTABLISHED = '01';
const LISTENING = '0A';

/** Parses `/proc/net/tcp` and the like. Sockets that no process has any more are left out. */
function tableRows(table: string): readonly Row[] {
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
  // The form of RFC 5952.
  return new URL(`http://[${groups.join(':')}]`).hostname.slice(1, -1);
}

function protocolOf(table: string): 'tcp' | 'udp' {
  return table.startsWith('tcp') ? 'tcp' : 'udp';
}

/** Returns the process of each inode. The newest processes are looked at first, until all inodes are found. */
function ownersOf(proc: string, wanted: Set<string>): ReadonlyMap<string, number> {
  const owners = new Map<string, number>();
  const pids = namesIn(proc).filter((name) => /^\d+$/.test(name));
  for (const pid of pids.map(Number).sort((one, other) => other - one)) {
    if (wanted.size === 0) break;
    for (const file of namesIn(`${proc}/${pid}/fd`)) {
      const link = linkOf(`${proc}/${pid}/fd/${file}`);
      const inode = link.startsWith('socket:[') ? link.slice(8, -1) : '';
      if (wanted.delete(inode)) owners.set(inode, pid);
    }
  }
  return owners;
}

const menu = new DesktopNames();

function processFacts(folder: string, proxyPort: number): Pick<Connection, 'app' | 'hasVariable'> {
  const [argument = ''] = textOf(`${folder}/cmdline`).split('\0');
  const program = linkOf(`${folder}/exe`);
  const environment = textOf(`${folder}/environ`);
  const variable = new RegExp(`(?:^|\\0)https?_proxy=[^\\0]*:${proxyPort}\\b`, 'i');
  return {
    app: menu.nameOf(program) ?? friendlyName({ argument, program, short: textOf(`${folder}/comm`) }),
    hasVariable: environment === '' ? null : variable.test(environment),
  };
}

// Processes end and files close meanwhile, and those of other users may not be readable.
function textOf(path: string): string {
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
