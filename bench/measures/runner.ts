// Collections: the duration of runs compared with Newman, their memory, and the time to open a workspace.
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Bench } from '../bench.ts';
import { startChild } from '../processes/children.ts';
import { writeCollection, writeOpenApi, writeUpload, writeV3Folder } from '../samples/collections.ts';
import { figure, megabytes, range } from '../results/format.ts';
import { ask } from '../processes/ipc.ts';
import type { JsonOriginQuestion } from '../origins/json-origin.ts';
import { defineMeasure, type Measured } from './contract.ts';
import { program } from '../subjects/our-build.ts';
import { median, spread } from '../results/statistics.ts';
import { timed, type Timed } from '../processes/timed-command.ts';

const REQUESTS = 20;
const ITERATIONS = 50;
const MANY_ITERATIONS = 5000;
const FEW_REQUESTS = 2;
const OPEN_API_BYTES = 3_000_000;
const WORKSPACE_REQUESTS = 1000;
const UPLOADS = 1000;

export const runner = defineMeasure({
  name: 'runner',
  summary: 'collections: runs beside Newman, memory, workspaces',
  async take(bench) {
    const folder = mkdtempSync(join(tmpdir(), 'proxyctl-bench-runner-'));
    const origin = startChild({
      name: 'json-origin',
      core: undefined,
      folder,
      hasIpc: true,
      command: [process.execPath, fileURLToPath(new URL('../origins/json-origin.ts', import.meta.url))],
    });
    const question = (asked: JsonOriginQuestion): Promise<unknown> => ask(origin.process, asked);
    try {
      const port = (await question({ type: 'listen' })) as number;
      return await measured(bench, folder, port, () => question({ type: 'first' }) as Promise<number>);
    } finally {
      await origin.stop();
      await rm(folder, { recursive: true, force: true });
    }
  },
});

async function measured(
  bench: Bench,
  folder: string,
  port: number,
  first: () => Promise<number>,
): Promise<Measured> {
  const ours = (...args: readonly string[]): Promise<Timed> =>
    timed({
      name: 'ours',
      core: undefined,
      folder,
      command: [process.execPath, program(bench.built), ...args],
      env: { PROXYCTL_HOME: join(folder, 'home') },
    });
  const newmanFile = createRequire(import.meta.url).resolve('newman/bin/newman.js');
  const newman = (...args: readonly string[]): Promise<Timed> =>
    timed({
      name: 'newman',
      core: undefined,
      folder,
      command: [process.execPath, newmanFile, ...args],
    });

  const collection = writeCollection(folder, port, REQUESTS);
  const repeat = ['-n', String(ITERATIONS), '-r', 'cli'];
  await ours('collection', 'run', collection, '-n', '1');
  const runs: { ours: Timed; newman: Timed; firstMs: number }[] = [];
  for (let round = 0; round < bench.effort.rounds; round += 1) {
    await first();
    const our = await ours('collection', 'run', collection, ...repeat);
    const firstMs = (await first()) - our.startedAt;
    runs.push({ ours: our, newman: await newman('run', collection, ...repeat), firstMs });
  }

  const workspace = join(folder, 'workspace');
  const large = writeCollection(folder, port, WORKSPACE_REQUESTS);
  await ours('import', large, '--workspace', workspace);
  const lists: number[] = [];
  const imports: number[] = [];
  const document = writeOpenApi(folder, OPEN_API_BYTES);
  // Measured separately: right after an import the system is still writing its files.
  for (let round = 0; round < bench.effort.rounds; round += 1)
    lists.push((await ours('collection', 'list', '--workspace', workspace)).seconds * 1000);
  for (let round = 0; round < bench.effort.rounds; round += 1)
    imports.push((await ours('import', document, '--workspace', join(folder, `openapi-${round}`))).seconds);
  const small = writeCollection(folder, port, FEW_REQUESTS);
  const short = await ours('collection', 'run', small, '-n', String(MANY_ITERATIONS / 10), '-r', 'json');
  const long = await ours('collection', 'run', small, '-n', String(MANY_ITERATIONS), '-r', 'json');
  const v3 = writeV3Folder(folder, port, WORKSPACE_REQUESTS);
  const folderStarts: number[] = [];
  for (let round = 0; round < bench.effort.rounds; round += 1) {
    await first();
    const run = await ours('collection', 'run', v3, '-r', 'json');
    folderStarts.push((await first()) - run.startedAt);
  }
  const repeated = ['-n', String(UPLOADS), '--silent'];
  const gets = await ours('collection', 'run', writeUpload(folder, port, false), ...repeated);
  const uploads = await ours('collection', 'run', writeUpload(folder, port, true), ...repeated);
  return result(bench, { runs, lists, imports, short, long, folderStarts, gets, uploads });
}

