// The history of runs on this machine: totals and failures of the latest ones.
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { systemCode } from '../../base/errors.ts';
import { replaceFile } from '../../base/replace-file.ts';
import type { Reporter, RequestRun, RunStart } from '../runner/events.ts';
import { hasFailed } from '../runner/totals.ts';
import { readText, type FileError } from '../../collections/storage/object-file.ts';
import { readDetails, RunDetails, type RequestDetail } from './run-details.ts';
import { readResults, RunResults, type RunResult } from './run-results.ts';
import { createSafeFolder } from '../../collections/storage/safe-path.ts';
import { createLocalFolder } from '../../collections/storage/secrets-file.ts';
import { LOCAL_FOLDER, type Workspace } from '../../collections/storage/workspace.ts';

const MAX_RUNS = 100;
/** The maximum number of failures of one run. */
const MAX_FAILURES = 200;
/** Runs whose requests are kept. */
const MAX_DETAILED = 20;
const SUFFIX = '.json';
/** Files beside the totals of the latest runs. */
const PART_SUFFIXES = { details: '.requests.ndjson', results: '.results.ndjson' } as const;
type Part = keyof typeof PART_SUFFIXES;
const PARTS = ['details', 'results'] as const satisfies readonly Part[];

const failure = z.object({
  iteration: z.number(),
  name: z.string(),
  folders: z.array(z.string()),
  method: z.string(),
  url: z.string(),
  /** 0 without a response. */
  status: z.number(),
  /** Sentences. */
  reasons: z.array(z.string()),
});

const pastRun = z.object({
  id: z.string(),
  collection: z.object({ id: z.string(), name: z.string() }),
  environment: z.string().nullable(),
  /** The part that was run and its data, see `selectionOf`; absent for all of it. */
  selection: z.string().optional(),
  /** The run whose failed requests this one sent again; absent for a run of its own. */
  repeats: z.string().optional(),
  /** Epoch milliseconds. */
  startedAt: z.number(),
  totals: z.object({
    iterations: z.number(),
    requests: z.number(),
    failedRequests: z.number(),
    tests: z.number(),
    failedTests: z.number(),
    scriptErrors: z.number(),
    averageMs: z.number(),
    responseMs: z
      .object({
        min: z.number(),
        median: z.number(),
        p90: z.number(),
        p95: z.number(),
        p99: z.number(),
        max: z.number(),
      })
      .default({ min: 0, median: 0, p90: 0, p95: 0, p99: 0, max: 0 }),
    receivedBytes: z.number(),
    durationMs: z.number(),
    stopped: z.string().nullable(),
    endedEarly: z.object({ iterations: z.number(), reason: z.string() }).nullable().default(null),
  }),
  failures: z.array(failure),
  /** The number of further failures. */
  moreFailures: z.number(),
});
export type PastRun = z.output<typeof pastRun>;

export interface SavingOptions {
  /** See `PastRun`. */
  readonly selection?: string | undefined;
  /** See `PastRun`. */
  readonly repeats?: string | undefined;
  /** Masks secrets in what is saved. */
  readonly shown?: (<T>(value: T) => T) | undefined;
}

const asIs = <T>(value: T): T => value;

export class RunHistory {
  readonly #local: string;
  readonly #folder: string;

  constructor(workspace: Pick<Workspace, 'folder'>) {
    this.#local = join(workspace.folder, LOCAL_FOLDER);
    this.#folder = join(this.#local, 'runs');
  }

  /** Returns a reporter that saves its run under this id. */
  reporter(
    id: string = crypto.randomUUID(),
    { selection, repeats, shown = asIs }: SavingOptions = {},
  ): Reporter {
    let started: RunStart | null = null;
    const failures: PastRun['failures'] = [];
    const details = new RunDetails();
    const results = new RunResults();
    let more = 0;
    return {
      start(run) {
        started = run;
      },
      request(run) {
        details.add(run, shown);
        results.add(run);
        if (!hasFailed(run)) return;
        if (failures.length < MAX_FAILURES) failures.push(shown(failureOf(run)));
        else more += 1;
      },
      end: async (totals) => {
        if (started === null) return;
        const { collection, environment, startedAt } = started;
        const about = {
          id,
          collection,
          environment,
          startedAt,
          ...(selection !== undefined && { selection }),
          ...(repeats !== undefined && { repeats }),
        };
        const file = await this.#save({ ...about, totals, failures, moreFailures: more });
        await this.#saveParts(file, { details: details.text, results: results.text });
      },
    };
  }

