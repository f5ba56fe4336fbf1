// macOS: `lsof` names the processes at the clients' ends, `ps` the programs that they run and their parents.
import { commandOutput } from './command-output.ts';
import { MAX_PARENTS, type AppScan } from './scan.ts';
import { endsKey, socketKey } from './sockets.ts';

/** Returns a scan that runs these two programs. */
export function macosScan(lsof = '/usr/sbin/lsof', ps = '/bin/ps'): AppScan {
  return async (sockets) => {
    const ports = [...new Set(sockets.map(({ proxyPort }) => proxyPort))];
    const owners = lsofOwners(await commandOutput(lsof, ['-nPw', `-iTCP:${ports.join(',')}`, '-Fpn']));
    const found = sockets.map((socket) => owners.get(socketKey(socket)) ?? null);
    if (found.every((pid) => pid === null)) return found.map(() => null);
    const processes = psProcesses(await commandOutput(ps, ['-axww', '-o', 'pid=,ppid=,comm=']));
    return found.map((pid) => {
      const name = friendlyName(processes.get(pid ?? '')?.path ?? '');
      return pid === null || name === null
        ? null
        : { name, process: pid, parents: parentsOf(pid, processes) };
    });
  };
}

/**
 * Parses the output of `lsof -Fpn` into processes by connection key: a line `p<pid>`, then for each of its files
 * `f<number>` and `n<local>-><remote>`. When processes share a connection, the last one wins.
 */
export function lsofOwners(output: string): ReadonlyMap<string, string> {
  const owners = new Map<string, string>();
  let pid = '';
  for (const line of output.split('\n')) {
    if (line.startsWith('p')) pid = line.slice(1);
    const [local = '', remote = ''] = line.startsWith('n') ? line.slice(1).split('->') : [];
    const key = endsKey(local, remote);
    if (key !== null) owners.set(key, pid);
  }
  return owners;
}

/** Parses the output of `ps -o pid=,comm=` into program paths by process. */
export function psPaths(output: string): ReadonlyMap<string, string> {
  return new Map(
    Array.from(output.matchAll(/^ *(\d+) +(.+?) *$/gm), ([, pid = '', path = '']) => [pid, path]),
  );
}

interface RunningProcess {
  readonly parent: string;
  /** The path of its program. */
  readonly path: string;
}

/** Parses the output of `ps -o pid=,ppid=,comm=` into processes by their ids. */
export function psProcesses(output: string): ReadonlyMap<string, RunningProcess> {
  const lines = output.matchAll(/^ *(\d+) +(\d+) +(.+?) *$/gm);
  return new Map(Array.from(lines, ([, pid = '', parent = '', path = '']) => [pid, { parent, path }]));
}

/** Returns the processes that one descends from, the nearest first, without the first process of the system. */
function parentsOf(pid: string, processes: ReadonlyMap<string, RunningProcess>): readonly string[] {
  const found: string[] = [];
  for (let parent = processes.get(pid)?.parent ?? ''; Number(parent) > 1 && found.length < MAX_PARENTS;) {
    found.push(parent);
    parent = processes.get(parent)?.parent ?? '';
  }
  return found;
}

/**
 * Returns the name of the outermost app bundle in the path of a program, because helpers are inside it; otherwise the
 * file name. The tools inside Xcode count as separate programs.
 */
export function friendlyName(path: string): string | null {
  const own = path.split(DEVELOPER_TOOLS).at(-1) ?? '';
  const bundle = /([^/]+)\.app\//.exec(own)?.[1];
  return bundle ?? (own.slice(own.lastIndexOf('/') + 1).replace(/^-/, '') || null);
}

const DEVELOPER_TOOLS = '/Contents/Developer/';
