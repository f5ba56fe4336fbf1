// Which CPU core each part of the benchmark runs on: the proxy measured has one to itself.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

export interface Cores {
  readonly load: number;
  readonly subject: number;
  readonly origin: number;
}

/** Null, and nothing is pinned, without `taskset` or with a single core. With two, load and origin share one. */
export function chooseCores(): Cores | null {
  const [load, subject, origin] = allowedCores();
  if (load === undefined || subject === undefined) return null;
  if (spawnSync('taskset', ['-pc', String(load), String(process.pid)]).status !== 0) return null;
  return { load, subject, origin: origin ?? load };
}

/** The command, pinned to a core. `taskset` becomes the program it starts, so the process id is the program's. */
export function pinned(core: number | undefined, command: readonly string[]): readonly string[] {
  return core === undefined ? command : ['taskset', '-c', String(core), ...command];
}

function allowedCores(): number[] {
  try {
    const list = /^Cpus_allowed_list:\s*(\S+)/m.exec(readFileSync('/proc/self/status', 'latin1'))?.[1] ?? '';
    return list.split(',').flatMap((range) => {
      const [first = 0, last = first] = range.split('-').map(Number);
      return Array.from({ length: last - first + 1 }, (_, index) => first + index);
    });
  } catch {
    return [];
  }
}
