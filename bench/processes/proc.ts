// CPU time and memory of processes, as the kernel accounts for them under /proc. On a system without it every
// figure is NaN, and is shown as not measured.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';

export const hasProc = existsSync('/proc/self/stat');

/** Linux counts user-visible CPU time in hundredths of a second on every architecture that Node runs on. */
const TICKS_PER_SECOND = 100;

interface Stat {
  readonly parent: number;
  /** CPU seconds of all threads, including ended children. */
  readonly cpu: number;
}

/**
 * Returns the CPU seconds of these processes together, with all their threads and the children they have
 * waited for.
 */
export function cpuSeconds(pids: readonly number[]): number {
  if (!hasProc) return Number.NaN;
  return pids.reduce((sum, pid) => sum + (stat(`/proc/${pid}`)?.cpu ?? 0), 0);
}

/** Returns the CPU seconds of a process's first thread, on which Node runs JavaScript. */
export function mainThreadSeconds(pid: number): number {
  return stat(`/proc/${pid}/task/${pid}`)?.cpu ?? Number.NaN;
}

/** True when a TCP socket listens on the port: state 0A in the kernel's table. */
export function isListening(port: number): boolean {
  const local = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  const row = new RegExp(`${local} [\\dA-F]+:0000 0A `);
  return ['tcp', 'tcp6'].some((name) => row.test(readFileSync(`/proc/net/${name}`, 'latin1')));
}

/** Returns the process and all its descendants. */
export function tree(root: number): number[] {
  const pids = [root];
  const children = Map.groupBy(processes(), ([, { parent }]) => parent);
  for (const pid of pids) pids.push(...(children.get(pid) ?? []).map(([child]) => child));
  return pids;
}

/**
 * Returns the CPU seconds that others have used since the machine started: every process outside the tree of
 * `own`, except the kernel's threads, which work for us too; and, under a hypervisor, the time given to other
 * machines.
 */
export function othersSeconds(own: number): number {
  if (!hasProc) return Number.NaN;
  const ours = new Set(tree(own));
  const strangers = processes().filter(([pid, { parent }]) => !ours.has(pid) && parent !== KTHREADD);
  return strangers.reduce((sum, [, { cpu }]) => sum + cpu, stolenSeconds());
}

/**
 * Returns the number of TCP connections over IPv4 in the system's table, including those closed within the
 * last minute.
 */
export function tcpConnections(): number {
  return hasProc ? read('/proc/net/tcp').split('\n').length - 2 : Number.NaN;
}

export function processCount(): number {
  return hasProc ? processes().length : Number.NaN;
}

/** Returns the resident memory of these processes together, in bytes. */
export function residentBytes(pids: readonly number[]): number {
  return statusBytes(pids, /^VmRSS:\s+(\d+)/m);
}

/** Returns the peak resident memory since the start, or since `resetPeak`, in bytes. */
export function peakBytes(pids: readonly number[]): number {
  return statusBytes(pids, /^VmHWM:\s+(\d+)/m);
}

/**
 * Resets the peak that `peakBytes` returns. Where the system forbids it, the peak since the start remains.
 */
export function resetPeak(pids: readonly number[]): void {
  for (const pid of pids) {
    try {
      writeFileSync(`/proc/${pid}/clear_refs`, '5');
    } catch {
      // The peak since the start is no smaller: the figure errs to our disadvantage.
    }
  }
}

const KTHREADD = 2;

function processes(): (readonly [pid: number, stat: Stat])[] {
  if (!hasProc) return [];
  return readdirSync('/proc').flatMap((name) => {
    const found = /^\d+$/.test(name) ? stat(`/proc/${name}`) : null;
    return found === null ? [] : [[Number(name), found] as const];
  });
}

/** Returns null when the process is gone. See proc_pid_stat(5): the name in brackets may contain anything. */
function stat(folder: string): Stat | null {
  const text = read(`${folder}/stat`);
  if (text === '') return null;
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
  return { parent: Number(fields[1]), cpu: ticks / TICKS_PER_SECOND };
}

function stolenSeconds(): number {
  return Number(/^cpu +(?:\d+ ){7}(\d+)/.exec(read('/proc/stat'))?.[1] ?? 0) / TICKS_PER_SECOND;
}

function statusBytes(pids: readonly number[], line: RegExp): number {
  if (!hasProc) return Number.NaN;
  return pids.reduce((sum, pid) => sum + 1024 * Number(line.exec(read(`/proc/${pid}/status`))?.[1] ?? 0), 0);
}

function read(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return '';
  }
}
