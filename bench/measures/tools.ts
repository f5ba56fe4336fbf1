// The cost of debugging tools: all off, with many rules that match nothing, and at work.
import { compare, type Comparison } from '../results/compare.ts';
import { cpuEach } from '../results/comparison-table.ts';
import type { Bench } from '../bench.ts';
import { figure, percent, range } from '../results/format.ts';
import { withSubjects } from '../subjects/line-up.ts';
import { defineMeasure, type Table } from './contract.ts';
import { confidence } from '../results/statistics.ts';
import type { SubjectName } from '../subjects/index.ts';

/** Fewer pairs give too wide an interval. */
const MIN_ROUNDS = 15;
const NAMES: readonly SubjectName[] = [
  'ours',
  'tools-off',
  'tools-thousand',
  'tools-script',
  'tools-answered',
];

/**
 * The page that the engine answers at once without any tool: its root certificate, about 1 KiB, which is not
 * recorded.
 */
const OWN_PAGE = 'own page';
const PAGE = '/ssl/proxyctl-root.pem';

const ROWS: Readonly<Record<string, string>> = {
  ours: 'tools not loaded',
  'tools-off': 'tools loaded, none on',
  'tools-thousand': '1,000 rules, none matching',
  'tools-script': 'a script on every request',
  'tools-answered': 'Map Local answers',
  [OWN_PAGE]: 'a page of its own, no tools',
};

export const tools = defineMeasure({
  name: 'tools',
  summary: 'debugging tools: off, 1,000 rules, a script, Map Local',
  take: async (bench) => {
    const comparison = await measured(bench);
    const off = confidence(comparison.pairs('tools-off', 'ours', cpuEach));
    const perSecond = ({ requests, seconds }: { requests: number; seconds: number }): number =>
      requests / seconds;
    const scripted = comparison.median('tools-script', perSecond);
    return {
      tables: [table(comparison, off)],
      targets: [
        {
          name: 'No tool on: CPU against tools not loaded, 95 % upper end',
          value: off.high,
          limit: 1.05,
          unit: '×',
        },
        {
          name: '1,000 rules, none matching: CPU against tools not loaded',
          value: comparison.paired('tools-thousand', 'ours', cpuEach).median,
          limit: 1.25,
          unit: '×',
        },
        {
          name: 'A script on every request: CPU of all threads',
          value: 1000 * comparison.median('tools-script', cpuEach),
          limit: 0.333,
          unit: 'ms',
        },
        {
          name: 'The same: time of a request at full load',
          value: 1000 / scripted,
          limit: 0.333,
          unit: 'ms',
        },
        {
          name: "Map Local: time of a request against a page of the engine's own",
          value: comparison.paired('tools-answered', OWN_PAGE, (sample) => 1 / perSecond(sample)).median,
          limit: 1,
          unit: '×',
        },
      ],
    };
  },
});

function measured(bench: Bench): Promise<Comparison> {
  const shape = { secure: false, bodyBytes: 1024, connections: 32, inFlight: 32, varied: true };
  const limit = { type: 'time', warmSeconds: 0.3, seconds: bench.effort.seconds } as const;
  return withSubjects(bench, NAMES, ({ subjects }) =>
    compare(
      bench,
      [
        ...subjects.map((subject) => ({
          name: subject.name,
          take: () => bench.window(subject, shape, limit),
        })),
        ...subjects
          .filter(({ name }) => name === 'ours')
          .map((ours) => ({
            name: OWN_PAGE,
            take: () => bench.window(ours, { ...shape, page: PAGE }, limit),
          })),
      ],
      { rounds: Math.max(MIN_ROUNDS, bench.effort.rounds) },
    ),
  );
}

function table(comparison: Comparison, off: ReturnType<typeof confidence>): Table {
  return {
    title: 'Debugging tools: plain HTTP, 1 KiB, 32 kept connections, every URL another',
    columns: ['Tools', 'requests/s', 'CPU µs/request', 'CPU × not loaded', 'Core busy'],
    rows: [...NAMES, OWN_PAGE].map((name) => [
      ROWS[name] ?? name,
      figure(comparison.median(name, ({ requests, seconds }) => requests / seconds)),
      figure(1e6 * comparison.median(name, cpuEach)),
      name === 'ours' ? '1' : range(comparison.paired(name, 'ours', cpuEach)),
      percent(comparison.median(name, ({ cpu, seconds }) => cpu / seconds)),
    ]),
    notes: [
      ...comparison.notes,
      `Loaded and none on, against not loaded: mean ${figure(off.mean)}, 95 % between ${figure(off.low)} and ${figure(off.high)}, of ${off.count} pairs.`,
      'The rules: 900 with hosts of their own, 80 with wildcards in the host, 20 regular expressions.',
      'Each proxy has one core; the thread of the script shares it.',
    ],
    data: comparison.data,
  };
}
