// Linux: the kernel's tables of TCP sockets have the inode of each, and /proc/<pid>/fd shows which process has it open.
import { readFileSync, readdirSync, readlinkSync } from 'node:fs';
import { DesktopNames } from './desktop-entries.ts';
import { SocketTables } from './linux-tables.ts';
import { type App, type AppScan } from './scan.ts';

/**
 * Returns a scan of `/proc`, or of a folder like it. Reading a table takes milliseconds, in which a process that has
 * just started may end: processes that are new since the last scan are inspected before it, all others after it, those
 * that matched lately first.
 */
export function linuxScan(proc = '/proc'): AppScan {
  const tables = new SocketTables(proc);
  let known: ReadonlySet<string> = new Set();
  let recent: readonly string[] = [];
  return (sockets) => {
    const pids = newestFirst(proc);
    const started = pids.filter((pid) => !known.has(pid) && pid !== OWN).slice(0, MAX_STARTED);
    known = new Set(pids);
    const owners = new Map(started.flatMap((pid) => ownedBy(proc, pid)).toReversed());
    const inodes = tables.inodes(sockets);
    const wanted = new Set(inodes.filter((inode) => inode !== null).filter((inode) => !owners.has(inode)));
    search(proc, new Set([...recent, ...pids]), wanted, owners);
    const found = inodes.map((inode) => owners.get(inode ?? '') ?? null);
    recent = [...new Set([...found.flatMap((owner) => owner?.pid ?? []), ...recent])].slice(0, REMEMBERED);
    return found.map((owner) => owner?.app ?? null);
  };
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
  readonly app: App | null;
}

const OWN = String(process.pid);
const menu = new DesktopNames();

// Enough for the processes that start during a scan; only the first scan meets more.
const MAX_STARTED = 16;

// A browser and a handful of tools. Each costs a look at its open files when it does not match.
const REMEMBERED = 8;
const SOCKET_LINK = 'socket:[';

// Moves inodes from `wanted` to `owners` until none is left.
function search(proc: string, pids: Iterable<string>, wanted: Set<string>, owners: Map<string, Owner>): void {
  if (wanted.size === 0) return;
  for (const pid of pids) {
    for (const inode of socketInodes(proc, pid)) {
      if (!wanted.delete(inode)) continue;
      owners.set(inode, { pid, app: appOf(proc, pid) });
      if (wanted.size === 0) return;
    }
  }
}

function ownedBy(proc: string, pid: string): readonly (readonly [inode: string, owner: Owner])[] {
  const inodes = [...socketInodes(proc, pid)];
  const owner = { pid, app: inodes.length === 0 ? null : appOf(proc, pid) };
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

function appOf(proc: string, pid: string): App | null {
  const name = processName(proc, pid);
  return name === null ? null : { name, process: `${pid}@${startTime(proc, pid)}` };
}

// Field 22; the name before it, in parentheses, may contain anything (proc_pid_stat(5)).
function startTime(proc: string, pid: string): string {
  const stat = attempt(() => readFileSync(`${proc}/${pid}/stat`, 'latin1'), '');
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
}

function processName(proc: string, pid: string): string | null {
  const [argument = ''] = attempt(() => readFileSync(`${proc}/${pid}/cmdline`, 'utf8'), '').split('\0');
  const program = attempt(() => readlinkSync(`${proc}/${pid}/exe`), '');
  const short = attempt(() => readFileSync(`${proc}/${pid}/comm`, 'utf8'), '');
  return menu.nameOf(program) ?? friendlyName({ argument, program, short });
}

function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

// Processes end and files close during the scan, and those of other users may not be readable.
function attempt<T>(read: () => T, fallback: T): T {
  try {
    return read();
  } catch {
    return fallback;
  }
}
