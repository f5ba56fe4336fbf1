// Traffic on the disk: the cost of the app's session file for each request, a recording of a million requests, and a
// search in gigabytes of bodies.
import { mkdtempSync, statSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Bench } from '../bench.ts';
import { startChild, type Child } from '../processes/children.ts';
import { ask } from '../processes/ipc.ts';
import { peakBytes, resetPeak, tree } from '../processes/proc.ts';
import { compare } from '../results/compare.ts';
import { comparisonTable, cpuEach } from '../results/comparison-table.ts';
import { count, figure, megabytes } from '../results/format.ts';
import { withSubjects } from '../subjects/line-up.ts';
import type { Opened, RecordingQuestion, Searched } from '../subjects/recording.ts';
import { defineMeasure, type Measured, type Table, type Target } from './contract.ts';

const MILLION = 1_000_000;
const SMALL = 512;
/** Two gigabytes of bodies. */
const LARGE_REQUESTS = 20_000;
const LARGE = 100_000;
/** A word that is in the bodies of none of the requests. */
const MISSING_WORD = 'qwertzuiop';

export const store = defineMeasure({
  name: 'store',
  summary: 'traffic on the disk: the app, a million requests, 2 GB of bodies',
  async take(bench) {
    const folder = mkdtempSync(join(tmpdir(), 'proxyctl-bench-store-'));
    try {
      const parts = [await ofApp(bench), await ofMillion(folder), await ofBodies(folder)];
      return {
        tables: parts.flatMap(({ tables }) => tables),
        targets: parts.flatMap(({ targets = [] }) => targets),
      };
    } finally {
      await rm(folder, { recursive: true });
    }
  },
});

function ofApp(bench: Bench): Promise<Measured> {
  const shape = { secure: false, varied: true, bodyBytes: 1024, connections: 32, inFlight: 32 };
  const names = ['stored', 'listed'] as const;
  return withSubjects(bench, names, async ({ subjects, absent }) => {
    const comparison = await compare(
      bench,
      subjects.map((subject) => ({
        name: subject.name,
        take: () =>
          bench.window(subject, shape, { type: 'time', warmSeconds: 0.5, seconds: bench.effort.seconds }),
      })),
    );
    const unit = { one: 'request', many: 'requests', time: 'µs' } as const;
    const title = 'Plain HTTP, 1 KiB, 32 kept connections: the list of the app in a file, and in memory';
    return {
      tables: [comparisonTable(title, comparison, names, unit, absent)],
      targets: [
        {
          name: 'App with the session file: CPU against a list in memory',
          value: comparison.paired('stored', 'listed', cpuEach).median,
          limit: 1.1,
          unit: '×',
        },
      ],
    };
  });
}

async function ofMillion(folder: string): Promise<Measured> {
  const path = join(folder, 'million.proxysession');
  const seconds = await written(folder, { type: 'write', path, requests: MILLION, bodyBytes: SMALL });
  return withRecording(folder, async (subject) => {
    const pids = tree(subject.pid);
    resetPeak(pids);
    const opened = (await ask(subject.process, { type: 'open', path })) as Opened;
    if (opened.requests !== MILLION) throw new Error(`${opened.requests} requests were opened`);
    const status = await searched(subject, 'status:500');
    const peak = peakBytes(pids);
    return {
      tables: [
        {
          title: 'A recording of 1,000,000 requests with bodies of 512 bytes',
          columns: ['', 'seconds'],
          rows: [
            [`written (${megabytes(statSync(path).size)} MB)`, figure(seconds)],
            ['opened: the first request is listed', figure(opened.first)],
            ['opened: all are listed', figure(opened.all)],
            [`filter by status: all ${count(status.hits)} hits`, figure(status.all)],
          ],
          notes: [`Peak of the process that opened it: ${megabytes(peak)} MB.`],
          data: { seconds, opened, status, peak },
        },
      ],
      targets: [
        { name: '1,000,000 requests: first listed', value: opened.first, limit: 1, unit: 's' },
        { name: '1,000,000 requests: all listed', value: opened.all, limit: 40, unit: 's' },
        { name: '1,000,000 requests: filter by status', value: status.all, limit: 0.5, unit: 's' },
        { name: '1,000,000 requests: peak', value: peak / 1e6, limit: 250, unit: 'MB' },
      ],
    };
  });
}

async function ofBodies(folder: string): Promise<Measured> {
  const path = join(folder, 'bodies.proxysession');
  await written(folder, { type: 'write', path, requests: LARGE_REQUESTS, bodyBytes: LARGE });
  return withRecording(folder, async (subject) => {
    await ask(subject.process, { type: 'open', path });
    // The second search finds the file in the memory of the system.
    await searched(subject, `body:${MISSING_WORD}`);
    const missing = await searched(subject, `body:${MISSING_WORD}`);
    const common = await searched(subject, 'body:price');
    return { tables: [bodiesTable(missing, common)], targets: bodiesTargets(missing, common) };
  });
}

function bodiesTable(missing: Searched, common: Searched): Table {
  return {
    title: 'A word in 2 GB of bodies: 20,000 requests with bodies of 100 kB',
    columns: ['', 'hits', 'first hit, s', 'all, s'],
    rows: [
      ['a word that none has', count(missing.hits), '–', figure(missing.all)],
      ['a word that many have', count(common.hits), figure(common.first), figure(common.all)],
    ],
    data: { missing, common },
  };
}

function bodiesTargets(missing: Searched, common: Searched): readonly Target[] {
  return [
    { name: 'A word in 2 GB of bodies: all', value: missing.all, limit: 3, unit: 's' },
    { name: 'A word in 2 GB of bodies: first hit', value: common.first, limit: 0.3, unit: 's' },
  ];
}

async function searched(subject: Child, filter: string): Promise<Searched> {
  return (await ask(subject.process, { type: 'search', filter } satisfies RecordingQuestion)) as Searched;
}

function written(folder: string, question: RecordingQuestion & { type: 'write' }): Promise<number> {
  return withRecording(folder, async (subject) => (await ask(subject.process, question)) as number);
}

/** Starts a process that writes, opens and searches session files. */
export async function withRecording<Result>(
  folder: string,
  use: (subject: Child) => Promise<Result>,
): Promise<Result> {
  const command = [process.execPath, fileURLToPath(new URL('../subjects/recording.ts', import.meta.url))];
  const subject = startChild({ name: 'recording', command, core: undefined, folder, hasIpc: true });
  try {
    return await use(subject);
  } finally {
    await subject.stop();
  }
}