  /** Returns the runs, the latest first. */
  async list(onError: (onError: FileError) => void): Promise<readonly PastRun[]> {
    const found = (await this.#files()).map((file) => this.#read(file, onError));
    return found.filter((each) => each !== null);
  }

  /** Returns the requests of a run; empty where they are not kept any more. */
  async details(id: string): Promise<readonly RequestDetail[]> {
    const text = await this.#part(id, 'details');
    return text === null ? [] : readDetails(text);
  }

  /** Returns the result of each request of a run; null where they are not kept any more. */
  async results(id: string): Promise<readonly RunResult[] | null> {
    const text = await this.#part(id, 'results');
    return text === null ? null : readResults(text);
  }

  async #part(id: string, part: Part): Promise<string | null> {
    const found = (await this.#files()).find((file) => this.#read(file, () => undefined)?.id === id);
    return found === undefined ? null : readText(join(this.#folder, partOf(found, part)), () => undefined);
  }

  /** Removes runs; resolves with their number. */
  async remove(isRemoved: (run: PastRun) => boolean): Promise<number> {
    let count = 0;
    for (const file of await this.#files()) {
      const run = this.#read(file, () => undefined);
      if (run === null || !isRemoved(run)) continue;
      for (const name of [file, ...PARTS.map((part) => partOf(file, part))])
        await rm(join(this.#folder, name), { force: true });
      count += 1;
    }
    return count;
  }

  async #saveParts(file: string, texts: Readonly<Record<Part, string>>): Promise<void> {
    for (const part of PARTS) await replaceFile(join(this.#folder, partOf(file, part)), texts[part]);
    for (const old of (await this.#files()).slice(MAX_DETAILED))
      for (const part of PARTS) await rm(join(this.#folder, partOf(old, part)), { force: true });
  }

  #read(file: string, onError: (onError: FileError) => void): PastRun | null {
    const path = join(this.#folder, file);
    const text = readText(path, onError);
    try {
      return text === null ? null : pastRun.parse(JSON.parse(text));
    } catch {
      onError({ file: path, line: 0, reason: 'it is not a record of a run' });
      return null;
    }
  }

  async #save(run: PastRun): Promise<string> {
    const { id, startedAt } = run;
    await createLocalFolder(this.#local);
    await createSafeFolder(this.#folder, 0o700);
    const name = `${new Date(startedAt).toISOString().replaceAll(':', '-')}-${id.slice(0, 8)}${SUFFIX}`;
    await replaceFile(join(this.#folder, name), `${JSON.stringify(run, null, 2)}\n`);
    for (const file of (await this.#files()).slice(MAX_RUNS))
      await rm(join(this.#folder, file), { force: true });
    return name;
  }

  /** Returns file names, the latest first, since they start with the time. */
  async #files(): Promise<readonly string[]> {
    const files = await readdir(this.#folder).catch((error: unknown) => {
      if (systemCode(error) === 'ENOENT') return [];
      throw error;
    });
    return files
      .filter((file) => file.endsWith(SUFFIX))
      .sort()
      .reverse();
  }
}

function partOf(file: string, part: Part): string {
  return `${file.slice(0, -SUFFIX.length)}${PART_SUFFIXES[part]}`;
}

function failureOf({
  iteration,
  name,
  folders,
  method,
  url,
  response,
  error,
  tests,
  scriptErrors,
}: RequestRun) {
  const reasons = [
    ...(error === null ? [] : [error]),
    ...tests.flatMap((test) => (test.error === null ? [] : [`${test.name}: ${test.error.message}`])),
    ...scriptErrors.map(({ where, message }) => `script of ${where}: ${message}`),
  ];
  return { iteration, name, folders: [...folders], method, url, status: response?.status ?? 0, reasons };
}
