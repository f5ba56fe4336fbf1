// Work on captured traffic, its export, import and analysis: the duration, the longest time the proxy is
// blocked meanwhile, and the memory.
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Bench } from '../bench.ts';
import { startChild, type Child } from '../processes/children.ts';
import { figure, megabytes, range } from '../results/format.ts';
import { ask } from '../processes/ipc.ts';
import { defineMeasure, type Measured, type Table, type Target } from './contract.ts';
import { peakBytes, residentBytes, resetPeak, tree } from '../processes/proc.ts';
import { median, spread } from '../results/statistics.ts';
import { INSIGHT_SECTIONS } from '../../src/traffic/insights/index.ts';
import type { TrafficQuestion, Work } from '../subjects/traffic.ts';

/** The number of requests that the traffic list holds. */
const REQUESTS = 5000;
const SMALL = 4096;
const LARGE = 100_000;

const WORKS: readonly (readonly [name: string, row: string])[] = [
  ['export session', 'session: export'],
  ['import session', 'session: import'],
  ['export har', 'HAR: export'],
  ['redacted har', 'HAR: export without secrets'],
  ['import har', 'HAR: import'],
  ['export csv', 'CSV'],
  ['export postman', 'Postman'],
  ['export openAPI', 'OpenAPI'],
  ...INSIGHT_SECTIONS.map((section): readonly [string, string] => [
    `insights ${section}`,
    `insights: ${section}`,
  ]),
];
/** Sections computed once more: what scans found in the same flows is known. */
const AGAIN: readonly (readonly [name: string, row: string])[] = (
  ['secrets', 'schema', 'markdown'] as const
).map((section) => [`insights ${section}, again`, `insights: ${section}, again`]);

/** The largest body that is kept. */
const LARGEST = 10_000_000;
const FEW = 8;
const LARGEST_WORKS = ['export session', 'import session', 'export har', 'redacted har', 'import har'].concat(
  ['export postman', 'export openAPI'],
);

/** The works on 100 MB of bodies. */
const HUNDRED_WORKS: readonly (readonly [name: string, row: string])[] = [
  ['insights secrets', 'insights: secrets, 1,000 requests'],
  ['redacted har', 'HAR without secrets, 1,000 requests'],
];
const LARGE_EXPORTS = ['export session', 'export har'];
const MAX_BUSY_MS = 50;
const COLUMNS = ['Work', 'seconds', 'longest stall, ms', 'longest busy, CPU ms'];

