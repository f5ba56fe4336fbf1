// Growth of cost with connections, kept flows, body sizes and hosts. A figure that stays the same from row to
// row is good.
import type { Bench, Shape } from '../bench.ts';
import { compare, type Comparison, type Contender } from '../results/compare.ts';
import { cpuEach } from '../results/comparison-table.ts';
import { count, figure, megabytes, range } from '../results/format.ts';
import { withSubjects } from '../subjects/line-up.ts';
import { defineMeasure, type Table } from './contract.ts';
import type { Limit } from '../load/plan.ts';
import { residentBytes, tree } from '../processes/proc.ts';
import { median } from '../results/statistics.ts';
import { clear, clearAndCollect, ownCpuSeconds, type Subject } from '../subjects/index.ts';

/** Each step has few rounds: the trend counts. */
const MAX_ROUNDS = 2;
const KEPT: Shape = { secure: true, bodyBytes: 1024, connections: 32, inFlight: 32 };

export const growth = defineMeasure({
  name: 'growth',
  summary: 'how cost grows with connections, flows, bodies and hosts',
  take: async (bench) => {
    const steps = [byConnections, byFlows, byBodies, byHosts];
    const tables: Table[] = [];
    for (const step of steps) tables.push(await step(bench));
    return { tables };
  },
});

function byConnections(bench: Bench): Promise<Table> {
  return withSubjects(bench, ['ours', 'node-http'], async ({ subjects }) => {
    const rows: (readonly string[])[] = [];
    const data: unknown[] = [];
    for (const connections of [1, 10, 100, 1000]) {
      const shape = { ...KEPT, connections, inFlight: connections };
      const comparison = await step(bench, subjects, shape, timed(bench), connections === 1);
      rows.push([count(connections), ...bothCpu(comparison, 1e6), ...bothP50(comparison)]);
      data.push({ connections, rounds: comparison.data });
    }
    return {
      title: 'Growth with connections: decrypted, 1 KiB, a request under way on each',
      columns: ['Connections', ...cpuColumns('µs/request'), 'Ours p50 ms', 'node-http p50 ms'],
      rows,
      data,
    };
  });
}

/** Requests sent while the list grows by as many flows. */
const LIST_STEP = 1000;

function byFlows(bench: Bench): Promise<Table> {
  return withSubjects(bench, ['library'], async ({ subjects: [subject] }) => {
    if (subject === undefined) throw new Error('the library was not started');
    const kept = [0, 1000, 2000, 3000, 4000, 5000];
    const passes: number[][] = [];
    await bench.openLoad(subject, { ...KEPT, secure: false });
    await bench.run({ type: 'count', requests: 10 * LIST_STEP });
    for (let pass = 0; pass < 2 * bench.effort.rounds; pass += 1) {
      await clear(subject);
      const costs: number[] = [];
      while (costs.length < kept.length) costs.push(await costOfStep(bench, subject));
      passes.push(costs);
    }
    await bench.closeLoad();
    return {
      title: 'Growth with flows kept: plain, 1 KiB, 32 connections',
      columns: ['Flows kept', 'Ours CPU µs/request'],
      rows: kept.map((flows, at) => [
        flows === 5000 ? '5,000, oldest dropped' : `${count(flows)} to ${count(flows + LIST_STEP)}`,
        figure(1e6 * median(passes.map((costs) => costs[at] ?? Number.NaN))),
      ]),
      notes: [
        `Median of ${passes.length} passes from an empty list. The first step includes collecting the list before it.`,
      ],
      data: passes,
    };
  });
}

async function costOfStep(bench: Bench, subject: Subject): Promise<number> {
  const before = await ownCpuSeconds(subject);
  await bench.run({ type: 'count', requests: LIST_STEP });
  return ((await ownCpuSeconds(subject)) - before) / LIST_STEP;
}

