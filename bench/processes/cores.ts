// Which CPU core each part of the benchmark runs on: the proxy measured has one to itself.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

export interface Cores {
  readonly load: number;
  readonly subject: number;
  readonly origin: number;
}

/** Of this process as it was started. */
const allowed = allowedCores();
let isPinned = false;

/** Null, and nothing is pinned, without `taskset` or with a single core. With two, load and origin share one. */
export function chooseCores(): Cores | null {
  const [load, subject, origin] = allowed;
  if (load === undefined || subject === undefined) return null;
  if (spawnSync('taskset', ['-pc', String(load), String(process.pid)]).status !== 0) return null;
  isPinned = true;
  return { load, subject, origin: origin ?? load };
}

/**
 * The command, pinned to a core, or on all of them without one: it would be on ours otherwise. `taskset` becomes the
 * program it starts, so the process id is the program's.
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
