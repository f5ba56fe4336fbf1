// A process that holds captured traffic and exports, imports and analyzes it. It reports how long that takes,
// and for how long the event loop is blocked meanwhile.
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { exportFile } from '../../src/traffic/export/export-file.ts';
import { CaptureBudget } from '../../src/flow/capture-budget.ts';
import type { Flow } from '../../src/flow/flow.ts';
import { exportFormats } from '../../src/traffic/formats/index.ts';
import { insights, INSIGHT_SECTIONS } from '../../src/traffic/insights/index.ts';
import { importTraffic } from '../../src/traffic/import.ts';
import { answerQuestions } from '../processes/ipc.ts';
import { harPieces } from '../samples/traffic-har.ts';

export type TrafficQuestion =
  /** Answered when this many requests are held, in place of those before. */
  | { readonly type: 'hold'; readonly requests: number; readonly bodyBytes: number; readonly folder: string }
  /** Answered with a `Work`. */
  | { readonly type: 'work'; readonly name: string };

export interface Work {
  readonly seconds: number;
  /** The longest delay of a one-millisecond timer, in ms; busy other processes add to it. */
  readonly stallMs: number;
  /**
   * The most CPU time of the main thread between two runs of that timer, in ms; other processes do not add to
   * it.
   */
  readonly busyMs: number;
}

/** The number of requests created at a time. */
const LOT = 250;
/** The limits of the app. */
const LIMITS = { maxBodyBytes: 10 * 1024 * 1024, memoryBytes: 256 * 1024 * 1024 };
/** The time for earlier work to settle. */
const SETTLE_MS = 200;

let folder = '';
let flows: readonly Flow[] = [];
let captures: CaptureBudget | null = null;
let id = 0;

answerQuestions((question: TrafficQuestion) =>
  question.type === 'hold' ? hold(question) : measured(question.name),
);

async function hold({
  requests,
  bodyBytes,
  folder: target,
}: TrafficQuestion & { type: 'hold' }): Promise<void> {
  folder = target;
  captures?.close();
  captures = new CaptureBudget({ ...LIMITS, spillPath: join(folder, `bodies-${requests}-${bodyBytes}`) });
  const held: Flow[] = [];
  for (let first = 0; first < requests; first += LOT) {
    const pieces = harPieces({ first, requests: Math.min(LOT, requests - first), bodyBytes });
    held.push(...(await readInto(pieces)));
  }
  if (held.length !== requests) throw new Error(`${held.length} of ${requests} requests were made`);
  flows = held;
}

async function measured(name: string): Promise<Work> {
  globalThis.gc?.();
  await delay(SETTLE_MS);
  const stall = new Stall();
  const start = performance.now();
  await work(name);
  const seconds = (performance.now() - start) / 1000;
  return { seconds, ...(await stall.end()) };
}

async function work(name: string): Promise<void> {
  const [kind = '', what = ''] = name.split(' ');
  const format = exportFormats.find(({ id: found }) => found === what);
  const section = INSIGHT_SECTIONS.find((found) => found === what);
  const path = join(folder, `traffic-${what}`);
  if (kind === 'insights' && section !== undefined) await insights(flows, section, { limit: 50 });
  else if (kind === 'export' && format !== undefined) await exportFile(path, format, flows, false);
  else if (kind === 'redacted' && format !== undefined) await exportFile(path, format, flows, true);
  else if (kind === 'import') {
    const read = await readInto(createReadStream(path, { highWaterMark: 1024 * 1024 }));
    if (read.length !== flows.length) throw new Error(`${read.length} of ${flows.length} requests came back`);
  } else throw new Error(`there is no work ${name}`);
}

async function readInto(pieces: AsyncIterable<Buffer>): Promise<readonly Flow[]> {
  if (captures === null) throw new Error('nothing is held');
  return (await importTraffic(pieces, { captures, takeId: () => ++id })).flows;
}

class Stall {
  #stallMs = 0;
  #busyMs = 0;
  #last = performance.now();
  #cpu = process.threadCpuUsage();
  #timer = setTimeout(() => this.#tick(), 1);

  /** Waits a moment, so that a stall at the very end counts. */
  async end(): Promise<Pick<Work, 'stallMs' | 'busyMs'>> {
    await delay(2);
    clearTimeout(this.#timer);
    return { stallMs: this.#stallMs, busyMs: this.#busyMs };
  }

  #tick(): void {
    const now = performance.now();
    const { user, system } = process.threadCpuUsage(this.#cpu);
    this.#stallMs = Math.max(this.#stallMs, now - this.#last - 1);
    this.#busyMs = Math.max(this.#busyMs, (user + system) / 1000);
    this.#last = now;
    this.#cpu = process.threadCpuUsage();
    this.#timer = setTimeout(() => this.#tick(), 1);
  }
}