interface Figures {
  readonly runs: readonly { readonly ours: Timed; readonly newman: Timed; readonly firstMs: number }[];
  /** Milliseconds. */
  readonly lists: readonly number[];
  readonly imports: readonly number[];
  readonly short: Timed;
  readonly long: Timed;
  /** Milliseconds to the first request of a folder of files. */
  readonly folderStarts: readonly number[];
  /** As many requests without a body. */
  readonly gets: Timed;
  readonly uploads: Timed;
}

function result(
  bench: Bench,
  { runs, lists, imports, short, long, folderStarts, gets, uploads }: Figures,
): Measured {
  const seconds = (name: 'ours' | 'newman'): number[] => runs.map((run) => run[name].seconds);
  const peaks = (name: 'ours' | 'newman'): number => Math.max(...runs.map((run) => run[name].peakBytes));
  const ratios = runs.map(({ ours, newman }) => ours.seconds / newman.seconds);
  const starts = runs.map(({ firstMs }) => firstMs);
  const growth = (long.peakBytes - short.peakBytes) / 1e6;
  const uploaded = (uploads.peakBytes - gets.peakBytes) / 1e6;
  const works: readonly (readonly [string, string])[] = [
    ['start to the first request, ms', range(spread(starts))],
    [`list a workspace of ${WORKSPACE_REQUESTS} requests, ms`, range(spread(lists))],
    ['import an OpenAPI document of 3 MB, s', range(spread(imports))],
    [`${MANY_ITERATIONS} iterations of ${FEW_REQUESTS} requests, s`, figure(long.seconds)],
    [`The same: peak beyond that of ${MANY_ITERATIONS / 10}`, megabytes(growth * 1e6)],
    [`a folder of ${WORKSPACE_REQUESTS} files: start to the first request, ms`, range(spread(folderStarts))],
    [`${UPLOADS} uploads of 1 MB: peak beyond as many requests without a body`, megabytes(uploaded * 1e6)],
  ];
  return {
    tables: [
      {
        title: `A run: ${REQUESTS} requests × ${ITERATIONS} iterations, two assertions each`,
        columns: ['Runner', 'seconds', '× Newman', 'Peak memory'],
        rows: [
          ['ours', range(spread(seconds('ours'))), range(spread(ratios)), megabytes(peaks('ours'))],
          ['newman', range(spread(seconds('newman'))), '1', megabytes(peaks('newman'))],
        ],
        notes: [
          `From the start of the process to its end, on all cores, the server on them too. Ours from its ${bench.built.type}.`,
        ],
        data: runs,
      },
      { title: 'Workspaces and long runs', columns: ['Work', 'Measured'], rows: works },
    ],
    targets: [
      {
        name: `${REQUESTS} × ${ITERATIONS} requests with tests`,
        value: median(seconds('ours')),
        limit: 2,
        unit: 's',
      },
      { name: 'The same against Newman', value: median(ratios), limit: 0.25, unit: '×' },
      { name: 'The same: peak memory', value: peaks('ours') / 1e6, limit: 140, unit: 'MB' },
      { name: 'Start to the first request of a run', value: median(starts), limit: 300, unit: 'ms' },
      { name: `${MANY_ITERATIONS} iterations: growth`, value: growth, limit: 30, unit: 'MB' },
      { name: 'Import of a 3 MB OpenAPI document', value: median(imports), limit: 2, unit: 's' },
      {
        name: `First request of a folder of ${WORKSPACE_REQUESTS} files`,
        value: median(folderStarts),
        limit: 400,
        unit: 'ms',
      },
      { name: `${UPLOADS} uploads of 1 MB: memory`, value: uploaded, limit: 60, unit: 'MB' },
      { name: `Listing ${WORKSPACE_REQUESTS} requests`, value: median(lists), limit: 300, unit: 'ms' },
    ],
  };
}
