// WebSocket messages that are echoed: the cost of observing them.
import type { Bench } from '../bench.ts';
import { compare } from '../results/compare.ts';
import { comparisonTable, cpuEach } from '../results/comparison-table.ts';
import { isPeer, withSubjects } from '../subjects/line-up.ts';
import { defineMeasure, type Measured } from './contract.ts';
import type { SubjectName } from '../subjects/index.ts';

/** The minimal proxy on `node:http` does not upgrade. */
const TAKING_PART: readonly SubjectName[] = ['ours', 'relay', 'mitmdump'];

export const webSocket = defineMeasure({
  name: 'web-socket',
  summary: 'WebSocket, 1 KiB and back, 32 connections',
  take: (bench) => withSubjects(bench, TAKING_PART, (lineUp) => echo(bench, lineUp)),
});

async function echo(
  bench: Bench,
  { subjects, absent }: Parameters<Parameters<typeof withSubjects<Measured>>[2]>[0],
): Promise<Measured> {
  const shape = { secure: false, bodyBytes: 1024, connections: 32, inFlight: 32, webSocket: true };
  const { seconds } = bench.effort;
  const contenders = subjects.map((subject) => ({
    name: subject.name,
    optional: isPeer(subject.name),
    take: () => bench.window(subject, shape, { type: 'time', warmSeconds: 0.3, seconds }),
  }));
  const comparison = await compare(bench, contenders);
  const names = subjects.map(({ name }) => name);
  const unit = { one: 'message', many: 'messages', time: 'µs' } as const;
  return {
    tables: [comparisonTable('WebSocket, 1 KiB and back, 32 connections', comparison, names, unit, absent)],
    targets: [
      {
        name: 'WebSocket: CPU against relay',
        value: comparison.paired('ours', 'relay', cpuEach).median,
        // At a busy core, 0.6 of the rate.
        limit: 1.67,
        unit: '×',
      },
    ],
  };
}
