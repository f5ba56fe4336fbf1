// Returns unused memory to the system after the process has been idle for a while, because V8 collects an idle
// process late. It does not collect sooner, because the collection also drops compiled code, and the next burst of
// requests then costs up to 50 % more CPU.
import { collector, type Collect } from './collector.ts';

const CHECK_MS = 500;
/** The time for which the process has to be idle, by default. */
const IDLE_MS = 60_000;
/** CPU time in an interval from which on the process counts as busy. */
const BUSY_MS = 50;
/** A collection of a larger heap would take long enough to be noticed by the next request. */
const MAX_HEAP_BYTES = 128 * 1024 * 1024;
/** A heap that has not grown by this many bytes has little to return. */
const MIN_GROWTH_BYTES = 8 * 1024 * 1024;

/** The watched figures, as `process` provides them. */
export interface ProcessUsage {
  readonly cpuUsage: () => { readonly user: number; readonly system: number };
  readonly memoryUsage: () => { readonly heapTotal: number; readonly heapUsed: number };
}

export interface IdleOptions {
  /** A multiple of half a second. */
  readonly idleMs?: number;
  readonly usage?: ProcessUsage;
  readonly collect?: Collect;
}

/** Watches the process until the returned function is called. It does not keep the process alive. */
export function releaseMemoryWhenIdle({
  idleMs: wantedMs = IDLE_MS,
  usage = process,
  ...given
}: IdleOptions = {}): () => void {
  let { collect } = given;
  let cpuMs = totalMs(usage);
  let idleMs = 0;
  let heapAfter = 0;
  const timer = setInterval(() => {
    const now = totalMs(usage);
    const isBusy = now - cpuMs > BUSY_MS;
    cpuMs = now;
    idleMs = isBusy ? 0 : idleMs + CHECK_MS;
    if (idleMs !== wantedMs) return;
    const { heapTotal, heapUsed } = usage.memoryUsage();
    if (heapUsed > MAX_HEAP_BYTES || heapTotal < heapAfter + MIN_GROWTH_BYTES) return;
    collect ??= collector();
    collect({ type: 'major', flavor: 'last-resort' });
    heapAfter = usage.memoryUsage().heapTotal;
    // The collection itself does not count as work.
    cpuMs = totalMs(usage);
  }, CHECK_MS);
  timer.unref();
  return () => clearInterval(timer);
}

function totalMs(usage: ProcessUsage): number {
  const { user, system } = usage.cpuUsage();
  return (user + system) / 1000;
}