export const traffic = defineMeasure({
  name: 'traffic',
  summary: '5,000 requests: files of them, insights, stalls, memory',
  async take(bench) {
    const folder = mkdtempSync(join(tmpdir(), 'proxyctl-bench-traffic-'));
    try {
      const small = await withSubject(folder, (subject) => works(subject, bench, folder));
      const hundred = await withSubject(folder, (subject) => hundredMegabytes(subject, bench, folder));
      const memory = await withSubject(folder, (subject) => growths(subject, folder));
      const largest = await withSubject(folder, (subject) => largestWorks(subject, bench, folder));
      return result({ small, hundred, memory, largest });
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
});

type Taken = ReadonlyMap<string, readonly Work[]>;

async function works(subject: Child, { effort }: Bench, folder: string): Promise<Taken> {
  const hold = (): Promise<unknown> =>
    asked(subject, { type: 'hold', requests: REQUESTS, bodyBytes: SMALL, folder });
  const taken = new Map<string, Work[]>([...WORKS, ...AGAIN].map(([name]) => [name, []]));
  await hold();
  for (let round = 0; round < effort.rounds; round += 1)
    for (const [name] of WORKS) {
      // Each section is the first one that these flows are seen by.
      if (name.startsWith('insights')) await hold();
      taken.get(name)?.push(await workOf(subject, name));
      const again = `${name}, again`;
      if (taken.has(again)) taken.get(again)?.push(await workOf(subject, name));
    }
  return taken;
}

async function largestWorks(subject: Child, bench: Bench, folder: string): Promise<Taken> {
  await asked(subject, { type: 'hold', requests: FEW, bodyBytes: LARGEST, folder });
  return rounds(subject, bench, LARGEST_WORKS);
}

async function rounds(subject: Child, { effort }: Bench, names: readonly string[]): Promise<Taken> {
  const taken = new Map<string, Work[]>(names.map((name) => [name, []]));
  for (let round = 0; round < effort.rounds; round += 1)
    for (const name of names) taken.get(name)?.push(await workOf(subject, name));
  return taken;
}

async function hundredMegabytes(subject: Child, { effort }: Bench, folder: string): Promise<Taken> {
  const taken = new Map<string, Work[]>(HUNDRED_WORKS.map(([name]) => [name, []]));
  for (let round = 0; round < effort.rounds; round += 1) {
    // What scans find in a body is known from then on.
    await asked(subject, { type: 'hold', requests: 1e8 / LARGE, bodyBytes: LARGE, folder });
    for (const [name] of HUNDRED_WORKS) taken.get(name)?.push(await workOf(subject, name));
  }
  return taken;
}

interface Growth extends Work {
  readonly name: string;
  readonly bytes: number;
}

async function growths(subject: Child, folder: string): Promise<readonly Growth[]> {
  await asked(subject, { type: 'hold', requests: REQUESTS, bodyBytes: LARGE, folder });
  // Code and memory that the first work of all needs are not growth of this one.
  await workOf(subject, 'insights summary');
  const found: Growth[] = [];
  for (const name of LARGE_EXPORTS) {
    const pids = tree(subject.pid);
    resetPeak(pids);
    const before = residentBytes(pids);
    const work = await workOf(subject, name);
    found.push({ name, ...work, bytes: peakBytes(pids) - before });
  }
  return found;
}

async function withSubject<Result>(
  folder: string,
  use: (subject: Child) => Promise<Result>,
): Promise<Result> {
  const file = fileURLToPath(new URL('../subjects/traffic.ts', import.meta.url));
  const command = [process.execPath, '--expose-gc', file];
  // Nothing else runs meanwhile: its threads have all cores, as on the machine of a user.
  const subject = startChild({ name: 'traffic', command, core: undefined, folder, hasIpc: true });
  try {
    return await use(subject);
  } finally {
    await subject.stop();
  }
}

async function asked(subject: Child, question: TrafficQuestion): Promise<unknown> {
  return ask(subject.process, question);
}

async function workOf(subject: Child, name: string): Promise<Work> {
  return (await asked(subject, { type: 'work', name })) as Work;
}

interface Results {
  readonly small: Taken;
  readonly hundred: Taken;
  readonly memory: readonly Growth[];
  readonly largest: Taken;
}

function result({ small, hundred, memory, largest }: Results): Measured {
  return {
    tables: [smallTable(small), largeTable(hundred, memory), largestTable(largest)],
    targets: [
      ...timeTargets(small, hundred),
      {
        name: 'Traffic files and insights: main thread busy at a stretch',
        value: Math.max(
          ...[...small.values(), ...largest.values(), ...hundred.values()].map(busyOf),
          ...memory.map(({ busyMs }) => busyMs),
        ),
        limit: MAX_BUSY_MS,
        unit: 'ms',
      },
      ...memory.map(({ name, bytes }) => ({
        name: `5,000 requests of 100 kB, ${name}: growth`,
        value: bytes / 1e6,
        limit: 60,
        unit: 'MB',
      })),
    ],
  };
}

function timeTargets(small: Taken, hundred: Taken): readonly Target[] {
  const target = (name: string, taken: readonly Work[] | undefined, limit: number): Target => ({
    name,
    value: median((taken ?? []).map(({ seconds }) => seconds)),
    limit,
    unit: 's',
  });
  return [
    target('5,000 requests: HAR export', small.get('export har'), 2),
    target('5,000 requests: HAR import', small.get('import har'), 3),
    ...INSIGHT_SECTIONS.map((section) =>
      target(`5,000 requests: insights, ${section}`, small.get(`insights ${section}`), 0.3),
    ),
    target('100 MB of bodies: insights, secrets', hundred.get('insights secrets'), 2),
    target('100 MB of bodies: HAR without secrets', hundred.get('redacted har'), 3),
  ];
}

function smallTable(taken: Taken): Table {
  return {
    title: 'Traffic files and insights: 5,000 requests with bodies of 4 KiB',
    columns: COLUMNS,
    rows: [...WORKS, ...AGAIN].map(([name, row]) => cells(row, taken.get(name) ?? [])),
    notes: [
      'A quarter are pages, the rest JSON; 12 fields each way. A stall is how much longer than asked a timer of a millisecond had to wait on the main thread, which shares the cores with the other threads and, on a busy machine, with other processes. Busy is the most CPU time of the main thread between two turns of that timer.',
    ],
    data: Object.fromEntries(taken),
  };
}

function largeTable(hundred: Taken, memory: readonly Growth[]): Table {
  return {
    title: 'The same with bodies of 100 kB',
    columns: [...COLUMNS, 'growth, MB'],
    rows: [
      ...HUNDRED_WORKS.map(([name, row]) => [...cells(row, hundred.get(name) ?? []), '–']),
      ...memory.map(({ name, seconds, stallMs, busyMs, bytes }) => [
        `${name}, ${REQUESTS.toLocaleString('en')} requests`,
        figure(seconds),
        figure(stallMs),
        figure(busyMs),
        megabytes(bytes),
      ]),
    ],
    notes: [
      'Growth is the peak of what is resident above what was before. 256 MiB of bodies are in memory, as in the app, the rest in its file.',
    ],
    data: { ...Object.fromEntries(hundred), memory },
  };
}

function largestTable(taken: Taken): Table {
  return {
    title: `The same with ${FEW} bodies of 10 MB`,
    columns: COLUMNS,
    rows: LARGEST_WORKS.map((name) => cells(name, taken.get(name) ?? [])),
    data: Object.fromEntries(taken),
  };
}

function cells(row: string, taken: readonly Work[]): readonly string[] {
  return [
    row,
    range(spread(taken.map(({ seconds }) => seconds))),
    range(spread(taken.map(({ stallMs }) => stallMs))),
    range(spread(taken.map(({ busyMs }) => busyMs))),
  ];
}

function busyOf(taken: readonly Work[]): number {
  return median(taken.map(({ busyMs }) => busyMs));
}
