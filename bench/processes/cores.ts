// The CPU core of each part of the benchmark: the measured proxy has one to itself.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

export interface Cores {
  readonly load: number;
  readonly subject: number;
  readonly origin: number;
}

/** The cores that this process may use, read at its start. */
const allowed = allowedCores();
let isPinned = false;

/**
 * Returns null, and nothing is pinned, without `taskset` or with a single core. With two cores, load and
 * origin share one.
 */
export function chooseCores(): Cores | null {
  const [load, subject, origin] = allowed;
  if (load === undefined || subject === undefined) return null;
  if (spawnSync('taskset', ['-pc', String(load), String(process.pid)]).status !== 0) return null;
  isPinned = true;
  return { load, subject, origin: origin ?? load };
}

/**
 * Returns the command pinned to a core; without one, allowed on all cores, since it would inherit ours.
 * `taskset` becomes the program it starts, so the process id is the program's.
 */
export function pinned(core: number | undefined, command: readonly string[]): readonly string[] {
  if (core === undefined && !isPinned) return command;
  return ['taskset', '-c', core === undefined ? allowed.join(',') : String(core), ...command];
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
