// A command run from start to end, with its duration, its memory and its CPU time.
import { setTimeout as delay } from 'node:timers/promises';
import { startChild, type ChildOptions } from './children.ts';
import { cpuSeconds, peakBytes } from './proc.ts';

export interface Timed {
  readonly seconds: number;
  /** The highest resident memory that was sampled; NaN where the system does not report it. */
  readonly peakBytes: number;
  /** CPU seconds of all its threads, up to the last sample; NaN where the system does not report it. */
  readonly cpuSeconds: number;
  /** Epoch milliseconds. */
  readonly startedAt: number;
}

/** The interval between samples; sampling takes CPU time from the command. */
const LOOK_MS = 25;

/** Runs the command. Rejects when its exit code is not 0. */
export async function timed(options: ChildOptions): Promise<Timed> {
  const startedAt = performance.timeOrigin + performance.now();
  const child = startChild(options);
  const ended = new Promise<number | null>((resolve) => child.process.once('exit', resolve));
  let peak = Number.NaN;
  let cpu = Number.NaN;
  let over = false;
  void ended.then(() => (over = true));
  while (!isOver()) {
    const now = peakBytes([child.pid]);
    if (now > 0) peak = Number.isNaN(peak) ? now : Math.max(peak, now);
    cpu = Math.max(cpuSeconds([child.pid]), Number.isNaN(cpu) ? 0 : cpu);
    await Promise.race([ended, delay(LOOK_MS)]);
  }
  const seconds = (performance.timeOrigin + performance.now() - startedAt) / 1000;
  const code = await ended;
  if (code !== 0) throw new Error(`${options.name} ended with ${code}: ${child.lastOutput()}`);
  return { seconds, peakBytes: peak, cpuSeconds: cpu, startedAt };

  function isOver(): boolean {
    return over;
  }
}
