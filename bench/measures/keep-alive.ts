// Requests on kept connections, plain and decrypted: the cost of a busy client.
import type { Bench } from '../bench.ts';
import { compare, type Comparison } from '../results/compare.ts';
import { comparisonTable, cpuEach } from '../results/comparison-table.ts';
import { isPeer, withSubjects } from '../subjects/line-up.ts';
import { EVERYONE } from '../subjects/index.ts';
import { defineMeasure, type Table, type Target } from './contract.ts';

export const plain = defineMeasure({
  name: 'plain',
  summary: 'plain HTTP, 1 KiB, 32 kept connections',
  take: async (bench) => {
    const { comparison, table } = await keepAlive(bench, false, 'Plain HTTP, 1 KiB, 32 kept connections');
    return {
      tables: [table],
      targets: [ratio(comparison, 'Plain', 'node-http', 0.4), ratio(comparison, 'Plain', 'relay', 1.6)],
    };
  },
});

export const decrypted = defineMeasure({
  name: 'decrypted',
  summary: 'decrypted HTTPS, 1 KiB, 32 kept connections',
  take: async (bench) => {
    const { comparison, table } = await keepAlive(bench, true, 'Decrypted HTTPS, 1 KiB, 32 kept connections');
    return { tables: [table], targets: [ratio(comparison, 'Decrypted', 'node-http', 0.33)] };
  },
});

interface KeepAlive {
  readonly comparison: Comparison;
  readonly table: Table;
}

function keepAlive(bench: Bench, secure: boolean, title: string): Promise<KeepAlive> {
  const shape = { secure, bodyBytes: 1024, connections: 32, inFlight: 32 };
  const { seconds } = bench.effort;
  return withSubjects(bench, EVERYONE, async ({ subjects, absent }) => {
    const contenders = subjects.map((subject) => ({
      name: subject.name,
      optional: isPeer(subject.name),
      take: () => bench.window(subject, shape, { type: 'time', warmSeconds: 0.3, seconds }),
    }));
    const comparison = await compare(bench, contenders);
    const names = subjects.map(({ name }) => name);
    const unit = { one: 'request', many: 'requests', time: 'µs' } as const;
    return { comparison, table: comparisonTable(title, comparison, names, unit, absent) };
  });
}

function ratio(comparison: Comparison, what: string, base: string, limit: number): Target {
  const value = comparison.paired('ours', base, cpuEach).median;
  return { name: `${what}: CPU against ${base}`, value, limit, unit: '×' };
}
