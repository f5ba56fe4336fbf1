// Requests on kept connections, plain and decrypted: the cost of a busy client.
import type { Bench } from '../bench.ts';
import { compare, type Comparison } from '../results/compare.ts';
import { comparisonTable, cpuEach } from '../results/comparison-table.ts';
import { isPeer, withSubjects } from '../subjects/line-up.ts';
import { EVERYONE, type SubjectName } from '../subjects/index.ts';
import { defineMeasure, type Table, type Target } from './contract.ts';

export const plain = defineMeasure({
  name: 'plain',
  summary: 'plain HTTP, 1 KiB, 32 kept connections',
  take: async (bench) => {
    const same = await keepAlive(bench, EVERYONE, { secure: false, varied: false });
    const varied = await keepAlive(bench, ['ours', 'relay'], { secure: false, varied: true });
    return {
      tables: [same.table, varied.table],
      targets: [
        ratio(same, 'Plain', 'node-http', 0.4),
        ratio(same, 'Plain', 'relay', 1.35),
        slowest(same, 'Plain', 'relay', 2),
        ratio(varied, 'Plain, all heads different', 'relay', 1.6),
      ],
    };
  },
});

export const decrypted = defineMeasure({
  name: 'decrypted',
  summary: 'decrypted HTTPS, 1 KiB, 32 kept connections',
  take: async (bench) => {
    const same = await keepAlive(bench, [...EVERYONE, 'tls-relay'], { secure: true, varied: false });
    const varied = await keepAlive(bench, ['ours', 'tls-relay'], { secure: true, varied: true });
    return {
      tables: [same.table, varied.table],
      targets: [
        ratio(same, 'Decrypted', 'node-http', 0.33),
        ratio(same, 'Decrypted', 'tls-relay', 1.25),
        ratio(varied, 'Decrypted, all heads different', 'tls-relay', 1.5),
      ],
    };
  },
});

interface Traffic {
  readonly secure: boolean;
  /** True when no two requests and no two responses have the same head. */
  readonly varied: boolean;
}

interface KeepAlive {
  readonly comparison: Comparison;
  readonly table: Table;
}

function keepAlive(bench: Bench, names: readonly SubjectName[], traffic: Traffic): Promise<KeepAlive> {
  const shape = { ...traffic, bodyBytes: 1024, connections: 32, inFlight: 32 };
  const { seconds } = bench.effort;
  const what = traffic.secure ? 'Decrypted HTTPS' : 'Plain HTTP';
  const title = `${what}, 1 KiB, 32 kept connections${traffic.varied ? ', all heads different' : ''}`;
  return withSubjects(bench, names, async ({ subjects, absent }) => {
    const contenders = subjects.map((subject) => ({
      name: subject.name,
      optional: isPeer(subject.name),
      take: () => bench.window(subject, shape, { type: 'time', warmSeconds: 0.3, seconds }),
    }));
    const comparison = await compare(bench, contenders);
    const present = subjects.map(({ name }) => name);
    const unit = { one: 'request', many: 'requests', time: 'µs' } as const;
    return { comparison, table: comparisonTable(title, comparison, present, unit, absent) };
  });
}

function ratio({ comparison }: KeepAlive, what: string, base: string, limit: number): Target {
  const value = comparison.paired('ours', base, cpuEach).median;
  return { name: `${what}: CPU against ${base}`, value, limit, unit: '×' };
}

function slowest({ comparison }: KeepAlive, what: string, base: string, limit: number): Target {
  const value = comparison.paired('ours', base, ({ p99 }) => p99).median;
  return { name: `${what}: p99 against ${base}`, value, limit, unit: '×' };
}
