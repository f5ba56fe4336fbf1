// A command from its start to its end: how long it takes, and how much memory.
import { setTimeout as delay } from 'node:timers/promises';
import { startChild, type ChildOptions } from './children.ts';
import { peakBytes } from './proc.ts';

export interface Timed {
  readonly seconds: number;
  /** Resident memory at its highest, as far as it was seen; NaN where the system does not tell. */
  readonly peakBytes: number;
  /** Epoch milliseconds. */
  readonly startedAt: number;
}

/** Looking takes time from what is looked at. */
const LOOK_MS = 25;

/** Rejects when it ends with another exit code than 0. */
export async function timed(options: ChildOptions): Promise<Timed> {
  const startedAt = performance.timeOrigin + performance.now();
  const child = startChild(options);
  const ended = new Promise<number | null>((resolve) => child.process.once('exit', resolve));
  let peak = Number.NaN;
  let over = false;
  void ended.then(() => (over = true));
  while (!isOver()) {
    const now = peakBytes([child.pid]);
    if (now > 0) peak = Number.isNaN(peak) ? now : Math.max(peak, now);
    await Promise.race([ended, delay(LOOK_MS)]);
  }
  const seconds = (performance.timeOrigin + performance.now() - startedAt) / 1000;
  const code = await ended;
  if (code !== 0) throw new Error(`${options.name} ended with ${code}: ${child.said()}`);
  return { seconds, peakBytes: peak, startedAt };

  function isOver(): boolean {
    return over;
  }
}
