// API descriptions and documentation: the mock server, the linter and the documentation page.
import { mkdtempSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Bench } from '../bench.ts';
import { freePort, startChild, untilListening, type ChildOptions } from '../processes/children.ts';
import { timed, type Timed } from '../processes/timed-command.ts';
import { megabytes, range } from '../results/format.ts';
import { median, spread } from '../results/statistics.ts';
import { writeCollection, writeOpenApi } from '../samples/collections.ts';
import { program } from '../subjects/our-build.ts';
import { defineMeasure, type Measured } from './contract.ts';

const BYTES = 4_000_000;
const DOCUMENTED_REQUESTS = 1000;
const SECONDS = '5';
const THING = { id: 3, name: 'Ada', tags: ['a', 'b'], owner: { name: 'Bob' } };

export const specifications = defineMeasure({
  name: 'specifications',
  summary: 'mock server, linter and documentation of large descriptions',
  async take(bench) {
    const folder = mkdtempSync(join(tmpdir(), 'proxyctl-bench-specifications-'));
    try {
      return result(bench, await measured(bench, folder));
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
});

interface Figures {
  readonly mocks: readonly MockFigures[];
  readonly validating: readonly MockFigures[];
  readonly lints: readonly Timed[];
  readonly docs: readonly Timed[];
}

interface MockFigures {
  readonly readyMs: number;
  readonly requestsPerSecond: number;
}

async function measured(bench: Bench, folder: string): Promise<Figures> {
  const document = writeOpenApi(folder, BYTES);
  const collection = writeCollection(folder, 1, DOCUMENTED_REQUESTS);
  const figures = {
    mocks: [] as MockFigures[],
    validating: [] as MockFigures[],
    lints: [] as Timed[],
    docs: [] as Timed[],
  };
  const ours = (...args: readonly string[]): Promise<Timed> => timed(commandOf(bench, folder, args));
  for (let round = 0; round < bench.effort.rounds; round += 1) {
    figures.mocks.push(await mock(bench, folder, document));
    figures.validating.push(await mock(bench, folder, document, ['--validate']));
    figures.lints.push(await ours('spec', 'lint', document));
    figures.docs.push(await ours('docs', collection, '--out', join(folder, 'docs.html')));
  }
  return figures;
}

function commandOf(bench: Bench, folder: string, args: readonly string[]): ChildOptions {
  return {
    name: 'ours',
    core: undefined,
    folder,
    command: [process.execPath, program(bench.built), ...args],
    env: { PROXYCTL_HOME: join(folder, 'home') },
  };
}

/** Measures the time until the mock of a description listens, and the requests that it answers in a second. */
async function mock(
  bench: Bench,
  folder: string,
  document: string,
  options: readonly string[] = [],
): Promise<MockFigures> {
  const port = await freePort();
  const startedAt = performance.now();
  const server = startChild({
    ...commandOf(bench, folder, ['mock', document, '--port', String(port), ...options]),
    name: 'mock',
  });
  try {
    await untilListening(server, port);
    const readyMs = performance.now() - startedAt;
    const url = `http://127.0.0.1:${port}/things7/3?page=1`;
    return { readyMs, requestsPerSecond: await autocannon(folder, url) };
  } finally {
    await server.stop();
  }
}

/** Sends valid bodies for some seconds; returns the answers in a second. */
async function autocannon(folder: string, url: string): Promise<number> {
  const file = createRequire(import.meta.url).resolve('autocannon/autocannon.js');
  const head = ['-m', 'PUT', '-H', 'Content-Type=application/json'];
  const load = ['--json', '-c', '20', '-d', SECONDS, ...head, '-b', JSON.stringify(THING), url];
  const name = `autocannon-${new URL(url).port}`;
  await timed({ name, core: undefined, folder, command: [process.execPath, file, ...load] });
  const { requests, non2xx } = JSON.parse(readFileSync(join(folder, `${name}.log`), 'utf8')) as {
    readonly requests: { readonly average: number };
    readonly non2xx: number;
  };
  if (non2xx > 0) throw new Error(`the mock refused ${non2xx} requests`);
  return requests.average;
}

function result(bench: Bench, { mocks, validating, lints, docs }: Figures): Measured {
  const ready = mocks.map(({ readyMs }) => readyMs);
  const rates = mocks.map(({ requestsPerSecond }) => requestsPerSecond);
  const validated = validating.map(({ requestsPerSecond }) => requestsPerSecond);
  const lintSeconds = lints.map(({ seconds }) => seconds);
  const lintPeak = Math.max(...lints.map(({ peakBytes }) => peakBytes));
  const docsSeconds = docs.map(({ seconds }) => seconds);
  const size = `a description of ${BYTES / 1e6} MB`;
  return {
    tables: [
      {
        title: 'API descriptions and documentation',
        columns: ['Work', 'Measured'],
        rows: [
          [`mock of ${size}: start until it answers, ms`, range(spread(ready))],
          ['the same: requests a second', range(spread(rates))],
          ['the same with `--validate`', range(spread(validated))],
          [`lint of ${size}, s`, range(spread(lintSeconds))],
          ['the same: peak memory, MB', megabytes(lintPeak)],
          [`documentation of ${DOCUMENTED_REQUESTS} requests, s`, range(spread(docsSeconds))],
        ],
        notes: [
          `From the start of each process. The requests come from autocannon, on the same cores. Ours from its ${bench.built.type}.`,
        ],
        data: { mocks, validating, lints, docs },
      },
    ],
    targets: [
      { name: `Mock of ${size} is ready`, value: median(ready), limit: 1500, unit: 'ms' },
      { name: 'Mock: a request', value: 1e6 / median(rates), limit: 50, unit: 'µs' },
      { name: 'The same with `--validate`', value: 1e6 / median(validated), limit: 125, unit: 'µs' },
      { name: `Lint of ${size}`, value: median(lintSeconds), limit: 2.5, unit: 's' },
      { name: 'The same: peak memory', value: lintPeak / 1e6, limit: 250, unit: 'MB' },
      {
        name: `Documentation of ${DOCUMENTED_REQUESTS} requests`,
        value: median(docsSeconds),
        limit: 2,
        unit: 's',
      },
    ],
  };
}
