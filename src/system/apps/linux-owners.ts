// Linux: `/proc/<pid>/fd` shows which process has a socket open. Looking at every file of every process takes
// milliseconds, so the last hits are tried first: a client that opens one connection after another gets the same file
// descriptor for each.
import { readFileSync, readdirSync, readlinkSync } from 'node:fs';
import { textOfOctets } from '../../base/octets.ts';
import { DesktopNames } from './desktop-entries.ts';
import { friendlyName } from './linux-names.ts';
import { MAX_PARENTS, type App } from './scan.ts';

/** Apps by the inodes of their sockets; null for an app without a name. */
export type AppsByInode = ReadonlyMap<string, App | null>;

/** Finds the processes of sockets in a folder like `/proc`. */
export class SocketOwners {
  readonly #proc: string;
  #known: ReadonlySet<string> = new Set();
  /** The last hit of each process, the latest first. */
  #hits: readonly Hit[] = [];

  constructor(proc: string) {
    this.#proc = proc;
  }

  /**
   * Returns the apps of all sockets of processes that are new since the last call. Of processes that share a socket,
   * the newest wins.
   */
  started(): AppsByInode {
    const pids = this.#newestFirst();
    const started = pids.filter((pid) => !this.#known.has(pid) && pid !== OWN).slice(0, MAX_STARTED);
    this.#known = new Set(pids);
    return new Map(started.toReversed().flatMap((pid) => this.#ownedBy(pid)));
  }

  /** Returns the apps of these sockets, where a process that may be inspected has them open. */
  find(inodes: Iterable<string>): AppsByInode {
    const wanted = new Set(inodes);
    const apps = new Map<string, App | null>();
    for (const file of this.#candidates()) {
      if (wanted.size === 0) break;
      const inode = this.#inodeAt(file);
      if (inode === null || !wanted.delete(inode)) continue;
      const hit = this.#hitAt(file);
      apps.set(inode, hit.app);
      this.#hits = [hit, ...this.#hits.filter(({ pid }) => pid !== hit.pid)].slice(0, REMEMBERED);
    }
    return apps;
  }

  // Yields the open files that may be a socket, the most likely first.
  *#candidates(): Generator<OpenFile> {
    const hits = this.#hits;
    yield* hits;
    for (const { pid } of hits) yield* this.#files(pid);
    for (const pid of this.#newestFirst()) yield* this.#files(pid);
  }

  // The newest files have the highest numbers, as long as none was closed.
  #files(pid: string): readonly OpenFile[] {
    const fds = attempt(() => readdirSync(`${this.#proc}/${pid}/fd`), []);
    return Array.from(Int32Array.from(fds, Number).sort().reverse(), (fd) => ({ pid, fd }));
  }

  #inodeAt({ pid, fd }: OpenFile): string | null {
    const link = attempt(() => readlinkSync(`${this.#proc}/${pid}/fd/${fd}`), '');
    return link.startsWith(SOCKET_LINK) ? link.slice(SOCKET_LINK.length, -1) : null;
  }

  // The process may be a different one than at the last hit: its id was reused, or it called execve(2).
  #hitAt({ pid, fd }: OpenFile): Hit {
    const { name, start } = this.#stat(pid);
    const known = this.#hits.find((hit) => hit.pid === pid && hit.name === name && hit.start === start);
    return { pid, fd, name, start, app: known ? known.app : this.#app(pid, start) };
  }

  #ownedBy(pid: string): readonly (readonly [inode: string, app: App | null])[] {
    const inodes = this.#files(pid).flatMap((file) => this.#inodeAt(file) ?? []);
    const app = inodes.length === 0 ? null : this.#app(pid, this.#stat(pid).start);
    return inodes.map((inode) => [inode, app]);
  }

  #app(pid: string, start: string): App | null {
    const name = this.#name(pid);
    return name === null ? null : { name, process: `${pid}@${start}`, parents: this.#parents(pid) };
  }

  /** Returns the processes that one descends from, up to that of the system. */
  #parents(pid: string): readonly string[] {
    const found: string[] = [];
    for (let { parent } = this.#stat(pid); Number(parent) > 1 && found.length < MAX_PARENTS;) {
      const { start, parent: next } = this.#stat(parent);
      found.push(`${parent}@${start}`);
      parent = next;
    }
    return found;
  }

  #name(pid: string): string | null {
    const [octets = ''] = this.#read(pid, 'cmdline').split('\0');
    const argument = textOfOctets(octets);
    const program = textOfOctets(attempt(() => readlinkSync(`${this.#proc}/${pid}/exe`, 'latin1'), ''));
    const short = textOfOctets(this.#read(pid, 'comm'));
    return menu.nameOf(program) ?? friendlyName({ argument, program, short });
  }

  // Fields 2, 4 and 22. The name, in parentheses, may contain anything (proc_pid_stat(5)).
  #stat(pid: string): { readonly name: string; readonly start: string; readonly parent: string } {
    const stat = this.#read(pid, 'stat');
    const end = stat.lastIndexOf(')') + 1;
    const fields = stat.slice(end + 1).split(' ');
    return { name: stat.slice(0, end), start: fields[19] ?? '', parent: fields[1] ?? '' };
  }

  /** Returns octets, one char each: the kernel does not care which text they are. */
  #read(pid: string, file: string): string {
    return attempt(() => readFileSync(`${this.#proc}/${pid}/${file}`, 'latin1'), '');
  }

  // This process comes last: it holds the other ends, and many files.
  #newestFirst(): readonly string[] {
    const rank = (pid: string): number => (pid === OWN ? 0 : Number(pid));
    const pids = attempt(() => readdirSync(this.#proc), []).filter((name) => /^\d+$/.test(name));
    return pids.sort((one, other) => rank(other) - rank(one));
  }
}

/** An open file of a process. */
interface OpenFile {
  readonly pid: string;
  readonly fd: number;
}

/** A file that was a socket, with its process: no other process has the same name and start. */
interface Hit extends OpenFile {
  readonly name: string;
  readonly start: string;
  readonly app: App | null;
}

const OWN = String(process.pid);
const menu = new DesktopNames();

// Enough for the processes that start during a scan; only the first scan meets more.
const MAX_STARTED = 16;

// A browser and a handful of tools. Each one that does not match costs a look at its open files.
const REMEMBERED = 8;
const SOCKET_LINK = 'socket:[';

// Processes end and files close during the scan, and those of other users may not be readable.
function attempt<T>(read: () => T, fallback: T): T {
  try {
    return read();
  } catch {
    return fallback;
  }
}
