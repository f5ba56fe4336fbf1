// Writes the reports of a run: the requested formats, all from the same data.
import { arch, platform } from 'node:os';
import { messageOf } from '../../base/errors.ts';
import { version } from '../../base/product.ts';
import { renderedReport, REPORT_FORMATS, type ReportFormat } from '../../traffic/insights/report/formats.ts';
import type { Report } from '../../traffic/insights/report/index.ts';
import type { RunFacts } from '../../traffic/insights/report/run-facts.ts';
import { writeAll, writeOutput } from '../output-file.ts';
import { appendSummary, isGitHub } from './github.ts';
import type { RunOptions } from './options.ts';
import { counted } from './tally.ts';
import type { TrafficAnalysis } from './traffic-analyzer.ts';

/** Maximum number of entries of each list in a report. */
const MAX_ENTRIES = 200;

/**
 * Writes the reports. If a file cannot be written, it writes all others first, then rejects with an Error that names
 * the file.
 */
export async function writeReports(
  options: RunOptions,
  analysis: TrafficAnalysis,
  outcome: Pick<RunFacts, 'checks' | 'pastProxy'>,
  print: (line: string) => void,
): Promise<void> {
  const { figures, secrets, schemas } = analysis;
  if (figures === null) return;
  const facts = await runFacts(options, outcome);
  const report = figures.report(secrets, schemas, MAX_ENTRIES, {
    run: facts,
    contract: analysis.contract,
    notes: incompleteNotes(analysis),
  });
  const results = await Promise.allSettled(
    REPORT_FORMATS.map((format) => writeReport(report, format, options.reports[format])),
  );
  if (options.reports.markdown !== undefined)
    await summarizeJob(await renderedReport(report, 'markdown'), print);
  const failed = results.find((result) => result.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
}

async function writeReport(report: Report, format: ReportFormat, path: string | undefined): Promise<void> {
  if (path === undefined) return;
  const text = await renderedReport(report, format);
  await writeOutput(path, (sink) => writeAll(sink, text));
}

async function runFacts(
  { startedAt, command, schemaBaseline }: RunOptions,
  outcome: Pick<RunFacts, 'checks' | 'pastProxy'>,
): Promise<RunFacts> {
  const { Redactor } = await import('../../secrets/redaction/redactor.ts');
  const commit = process.env['GITHUB_SHA'] ?? '';
  return {
    startedAt,
    endedAt: Date.now(),
    environment: {
      proxyctl: version,
      'Node.js': process.version,
      system: `${platform()} ${arch()}`,
      ...(command.length > 0 && { command: shortened(new Redactor().text(command.join(' '))) }),
      ...(isGitHub(process.env) && commit !== '' && { commit }),
    },
    ...outcome,
    baseline: schemaBaseline !== null && schemaBaseline.baseline !== null ? schemaBaseline.path : null,
  };
}

const MAX_COMMAND = 200;

function shortened(command: string): string {
  return command.length <= MAX_COMMAND ? command : `${command.slice(0, MAX_COMMAND).toWellFormed()}…`;
}

/** Returns sentences about the traffic that could not be analyzed. */
export function incompleteNotes({
  skipped,
  truncated,
  secrets,
  schemas,
  contract,
}: TrafficAnalysis): readonly string[] {
  const notes: string[] = [];
  if (skipped > 0) notes.push(`${counted(skipped, 'exchange')} could not be analyzed.`);
  if (truncated > 0) notes.push(`${counted(truncated, 'body', 'bodies')} could be analyzed only in part.`);
  if (secrets.isCut) notes.push('There were more secrets than are listed.');
  if (schemas.isCut) notes.push('There were more shapes of JSON than can be compared.');
  if (contract?.isCut === true)
    notes.push('There were more kinds of contract violations than are told apart.');
  return notes;
}

/** Adds the report to the summary of a job of GitHub. */
async function summarizeJob(markdown: string, print: (line: string) => void): Promise<void> {
  const path = process.env['GITHUB_STEP_SUMMARY'] ?? '';
  if (!isGitHub(process.env) || path === '') return;
  await appendSummary(path, markdown).catch((error: unknown) =>
    print(`The report could not be added to the summary of the job: ${messageOf(error)}`),
  );
}
