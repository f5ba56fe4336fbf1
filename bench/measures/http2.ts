// Decrypted HTTP/2 on both sides, beside a relay that decrypts and encrypts without reading, and beside the least that
// node:http2 can do.
import type { Bench, Shape } from '../bench.ts';
import { compare } from '../results/compare.ts';
import { comparisonTable, cpuEach } from '../results/comparison-table.ts';
import { withSubjects } from '../subjects/line-up.ts';
import { defineMeasure, type Table, type Target } from './contract.ts';
import { clearAndCollect, type Subject, type SubjectName } from '../subjects/index.ts';

const TAKING_PART: readonly SubjectName[] = ['ours', 'tls-relay', 'node-http2', 'mitmdump'];
/** Of large bodies ours runs in the library, whose list is emptied between rounds, outside the time measured. */
const LARGE: readonly SubjectName[] = ['library', 'tls-relay', 'node-http2'];
const BODIES = { type: 'count', requests: 20 } as const;
const MIB = 1024 * 1024;

interface Load {
  readonly title: string;
  readonly shape: Shape;
  /** Limit of our CPU time against the relay's. */
  readonly limit: number;
}

const LOADS: readonly Load[] = [
  { title: '32 clients, 1 stream each, 1 KiB', shape: shape(32, 1, 1024), limit: 2 },
  { title: '8 clients, 10 streams each, 1 KiB', shape: shape(80, 10, 1024), limit: 2 },
  {
    title: '8 clients, POST of 100 KiB',
    shape: { ...shape(8, 1, 1024), uploadBytes: 100 * 1024 },
    limit: 3,
  },
];

function shape(clients: number, streams: number, bodyBytes: number): Shape {
  return { secure: true, bodyBytes, connections: clients, inFlight: clients, streams };
}

export const http2 = defineMeasure({
  name: 'http2',
  summary: 'decrypted HTTP/2: small requests, large bodies, uploads',
  take: async (bench) => {
    const small = await withSubjects(bench, TAKING_PART, async ({ subjects, absent }) => {
      const measured: Row[] = [];
      for (const load of LOADS) measured.push(await requests(bench, load, subjects, absent));
      return measured;
    });
    const rows = [...small, await largeBodies(bench)];
    return { tables: rows.map(({ table }) => table), targets: rows.map(({ target }) => target) };
  },
});

interface Row {
  readonly table: Table;
  readonly target: Target;
}

async function requests(
  bench: Bench,
  { title, shape: clients, limit }: Load,
  subjects: readonly Subject[],
  absent: readonly string[],
): Promise<Row> {
  const time = { type: 'time', warmSeconds: 0.5, seconds: bench.effort.seconds } as const;
  const contenders = subjects.map((subject) => ({
    name: subject.name,
    optional: subject.name === 'mitmdump',
    take: () => bench.window(subject, clients, time),
  }));
  const comparison = await compare(bench, contenders);
  const names = subjects.map(({ name }) => name);
  const unit = { one: 'request', many: 'requests', time: 'µs' } as const;
  return {
    table: comparisonTable(`HTTP/2 decrypted: ${title}`, comparison, names, unit, absent),
    target: {
      name: `HTTP/2, ${title}: CPU against tls-relay`,
      value: comparison.paired('ours', 'tls-relay', cpuEach).median,
      limit,
      unit: '×',
    },
  };
}

function largeBodies(bench: Bench): Promise<Row> {
  return withSubjects(bench, LARGE, async ({ subjects, absent }) => {
    const contenders = subjects.map((subject) => ({
      name: subject.name,
      take: async () => {
        const window = await bench.window(subject, shape(4, 1, 10 * MIB), BODIES);
        if (subject.name === 'library') await clearAndCollect(subject);
        return window;
      },
    }));
    const comparison = await compare(bench, contenders);
    const unit = { one: 'body', many: 'bodies', time: 'ms' } as const;
    return {
      table: comparisonTable('HTTP/2 decrypted: 4 clients, 10 MiB', comparison, LARGE, unit, [
        'Ours is the library.',
        ...absent,
      ]),
      target: {
        name: 'HTTP/2, 10 MiB: CPU against tls-relay',
        value: comparison.paired('library', 'tls-relay', cpuEach).median,
        limit: 1.5,
        unit: '×',
      },
    };
  });
}
