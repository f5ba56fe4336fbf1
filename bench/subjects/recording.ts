// A process that writes a session file of many requests, or opens one as `proxyctl view` does and searches it.
import { setImmediate as turn } from 'node:timers/promises';
import { parseFilter } from '../../src/flow/filter/index.ts';
import { searchFlows, type ColumnTest } from '../../src/flow/search/index.ts';
import { Viewer } from '../../src/session/viewer.ts';
import { importTraffic } from '../../src/traffic/import.ts';
import { SessionRecording } from '../../src/traffic/session-file/recording.ts';
import type { InsightSection } from '../../src/traffic/insights/index.ts';
import { listInsights } from '../../src/traffic/insights/list/index.ts';
import { temporaryBudget } from '../../src/traffic/temporary-budget.ts';
import { answerQuestions } from '../processes/ipc.ts';
import { harPieces } from '../samples/traffic-har.ts';

export type RecordingQuestion =
  /** Writes so many requests; answered with the seconds that writing alone took. */
  | { readonly type: 'write'; readonly path: string; readonly requests: number; readonly bodyBytes: number }
  /** Opens a file; answered with `Opened`. */
  | { readonly type: 'open'; readonly path: string }
  /** Searches the file that is open; answered with `Searched`. */
  | { readonly type: 'search'; readonly filter: string }
  /** Adds so many requests to the list, and computes a section of it; answered with the seconds of the section. */
  | { readonly type: 'insights'; readonly section: InsightSection; readonly added: number };

export interface Opened {
  readonly requests: number;
  /** Seconds until the list has the first request, and all. */
  readonly first: number;
  readonly all: number;
}

export interface Searched {
  readonly hits: number;
  /** Seconds until the first hit, and to the end. */
  readonly first: number;
  readonly all: number;
}

/** Different requests; each is written many times. */
const SAMPLES = 500;

let viewer: Viewer | null = null;

answerQuestions((question: RecordingQuestion) => {
  switch (question.type) {
    case 'write':
      return write(question);
    case 'open':
      return open(question.path);
    case 'search':
      return search(question.filter);
    case 'insights':
      return analyzed(question);
  }
});

async function write({ path, requests, bodyBytes }: RecordingQuestion & { type: 'write' }): Promise<number> {
  let id = 0;
  const pieces = harPieces({ first: 0, requests: Math.min(SAMPLES, requests), bodyBytes });
  const { flows } = await importTraffic(pieces, { captures: temporaryBudget(), takeId: () => ++id });
  const start = performance.now();
  const file = await SessionRecording.begin(path);
  for (let written = 0; written < requests; written += flows.length)
    await file.add(...flows.slice(0, requests - written));
  await file.end();
  return secondsSince(start);
}

async function open(path: string): Promise<Opened> {
  await viewer?.close();
  viewer = new Viewer();
  const { traffic } = viewer;
  const start = performance.now();
  let first = 0;
  traffic.subscribe(() => (first ||= secondsSince(start)));
  await viewer.open({ name: 'recording', path, chunks: nothing() });
  return { requests: traffic.size, first, all: secondsSince(start) };
}

/** The file is read where it lies. */
async function* nothing(): AsyncGenerator<Buffer, void, undefined> {
  await turn();
}

async function search(text: string): Promise<Searched> {
  const filter = parseFilter(text);
  if (viewer === null || filter.type === 'invalid') throw new Error(`${text} cannot be searched for`);
  const { traffic } = viewer;
  const searched = {
    total: traffic.size,
    newestFirst: (test: ColumnTest | null) => traffic.searched(() => true, test),
  };
  const start = performance.now();
  let hits = 0;
  let first = 0;
  for await (const batch of searchFlows(searched, filter, new AbortController().signal)) {
    hits += batch.hits.length;
    if (hits > 0) first ||= secondsSince(start);
  }
  return { hits, first, all: secondsSince(start) };
}

async function analyzed({ section, added }: RecordingQuestion & { type: 'insights' }): Promise<number> {
  if (viewer === null) throw new Error('no file is open');
  const { traffic } = viewer;
  if (added > 0) {
    const pieces = harPieces({ first: 0, requests: added, bodyBytes: 512 });
    const takeId = (): number => traffic.takeId();
    traffic.open((await importTraffic(pieces, { captures: temporaryBudget(), takeId })).flows);
  }
  const start = performance.now();
  await listInsights(traffic, section, { limit: 50 });
  return secondsSince(start);
}

function secondsSince(start: number): number {
  return (performance.now() - start) / 1000;
}
