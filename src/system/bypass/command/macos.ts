// macOS: `ps` tells the parents of processes. A process that started a daemon and ended between two samples is missed,
// because macOS does not show the environment of other processes. `lsof` lists the connections of processes that belong
// to the command.
import { friendlyName, psPaths } from '../../apps/macos.ts';
import type { RunProgram } from '../../commands.ts';
import { lsofFiles } from '../macos.ts';
import type { CommandConnection, CommandSampler } from './contract.ts';

export class MacosCommand implements CommandSampler {
  readonly maxPauseMs = 10_000;
  readonly #run: RunProgram;
  /** Null before the first sample. */
  #members: ReadonlySet<string> | null = null;
  #open: ReadonlySet<string> = new Set();

  constructor(run: RunProgram) {
    this.#run = run;
  }

  async sample(root: number): Promise<readonly CommandConnection[]> {
    const before = this.#members ?? new Set([String(root)]);
    const current = members((await this.#run('/bin/ps', ['-axo', 'pid=,ppid='])).stdout, before);
    this.#members = current;
    if (current.size === 0) return [];
    const pids = [...current].join(',');
    const selection = ['-a', '-p', pids, '-iTCP', '-sTCP:ESTABLISHED,CLOSE_WAIT,LISTEN'];
    const files = lsofFiles((await this.#run('/usr/sbin/lsof', ['-nPw', ...selection, '-FpPn'])).stdout);
    const listening = new Set(files.filter(({ port }) => port === 0).map(({ localPort }) => localPort));
    const opened = files
      .filter(({ port, localPort }) => port !== 0 && !listening.has(localPort))
      .map((file) => ({ file, key: `${file.pid} ${file.localPort} ${file.address} ${file.port}` }));
    const found = opened.filter(({ key }) => !this.#open.has(key)).map(({ file }) => file);
    this.#open = new Set(opened.map(({ key }) => key));
    if (found.length === 0) return [];
    const programs = psPaths((await this.#run('/bin/ps', ['-ww', '-o', 'pid=,comm=', '-p', pids])).stdout);
    return found.map(({ pid, address, port }) => {
      const app = friendlyName(programs.get(String(pid)) ?? '');
      return { pid, app, address, port };
    });
  }
}

/** Returns the processes of a list of `ps` that were members, or whose parents are. */
function members(list: string, before: ReadonlySet<string>): ReadonlySet<string> {
  const rows = Array.from(list.matchAll(/^ *(\d+) +(\d+) *$/gm), ([, pid = '', parent = '']) => ({
    pid,
    parent,
  }));
  const found = new Set(rows.filter(({ pid }) => before.has(pid)).map(({ pid }) => pid));
  for (let size = -1; size !== found.size;) {
    size = found.size;
    for (const { pid, parent } of rows) if (found.has(parent) || before.has(parent)) found.add(pid);
  }
  return found;
}
