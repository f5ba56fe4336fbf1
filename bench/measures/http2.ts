// Decrypted requests over HTTP/2: many streams on few connections. The reference is the blind relay with the
// same requests as plain HTTP/1.1, as it knows nothing of streams.
import { compare } from '../results/compare.ts';
import { comparisonTable, cpuEach } from '../results/comparison-table.ts';
import { isPeer, withSubjects } from '../subjects/line-up.ts';
import { defineMeasure } from './contract.ts';
import type { SubjectName } from '../subjects/index.ts';

const TAKING_PART: readonly SubjectName[] = ['ours', 'relay', 'mitmdump'];
const CONNECTIONS = 4;
const STREAMS = 10;
/** The ratio compares two protocols, which needs this many pairs. */
const MIN_ROUNDS = 9;

export const http2 = defineMeasure({
  name: 'http2',
  summary: 'decrypted HTTP/2, 1 KiB, 4 connections with 10 streams each',
  take: (bench) =>
    withSubjects(bench, TAKING_PART, async ({ subjects, absent }) => {
      const { seconds } = bench.effort;
      const clients = CONNECTIONS * STREAMS;
      const contenders = subjects.map((subject) => ({
        name: subject.name,
        optional: isPeer(subject.name),
        take: () => {
          const isRelay = subject.name === 'relay';
          const streams = isRelay ? 0 : STREAMS;
          const shape = {
            secure: !isRelay,
            bodyBytes: 1024,
            connections: clients,
            inFlight: clients,
            streams,
          };
          return bench.window(subject, shape, { type: 'time', warmSeconds: 0.5, seconds });
        },
      }));
      const rounds = Math.max(MIN_ROUNDS, bench.effort.rounds);
      const comparison = await compare(bench, contenders, { rounds });
      const names = subjects.map(({ name }) => name);
      const unit = { one: 'request', many: 'requests', time: 'µs' } as const;
      const notes = [
        'The relay carries the same requests as plain HTTP/1.1, one a connection at a time.',
        ...absent,
      ];
      const title = 'Decrypted HTTP/2 on both sides, 1 KiB, 4 connections with 10 streams each';
      return {
        tables: [comparisonTable(title, comparison, names, unit, notes)],
        targets: [
          {
            name: 'HTTP/2: CPU against relay',
            value: comparison.paired('ours', 'relay', cpuEach).median,
            limit: 4.2,
            unit: '×',
          },
        ],
      };
    }),
});
