// Compares this checkout with another one, `BENCH_BASE`, in paired rounds, to see whether a change made the
// proxy slower.
import type { Shape } from '../bench.ts';
import { compare } from '../results/compare.ts';
import { comparisonTable, cpuEach } from '../results/comparison-table.ts';
import { withSubjects } from '../subjects/line-up.ts';
import { defineMeasure, type Table, type Target } from './contract.ts';
import type { SubjectName } from '../subjects/index.ts';

/** The cost that a change may have: the noise of 20 paired rounds. */
const LIMIT = 1.03;

interface Case {
  readonly title: string;
  readonly names: readonly [ours: SubjectName, base: SubjectName];
  readonly shape: Shape;
}

const keepAlive = { bodyBytes: 1024, connections: 32, inFlight: 32 };

const cases: readonly Case[] = [
  { title: 'Plain', names: ['ours', 'base'], shape: { ...keepAlive, secure: false } },
  { title: 'Decrypted', names: ['ours', 'base'], shape: { ...keepAlive, secure: true } },
  {
    title: 'HTTP/2',
    names: ['ours', 'base'],
    shape: { bodyBytes: 1024, connections: 40, inFlight: 40, secure: true, streams: 10 },
  },
  { title: 'Intercepted', names: ['tools-match', 'base-match'], shape: { ...keepAlive, secure: false } },
];

export const against = defineMeasure({
  name: 'against',
  summary: 'this checkout beside the one in BENCH_BASE: plain, decrypted, HTTP/2, intercepted',
  onRequest: true,
  take: async (bench) => {
    const tables: Table[] = [];
    const targets: Target[] = [];
    for (const { title, names, shape } of cases) {
      const [ours, base] = names;
      await withSubjects(bench, names, async ({ subjects, absent }) => {
        const { seconds } = bench.effort;
        const contenders = subjects.map((subject) => ({
          name: subject.name,
          take: () => bench.window(subject, shape, { type: 'time', warmSeconds: 0.3, seconds }),
        }));
        const comparison = await compare(bench, contenders);
        const unit = { one: 'request', many: 'requests', time: 'µs' } as const;
        tables.push(comparisonTable(`${title}, beside the other checkout`, comparison, names, unit, absent));
        const value = comparison.paired(ours, base, cpuEach).median;
        targets.push({ name: `${title}: CPU against the other checkout`, value, limit: LIMIT, unit: '×' });
      });
    }
    return { tables, targets };
  },
});