const KIB = 1024;
const MIB = 1024 * KIB;
const SIZES = [
  { label: '1 KiB', bodyBytes: KIB, requests: 4000 },
  { label: '10 KiB', bodyBytes: 10 * KIB, requests: 4000 },
  { label: '100 KiB', bodyBytes: 100 * KIB, requests: 1000 },
  { label: '1 MiB', bodyBytes: MIB, requests: 150 },
  { label: '10 MiB', bodyBytes: 10 * MIB, requests: 20 },
  { label: '100 MiB', bodyBytes: 100 * MIB, requests: 4 },
];

function byBodies(bench: Bench): Promise<Table> {
  return withSubjects(bench, ['library', 'node-http'], async ({ subjects }) => {
    const rows: (readonly string[])[] = [];
    const data: unknown[] = [];
    for (const { label, bodyBytes, requests } of SIZES) {
      const shape = { ...KEPT, bodyBytes, connections: 4, inFlight: 4 };
      const comparison = await step(bench, subjects, shape, { type: 'count', requests }, true);
      const perMebibyte = comparison.median('ours', (sample) => (1e3 * cpuEach(sample) * MIB) / bodyBytes);
      rows.push([label, ...bothCpu(comparison, 1e3), figure(perMebibyte)]);
      data.push({ bodyBytes, rounds: comparison.data });
    }
    return {
      title: 'Growth with the size of bodies: decrypted, 4 connections',
      columns: ['Body', ...cpuColumns('ms/body'), 'Ours CPU ms/MiB'],
      rows,
      notes: ['Ours runs in the library; its list is emptied between rounds. It keeps 10 MiB of each body.'],
      data,
    };
  });
}

function byHosts(bench: Bench): Promise<Table> {
  return withSubjects(bench, ['ours', 'node-http'], async ({ subjects }) => {
    const hosts = await bench.newHosts(1000);
    const rows: (readonly string[])[] = [];
    const data: unknown[] = [];
    for (const size of [1, 10, 100, 1000]) {
      const shape = { ...KEPT, connections: 1000, hosts: hosts.slice(0, size) };
      const comparison = await step(bench, subjects, shape, timed(bench), size === 1);
      const resident = residentBytes(tree(subjects[0]?.child.pid ?? 0));
      rows.push([count(size), ...bothCpu(comparison, 1e6), megabytes(resident)]);
      data.push({ hosts: size, resident, rounds: comparison.data });
    }
    return {
      title:
        'Growth with hosts: decrypted, 1 KiB, 1,000 connections shared among them, 32 requests under way',
      columns: ['Hosts', ...cpuColumns('µs/request'), 'Ours resident MB'],
      rows,
      data,
    };
  });
}

function timed({ effort }: Bench): Limit {
  return { type: 'time', warmSeconds: 0.3, seconds: 0.7 * effort.seconds };
}

/**
 * Measures one step. `ours` is the first of the subjects, whatever its name; its list is emptied when it is
 * the library. `warmUp`: for the first step of new processes.
 */
function step(
  bench: Bench,
  subjects: readonly Subject[],
  shape: Shape,
  limit: Limit,
  warmUp: boolean,
): Promise<Comparison> {
  const contenders = subjects.map((subject, at): Contender => ({
    name: at === 0 ? 'ours' : subject.name,
    take: async () => {
      await bench.openLoad(subject, shape);
      // Every connection has carried a request before, so that those to the origin are open.
      await bench.run({ type: 'count', requests: shape.connections });
      const window = await bench.run(limit);
      await bench.closeLoad();
      if (subject.name === 'library') await clearAndCollect(subject);
      return window;
    },
  }));
  return compare(bench, contenders, { rounds: Math.min(bench.effort.rounds, MAX_ROUNDS), warmUp });
}

function cpuColumns(unit: string): readonly string[] {
  return [`Ours CPU ${unit}`, `node-http CPU ${unit}`, 'Ratio'];
}

function bothCpu(comparison: Comparison, scale: number): readonly string[] {
  const cpu = (name: string): string => figure(scale * comparison.median(name, cpuEach));
  return [cpu('ours'), cpu('node-http'), range(comparison.paired('ours', 'node-http', cpuEach))];
}

function bothP50(comparison: Comparison): readonly string[] {
  return ['ours', 'node-http'].map((name) => figure(comparison.median(name, ({ p50 }) => p50)));
}
