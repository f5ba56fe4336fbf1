// The figures of a load test beside those of the server: how many requests there were, and how long each was kept
// waiting, by a distribution of delays that is known.
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { runCli } from '../helpers/cli.ts';
import { writeCollection } from '../helpers/collections.ts';
import { temporaryHome, type TemporaryHome } from '../helpers/home.ts';

/**
 * Milliseconds, and of how many in 200 requests. Each percentile that is compared is in the middle of those with one
 * delay, so that single requests that the machine holds up do not move it.
 */
const DELAYS = [
  { ms: 300, of: 164 },
  { ms: 500, of: 23 },
  { ms: 700, of: 8 },
  { ms: 900, of: 5 },
] as const;
const CYCLE = DELAYS.flatMap(({ ms, of }) => Array.from({ length: of }, () => ms));
/** Has no divisor in common with the length of the cycle, so that each delay has its turn, and they are mixed. */
const STRIDE = 77;
const PERCENTILES = ['p50', 'p90', 'p95', 'p99'] as const;
const TOLERANCE = 0.01;
/** A machine that is busy with something else delays single runs, but not all. */
const ATTEMPTS = 3;

const percentiles = z.looseObject({ p50: z.number(), p90: z.number(), p95: z.number(), p99: z.number() });
const resultFile = z.looseObject({
  requests: z.number(),
  errors: z.number(),
  latency: percentiles,
  perRequest: z.array(z.looseObject({ requests: z.number(), latency: percentiles })),
});

let home: TemporaryHome;
let server: http.Server;
let base: string;
/** Milliseconds from each request to the end of its response, as the server has seen them. */
let served: number[] = [];

beforeAll(async () => {
  home = temporaryHome();
  let count = 0;
  server = http.createServer((_, response) => {
    const start = performance.now();
    const delay = CYCLE[(count * STRIDE) % CYCLE.length];
    count += 1;
    setTimeout(() => response.end('done', () => served.push(performance.now() - start)), delay);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(() => {
  server.closeAllConnections();
  server.close();
  home.remove();
});

type Percentiles = z.output<typeof percentiles>;

async function perf(script: string | undefined): Promise<z.output<typeof resultFile>> {
  served = [];
  const item = { name: 'Delayed', url: `${base}/`, ...(script !== undefined && { test: script }) };
  const file = writeCollection(home.path, 'percentiles', [item]);
  const report = join(home.path, 'percentiles-result.json');
  const options = ['--vus', '40', '--duration', '5', '--report-json', report];
  const { code, stderr } = await runCli(['perf', file, ...options], { home: home.path, cwd: home.path });
  expect([code, stderr]).toEqual([0, '']);
  return resultFile.parse(JSON.parse(readFileSync(report, 'utf8')));
}

/** Returns the percentiles that differ by more than the tolerance. */
function differences(measured: Percentiles): readonly string[] {
  const sorted = [...served].sort((a, b) => a - b);
  return PERCENTILES.flatMap((name) => {
    const rank = Math.ceil((Number(name.slice(1)) / 100) * sorted.length);
    const expected = sorted[rank - 1]!;
    const isClose = Math.abs(measured[name] - expected) <= expected * TOLERANCE;
    return isClose ? [] : [`${name}: ${measured[name]} ms, of the server ${expected.toFixed(1)} ms`];
  });
}

test.each([
  ['a plain request', undefined],
  ['a request with a test', "pm.test('ok', () => pm.response.to.have.status(200));"],
])('%s: totals are those of the server, percentiles within 1 %', { tags: ['full'] }, async (_, script) => {
  let found: readonly string[] = ['nothing was measured'];
  for (let attempt = 0; attempt < ATTEMPTS && found.length > 0; attempt += 1) {
    const { requests, errors, latency, perRequest } = await perf(script);
    expect([requests, errors, perRequest[0]?.requests]).toEqual([served.length, 0, served.length]);
    expect(requests).toBeGreaterThan(CYCLE.length);
    expect(perRequest[0]?.latency).toEqual(latency);
    found = differences(latency);
  }
  expect(found).toEqual([]);
});
