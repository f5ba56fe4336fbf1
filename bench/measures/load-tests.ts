// Load tests: the CPU time of a request that they send, beside autocannon, and with a test script.
import { mkdtempSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Bench } from '../bench.ts';
import type { OriginPorts } from '../origins/origin.ts';
import { startChild } from '../processes/children.ts';
import { ask } from '../processes/ipc.ts';
import { timed } from '../processes/timed-command.ts';
import { count, range } from '../results/format.ts';
import { median, spread } from '../results/statistics.ts';
import { writeLoadCollection } from '../samples/collections.ts';
import { program } from '../subjects/our-build.ts';
import { defineMeasure, type Measured } from './contract.ts';

const USERS = '10';
/** A test is measured as the difference of two lengths, so that the start does not count. */
const [SHORT_SECONDS, LONG_SECONDS] = [1, 3] as const;
const MICROSECONDS = 1e6;
const BODY_BYTES = 100;
const SCRIPT = "pm.test('status is 200', () => pm.response.to.have.status(200));";

interface Sent {
  readonly requests: number;
  readonly cpuSeconds: number;
}

/** Sends for some seconds. */
type Tester = (seconds: number) => Promise<Sent>;

export const loadTests = defineMeasure({
  name: 'load-tests',
  summary: 'load tests beside autocannon',
  async take(bench) {
    const folder = mkdtempSync(join(tmpdir(), 'proxyctl-bench-load-'));
    const origin = startChild({
      name: 'origin',
      core: undefined,
      folder,
      hasIpc: true,
      command: [process.execPath, fileURLToPath(new URL('../origins/origin.ts', import.meta.url))],
    });
    try {
      const { plain } = (await ask(origin.process, { type: 'listen', folder })) as OriginPorts;
      return await measured(bench, folder, `http://127.0.0.1:${plain}/${BODY_BYTES}`);
    } finally {
      await origin.stop();
      await rm(folder, { recursive: true, force: true });
    }
  },
});

const [PLAIN, AUTOCANNON, SCRIPTED] = ['ours', 'autocannon', 'ours, with a test script'] as const;

async function measured(bench: Bench, folder: string, url: string): Promise<Measured> {
  const testers: Readonly<Record<string, Tester>> = {
    [PLAIN]: ours(bench, folder, writeLoadCollection(folder, url, null)),
    [AUTOCANNON]: autocannon(folder, url),
    [SCRIPTED]: ours(bench, folder, writeLoadCollection(folder, url, SCRIPT)),
  };
  const costs = new Map<string, number[]>(Object.keys(testers).map((name) => [name, []]));
  for (let round = 0; round < bench.effort.rounds; round += 1)
    for (const [name, tester] of Object.entries(testers)) costs.get(name)?.push(await cost(tester));
  const costOf = (name: string): number => median(costs.get(name) ?? []);
  return {
    tables: [
      {
        title: `Load tests with ${USERS} users`,
        columns: ['Load test', 'CPU µs a request', 'Requests a CPU second'],
        rows: [...costs].map(([name, each]) => [
          name,
          range(spread(each)),
          count(Math.round(MICROSECONDS / median(each))),
        ]),
        notes: [
          `CPU time of the load test alone, all threads, without its start. Ours from its ${bench.built.type}.`,
        ],
        data: Object.fromEntries(costs),
      },
    ],
    targets: [
      {
        name: 'CPU of a request of a load test',
        value: costOf(PLAIN),
        limit: 22.2,
        unit: 'µs',
      },
      {
        name: 'CPU of a request with a test script',
        value: costOf(SCRIPTED),
        limit: 200,
        unit: 'µs',
      },
    ],
  };
}

/** Resolves with microseconds of CPU time a request. */
async function cost(tester: Tester): Promise<number> {
  const short = await tester(SHORT_SECONDS);
  const long = await tester(LONG_SECONDS);
  return ((long.cpuSeconds - short.cpuSeconds) / (long.requests - short.requests)) * MICROSECONDS;
}

function ours(bench: Bench, folder: string, collection: string): Tester {
  const report = join(folder, 'report.json');
  const options = ['--vus', USERS, '--report-json', report, '--duration'];
  return async (seconds) => {
    const { cpuSeconds } = await timed({
      name: 'ours',
      core: undefined,
      folder,
      command: [process.execPath, program(bench.built), 'perf', collection, ...options, `${seconds}`],
      env: { PROXYCTL_HOME: join(folder, 'home') },
    });
    return { cpuSeconds, ...(JSON.parse(readFileSync(report, 'utf8')) as { readonly requests: number }) };
  };
}

function autocannon(folder: string, url: string): Tester {
  const file = createRequire(import.meta.url).resolve('autocannon/autocannon.js');
  let run = 0;
  return async (seconds) => {
    run += 1;
    const name = `autocannon-${run}`;
    const { cpuSeconds } = await timed({
      name,
      core: undefined,
      folder,
      command: [process.execPath, file, '--json', '-c', USERS, '-d', String(seconds), url],
    });
    const { requests } = JSON.parse(readFileSync(join(folder, `${name}.log`), 'utf8')) as {
      readonly requests: { readonly total: number };
    };
    return { cpuSeconds, requests: requests.total };
  };
}
