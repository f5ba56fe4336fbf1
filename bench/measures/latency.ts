// The time that a proxy adds to a single client's request.
import { compare, type Comparison } from '../results/compare.ts';
import type { Bench } from '../bench.ts';
import { figure, range } from '../results/format.ts';
import { isPeer, withSubjects, type LineUp } from '../subjects/line-up.ts';
import { defineMeasure, type Table, type Target } from './contract.ts';
import { EVERYONE, type Subject } from '../subjects/index.ts';

const DIRECT = 'direct';

export const latency = defineMeasure({
  name: 'latency',
  summary: 'added latency at one connection',
  take: (bench) =>
    withSubjects(bench, EVERYONE, async (lineUp) => {
      const parts = [
        await added(bench, lineUp, false, 'plain'),
        await added(bench, lineUp, true, 'decrypted'),
      ];
      return { tables: parts.map(({ table }) => table), targets: parts.map(({ target }) => target) };
    }),
});

async function added(
  bench: Bench,
  { subjects, absent }: LineUp,
  secure: boolean,
  what: string,
): Promise<{ readonly table: Table; readonly target: Target }> {
  const comparison = await compare(bench, [
    contender(bench, null, secure),
    ...subjects.map((subject) => contender(bench, subject, secure)),
  ]);
  const names = [DIRECT, ...subjects.map(({ name }) => name)];
  return {
    table: latencyTable(`Latency at one connection, ${what}, 1 KiB`, comparison, names, absent),
    target: {
      name: `Added latency, ${what}, at the median`,
      value: addedMs(comparison, 'ours').median,
      limit: 0.3,
      unit: 'ms',
    },
  };
}

function contender(
  bench: Bench,
  subject: Subject | null,
  secure: boolean,
): Parameters<typeof compare>[1][number] {
  const shape = { secure, bodyBytes: 1024, connections: 1, inFlight: 1 };
  const limit = { type: 'time', warmSeconds: 0.2, seconds: bench.effort.seconds / 2 } as const;
  return {
    name: subject?.name ?? DIRECT,
    optional: subject !== null && isPeer(subject.name),
    take: () => bench.window(subject, shape, limit),
  };
}

function addedMs(comparison: Comparison, name: string): ReturnType<Comparison['spread']> {
  return comparison.paired(
    name,
    DIRECT,
    ({ p50 }) => p50,
    (through, direct) => through - direct,
  );
}

function latencyTable(
  title: string,
  comparison: Comparison,
  names: readonly string[],
  absent: readonly string[],
): Table {
  return {
    title,
    columns: ['Proxy', 'p50 ms', 'p99 ms', 'Added at p50, ms'],
    rows: names.map((name) => [
      name,
      figure(comparison.median(name, ({ p50 }) => p50)),
      figure(comparison.median(name, ({ p99 }) => p99)),
      name === DIRECT ? '–' : range(addedMs(comparison, name)),
    ]),
    notes: [...comparison.notes, ...absent],
    data: comparison.data,
  };
}
