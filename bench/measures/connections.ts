// Connections: new ones to a known host, and the first one to an unknown host.
import { compare, type Comparison, type Contender } from '../results/compare.ts';
import { comparisonTable } from '../results/comparison-table.ts';
import { count, percent } from '../results/format.ts';
import { isPeer, withSubjects } from '../subjects/line-up.ts';
import { defineMeasure } from './contract.ts';
import { processCount, tcpConnections } from '../processes/proc.ts';
import { EVERYONE, type Subject } from '../subjects/index.ts';

export const newTls = defineMeasure({
  name: 'tls',
  summary: 'new TLS connections, one request each',
  take: (bench) =>
    withSubjects(bench, EVERYONE, async ({ subjects, absent }) => {
      const shape = { secure: true, bodyBytes: 1024, connections: 0, inFlight: 8 };
      const { seconds } = bench.effort;
      const contenders = subjects.map((subject) => ({
        name: subject.name,
        optional: isPeer(subject.name),
        take: () => bench.window(subject, shape, { type: 'time', warmSeconds: 0.3, seconds }),
      }));
      const comparison = await compare(bench, contenders);
      const title = 'New TLS connections to one host, 8 at a time: CONNECT, full handshake, one request';
      const names = subjects.map(({ name }) => name);
      const unit = { one: 'connection', many: 'connections', time: 'ms' } as const;
      const table = comparisonTable(title, comparison, names, unit, [lookUp(comparison), ...absent]);
      return { tables: [table] };
    }),
});

/** Clients of ours that close once the handshake is done, in tunnels to a port on which nothing listens. */
const HANDSHAKE = 'ours, handshake only';

/** The number of first requests in a round. */
const NEW_HOSTS = 50;

export const firstSeen = defineMeasure({
  name: 'hosts',
  summary: 'first requests to new hosts',
  take: (bench) =>
    withSubjects(bench, EVERYONE, async ({ subjects, absent }) => {
      const contender = (name: string, subject: Subject, handshakesOnly: boolean): Contender => ({
        name,
        optional: isPeer(subject.name),
        take: async () => {
          const hosts = await bench.newHosts(NEW_HOSTS);
          const shape = { secure: true, bodyBytes: 1024, connections: 0, inFlight: 1, hosts, handshakesOnly };
          return bench.window(subject, shape, { type: 'count', requests: NEW_HOSTS });
        },
      });
      const contenders = [
        ...subjects.map((subject) => contender(subject.name, subject, false)),
        ...subjects.filter(({ name }) => name === 'ours').map((ours) => contender(HANDSHAKE, ours, true)),
      ];
      const comparison = await compare(bench, contenders);
      const table = comparisonTable(
        `First requests to new hosts, one after another, ${NEW_HOSTS} a round`,
        comparison,
        contenders.map(({ name }) => name),
        { one: 'host', many: 'hosts', time: 'ms' },
        [
          'Counted is the whole process: accepting, CONNECT, minting the leaf, both handshakes, the request. node-http and the relay mint nothing.',
          bench.hostType === 'names'
            ? 'The hosts are names under localhost, which the proxies resolve.'
            : 'The hosts are addresses of loopback: the resolver of this machine does not know names under localhost.',
          lookUp(comparison),
          ...absent,
        ],
      );
      return {
        tables: [table],
        targets: [
          {
            name: 'First-seen host, CPU of the main thread: mint, context, handshake',
            value: 1000 * comparison.median(HANDSHAKE, ({ mainThread, requests }) => mainThread / requests),
            limit: 3,
            unit: 'ms',
          },
          {
            name: 'First-seen host, whole request at the median',
            value: comparison.median('ours', ({ p50 }) => p50),
            limit: 8,
            unit: 'ms',
          },
        ],
      };
    }),
});

/** Describes the share of the look-up, and what else the machine does, on which its cost depends. */
function lookUp(comparison: Comparison): string {
  const others = comparison.median('ours', ({ cpu, mainThread }) => 1 - mainThread / cpu);
  return `With ours, the look-up of the app that opened the connection is in it: ${percent(others)} of the CPU time is not the main thread's, a part of it the look-up's. The machine had ${count(tcpConnections())} TCP connections and ${count(processCount())} processes.`;
}
