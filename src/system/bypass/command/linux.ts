// Linux: a process belongs to the command when it was started with the variables of the run, or by a process that
// belongs to it. A daemon whose parent has ended still has the variables. Tables of sockets take milliseconds to read,
// so they are read only when a process has a new socket.
import { readFile } from 'node:fs/promises';
import {
  hasProxyVariable,
  LISTENING,
  parentOf,
  processIds,
  programOf,
  rowsOf,
  socketInodes,
  type SocketRow,
} from '../proc.ts';
import type { CommandConnection, CommandSampler } from './contract.ts';

export class LinuxCommand implements CommandSampler {
  readonly maxPauseMs = 2000;
  readonly #proxyPort: number;
  readonly #proc: string;
  readonly #members = new Set<number>();
  /** The processes that were checked, whether they belong to the command or not. */
  #known: ReadonlySet<number>;
  /** The number of remaining attempts for each socket. A socket that is not connected yet is not in the tables. */
  #looks = new Map<string, number>();

  constructor(proxyPort: number, proc = '/proc') {
    this.#proxyPort = proxyPort;
    this.#proc = proc;
    // Processes that ran before cannot belong to the command.
    this.#known = new Set(processIds(proc));
  }

  async sample(root: number): Promise<readonly CommandConnection[]> {
    this.#meetProcesses(root);
    const owners = new Map<string, number>();
    for (const pid of this.#members)
      for (const inode of socketInodes(this.#proc, pid, MAX_FILES)) owners.set(inode, pid);
    const looks = new Map(Array.from(owners.keys(), (inode) => [inode, this.#looks.get(inode) ?? LOOKS]));
    this.#looks = looks;
    if (!isWanted(looks)) return [];
    for (const inode of unixInodes(await this.#table('unix'))) if (looks.has(inode)) looks.set(inode, 0);
    if (!isWanted(looks)) return [];
    const rows = [...rowsOf(await this.#table('tcp')), ...rowsOf(await this.#table('tcp6'))];
    return opened(looks, rows).map((row) => this.#connection(row, owners.get(row.inode) ?? 0));
  }

  /** Read on another thread: the kernel walks all of its sockets for it. */
  #table(name: string): Promise<string> {
    return readFile(`${this.#proc}/net/${name}`, 'utf8').catch(() => '');
  }

  #connection({ address, port }: SocketRow, pid: number): CommandConnection {
    return { pid, app: programOf(this.#proc, pid), address, port };
  }

  #meetProcesses(root: number): void {
    // Parents usually come first.
    const pids = processIds(this.#proc).toSorted((one, other) => one - other);
    for (const pid of pids) if (!this.#known.has(pid) && this.#isMember(pid, root)) this.#members.add(pid);
    this.#known = new Set(pids);
    for (const pid of this.#members) if (!this.#known.has(pid)) this.#members.delete(pid);
  }

  #isMember(pid: number, root: number): boolean {
    if (pid === root || this.#members.has(parentOf(this.#proc, pid))) return true;
    return hasProxyVariable(this.#proc, pid, this.#proxyPort) === true;
  }
}

function isWanted(looks: ReadonlyMap<string, number>): boolean {
  return [...looks.values()].some((remaining) => remaining > 0);
}

/** Returns the rows of wanted sockets that were opened by their process, and counts the attempt in `looks`. */
function opened(looks: Map<string, number>, rows: readonly SocketRow[]): readonly SocketRow[] {
  const byInode = new Map(rows.map((row) => [row.inode, row]));
  const listening = new Set(
    rows.filter(({ state }) => state === LISTENING).map(({ localPort }) => localPort),
  );
  return [...looks].flatMap(([inode, remaining]) => {
    const row = byInode.get(inode);
    if (remaining === 0 || (row !== undefined && CONNECTING.has(row.state))) return [];
    looks.set(inode, row === undefined ? remaining - 1 : 0);
    // A connection whose local port is listened on was accepted, not opened.
    return row === undefined || row.state === LISTENING || listening.has(row.localPort) ? [] : [row];
  });
}

/** Parses `/proc/net/unix`: seven fields, the last of them the inode, and a path where there is one. */
function unixInodes(table: string): readonly string[] {
  return Array.from(table.matchAll(/^[\da-f]+: (?:\S+ ){5} *(\d+)/gm), ([, inode = '']) => inode);
}

/** SYN_SENT and SYN_RECV of the kernel's `tcp_states.h`. */
const CONNECTING: ReadonlySet<string> = new Set(['02', '03']);
const LOOKS = 5;
/** The number of files of a process that are checked, because checking blocks everything else. */
const MAX_FILES = 1000;
