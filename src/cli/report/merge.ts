// `report merge`: joins the JSON reports of the parts of a run, and reports the whole in any format.
import { readFile } from 'node:fs/promises';
import { messageOf, UserError } from '../../base/errors.ts';
import { collectionFields } from '../../collections/model/collection.ts';
import { readReport, type RunReport } from '../../runs/reporters/read-report.ts';
import type { Reporter, RunStart, RunTotals } from '../../runs/runner/events.ts';
import { isSuccess, Totals } from '../../runs/runner/totals.ts';
import { reportersFor, type ReporterFlags } from '../collection/reporters.ts';

/** Resolves with 0 when all requests and tests of all parts have passed, else with 1. */
export async function mergeReports(
  files: readonly string[],
  flags: Omit<ReporterFlags, 'reporters'> & { readonly reporters?: string | undefined },
): Promise<number> {
  const reports = await Promise.all(files.map(readFrom));
  const [first] = reports;
  if (first === undefined) throw new UserError('INVALID_PARAMETER', 'give JSON reports to merge');
  const other = reports.find(({ collection }) => collection.name !== first.collection.name);
  if (other !== undefined)
    throw new UserError(
      'CONFLICT',
      `the reports are of different collections: ${first.collection.name} and ${other.collection.name}`,
    );
  const reporters = await reportersFor({ ...flags, reporters: flags.reporters ?? 'cli' });
  try {
    return isSuccess(await replay(reports, reporters)) ? 0 : 1;
  } finally {
    for (const reporter of reporters) await reporter.close?.();
  }
}

async function readFrom(path: string): Promise<RunReport> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    throw new UserError('NOT_FOUND', `the report ${path} cannot be read: ${messageOf(error)}`, {
      cause: error,
    });
  });
  return readReport(text, path);
}

/** Reports all requests by iterations, in the order of the parts. */
async function replay(reports: readonly RunReport[], reporters: readonly Reporter[]): Promise<RunTotals> {
  const start = startOf(reports);
  const runs = reports.flatMap((each) => each.runs).toSorted((a, b) => a.iteration - b.iteration);
  const totals = new Totals();
  for (const reporter of reporters) await reporter.start?.(start);
  for (const [at, run] of runs.entries()) {
    totals.add(run);
    const isFirst = run.iteration !== runs[at - 1]?.iteration;
    const isLast = run.iteration !== runs[at + 1]?.iteration;
    for (const reporter of reporters) {
      if (isFirst) await reporter.iteration?.(run.iteration);
      await reporter.request?.(run);
      if (isLast) await reporter.iterationEnd?.(run.iteration);
    }
  }
  const result = { ...totals.result(start.iterations, stoppedIn(reports)), ...endsOf(reports, start) };
  for (const reporter of reporters) await reporter.end?.(result);
  return result;
}

function startOf(reports: readonly RunReport[]): RunStart {
  const { collection, environment } = reports[0]!;
  const iterations = new Set(reports.flatMap(({ runs }) => runs.map((run) => run.iteration))).size;
  return {
    // The definitions are not in reports.
    subject: {
      collection: { ...collectionFields.parse(collection), items: [] },
      environment: null,
      globals: [],
    },
    collection,
    environment,
    iterations: Math.max(1, iterations),
    requests: Math.max(0, ...reports.map(({ runs }) => runs.length)),
    startedAt: Math.min(...reports.map(({ startedAt }) => startedAt)),
  };
}

function stoppedIn(reports: readonly RunReport[]): string | null {
  return reports.find(({ totals }) => totals.stopped !== null)?.totals.stopped ?? null;
}

/** The time from the first start to the last end, and the iterations that scripts have ended. */
function endsOf(
  reports: readonly RunReport[],
  { startedAt }: RunStart,
): Pick<RunTotals, 'durationMs' | 'endedEarly'> {
  const early = reports.flatMap(({ totals }) => totals.endedEarly ?? []);
  const iterations = early.reduce((sum, each) => sum + each.iterations, 0);
  return {
    durationMs: Math.max(...reports.map((each) => each.startedAt + each.totals.durationMs)) - startedAt,
    endedEarly: early[0] === undefined ? null : { iterations, reason: early[0].reason },
  };
}
