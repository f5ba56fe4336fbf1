// Start-up time: from a proxy's start until it accepts a connection.
import type { Bench } from '../bench.ts';
import { figure, range } from '../results/format.ts';
import { eachSubject } from '../subjects/line-up.ts';
import { defineMeasure } from './contract.ts';
import { spread } from '../results/statistics.ts';
import { EVERYONE, type SubjectName } from '../subjects/index.ts';

const STARTS = 5;

interface Starts {
  readonly name: SubjectName;
  readonly firstMs: number;
  readonly laterMs: readonly number[];
}

export const startUp = defineMeasure({
  name: 'startup',
  summary: 'start-up to listening',
  take: async (bench) => {
    const { results, absent } = await eachSubject(EVERYONE, (name) => starts(bench, name));
    const [ours] = results;
    return {
      tables: [
        {
          title: 'Start-up, from starting the process to the first connection taken',
          columns: ['Proxy', 'ms', 'First start ever, ms'],
          rows: results.map(({ name, firstMs, laterMs }) => [name, range(spread(laterMs)), figure(firstMs)]),
          notes: [
            `Median of ${STARTS} starts in the same folder. The first start makes a root certificate, and with ours fills the compile cache. Ours was started from its ${bench.built.type}.`,
            ...absent,
          ],
        },
      ],
      targets: [
        {
          name: 'Listening after its start',
          value: spread(ours?.laterMs ?? []).median,
          limit: 300,
          unit: 'ms',
        },
      ],
    };
  },
});

async function starts(bench: Bench, name: SubjectName): Promise<Starts> {
  const first = await bench.launch(name);
  await first.child.stop();
  const laterMs: number[] = [];
  for (let start = 0; start < STARTS; start += 1) {
    const again = await bench.launch(name, first.folder);
    laterMs.push(again.readyMs);
    await again.child.stop();
  }
  return { name, firstMs: first.readyMs, laterMs };
}
