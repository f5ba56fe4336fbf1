// How a run ends: its report and baseline are written, and it says what it saw and which checks failed.
import { messageOf } from '../../base/errors.ts';
import { printable } from '../../base/printable.ts';
import { writeToFile } from '../output-file.ts';
import { failedChecks, type FailedCheck } from './checks.ts';
import { appendSummary, errorAnnotation, isGitHub, withoutCommands } from './github.ts';
import type { Learnt } from './traffic-analyzer.ts';
import type { RunOptions } from './options.ts';
import { counted, type Tally } from './tally.ts';

type Say = (line: string) => void;

/** Whether a check failed. Rejects with an Error that names a file that could not be written, when all is said. */
export async function conclude(
  options: RunOptions,
  tally: Tally,
  learnt: Learnt,
  say: Say,
): Promise<{ readonly hasFailed: boolean }> {
  const faults: unknown[] = [];
  const trying = (work: Promise<void>): Promise<void> =>
    work.catch((error: unknown) => void faults.push(error));
  await trying(writeReport(options, learnt, say));
  say(`${tally.summary}, ${learntSummary(learnt)}`);
  await trying(tellBaseline(options, learnt, say));
  const failed = failedChecks(options, tally, learnt);
  for (const check of failed) tellFailed(check, say);
  if (faults.length > 0) throw faults[0];
  return { hasFailed: failed.length > 0 };
}

/** Such as `2 possible secrets, 0 schema changes`. */
function learntSummary({ secrets, schemas, missed, cut, fault }: Learnt): string {
  const { high, medium, low } = secrets.result(0);
  const { endpoints } = schemas.result(Infinity);
  const changes = endpoints.reduce((sum, endpoint) => sum + endpoint.changes.length, 0);
  const isPartial = missed > 0 || cut > 0 || fault !== null;
  const atLeast = (isCut: boolean): string => (isPartial || isCut ? 'at least ' : '');
  return [
    `${atLeast(secrets.isCut)}${counted(high + medium + low, 'possible secret')}`,
    `${atLeast(schemas.isCut)}${counted(changes, 'schema change')}`,
  ].join(', ');
}

/** Entries of each list in a report. */
const MAX_ENTRIES = 200;

async function writeReport({ report }: RunOptions, learnt: Learnt, say: Say): Promise<void> {
  const { figures, secrets, schemas } = learnt;
  if (report === null || figures === null) return;
  const { markdownReport } = await import('../../traffic/insights/report/markdown.ts');
  const markdown = markdownReport(figures.report(secrets, schemas, MAX_ENTRIES), notesOn(learnt));
  await writeToFile(report, (sink) => {
    sink.write(markdown);
    return Promise.resolve();
  });
  const summary = process.env['GITHUB_STEP_SUMMARY'] ?? '';
  if (isGitHub(process.env) && summary !== '')
    await appendSummary(summary, markdown).catch((error: unknown) =>
      say(`The report could not be added to the summary of the job: ${messageOf(error)}`),
    );
}

function notesOn({ missed, cut }: Learnt): readonly string[] {
  const notes: string[] = [];
  if (missed > 0) notes.push(`${counted(missed, 'exchange')} could not be looked at.`);
  if (cut > 0) notes.push(`${counted(cut, 'body', 'bodies')} could be looked at only in part.`);
  return notes;
}

async function tellBaseline({ schemaBaseline }: RunOptions, { schemas }: Learnt, say: Say): Promise<void> {
  if (schemaBaseline === null) return;
  const { path, baseline } = schemaBaseline;
  if (baseline !== null) {
    const { unexpected } = schemas;
    if (unexpected > 0)
      say(
        `${counted(unexpected, 'endpoint')} answered JSON that the schema baseline ${path} does not have: delete it to have it made anew`,
      );
    return;
  }
  const made = schemas.asBaseline;
  if (made.size === 0) {
    say(`No JSON was answered: the schema baseline ${path} was not made`);
    return;
  }
  const { writeBaseline } = await import('./baseline-file.ts');
  await writeBaseline(path, made);
  say(`The schema baseline ${path} was made, of ${counted(made.size, 'endpoint')}`);
}

/** Captured text is made harmless: neither the terminal nor GitHub takes it for a command. */
function tellFailed({ flag, reasons }: FailedCheck, say: Say): void {
  for (const reason of reasons) {
    const shown = withoutCommands(printable(reason)).slice(0, MAX_SHOWN);
    say(`${flag}: ${shown}`);
    if (isGitHub(process.env)) say(errorAnnotation(`proxyctl run ${flag}`, shown));
  }
}

const MAX_SHOWN = 1000;
