// Connections that stay open and do little, idle tunnels and event streams; and the Control API's response
// time meanwhile.
import { setTimeout as delay } from 'node:timers/promises';
import type { Bench, Shape } from '../bench.ts';
import { api } from '../subjects/check.ts';
import { figure, megabytes } from '../results/format.ts';
import { defineMeasure } from './contract.ts';
import { residentBytes, tree } from '../processes/proc.ts';
import { percentile } from '../results/statistics.ts';
import type { Subject } from '../subjects/index.ts';

const TUNNELS = 5000;
const STREAMS = 1000;
const CALLS = 200;
/** The time that memory is given to settle. */
const SETTLE_MS = 2000;

interface Taken {
  readonly idle: number;
  readonly resident: number;
  /** Response times of the Control API in milliseconds. */
  readonly p50: number;
  readonly p95: number;
}

export const open = defineMeasure({
  name: 'open',
  summary: '5,000 tunnels at rest, 1,000 open event streams',
  take: async (bench) => {
    const base = { secure: true, bodyBytes: 1024, inFlight: 32 };
    const silent = { ...base, secure: false, tunnel: true, connections: TUNNELS };
    const tunnels = await taken(bench, silent, 0);
    const decrypted = await taken(bench, { ...base, connections: TUNNELS }, TUNNELS);
    const streams = await taken(bench, { ...base, connections: STREAMS, events: true }, 0);
    const row = (name: string, { idle, resident, p50, p95 }: Taken): string[] => [
      name,
      megabytes(idle),
      megabytes(resident),
      figure(p50),
      figure(p95),
    ];
    return {
      tables: [
        {
          title: 'Open connections',
          columns: ['', 'MB before', 'MB with them', 'API p50 ms', 'API p95 ms'],
          rows: [
            row('5,000 tunnels at rest, passed on unread', tunnels),
            row('5,000 decrypted keep-alive connections at rest', decrypted),
            row('1,000 streams, an event a second each', streams),
          ],
          notes: [
            `Behind each connection stands one to the origin; the decrypted ones rest after one request. Meanwhile ${CALLS} calls of the Control API, one after the other, list the last 50 requests.`,
          ],
        },
      ],
      targets: [
        { name: '5,000 tunnels at rest', value: tunnels.resident / 1e6, limit: 250, unit: 'MB' },
        {
          name: 'Control API meanwhile, p95',
          value: Math.max(tunnels.p95, decrypted.p95, streams.p95),
          limit: 100,
          unit: 'ms',
        },
      ],
    };
  },
});

async function taken(bench: Bench, shape: Shape, requests: number): Promise<Taken> {
  const subject = await bench.start('ours');
  try {
    const idle = resident(subject);
    await bench.openLoad(subject, shape);
    if (requests > 0) await bench.run({ type: 'count', requests });
    await delay(SETTLE_MS);
    const latencies = await apiLatencies(subject);
    const result = {
      idle,
      resident: resident(subject),
      p50: percentile(latencies, 0.5),
      p95: percentile(latencies, 0.95),
    };
    await bench.closeLoad();
    return result;
  } finally {
    await subject.child.stop();
  }
}

function resident({ child }: Subject): number {
  return residentBytes(tree(child.pid));
}

async function apiLatencies(subject: Subject): Promise<Float64Array> {
  const latencies = new Float64Array(CALLS);
  for (let at = 0; at < CALLS; at += 1) {
    const start = performance.now();
    await api(subject, subject.home ?? '', '/api/flows?limit=50');
    latencies[at] = performance.now() - start;
  }
  return latencies.sort();
}
