// `proxyctl perf`: turns the command line into a load test, and its result into lines, files and an exit code.
import { printable } from '../../base/printable.ts';
import { runLoadTest } from '../../services/perf/index.ts';
import type { LoadTestResult } from '../../services/perf/result.ts';
import type { LoadTestOptions } from '../../services/perf/options.ts';
import { k6Script, type K6Script } from '../../services/perf/k6/index.ts';
import { htmlReport, jsonReport } from '../../services/perf/report/index.ts';
import { crossedThresholds } from '../../services/perf/thresholds.ts';
import { Workspace } from '../../collections/storage/workspace.ts';
import { refuseFileErrors } from '../../collections/storage/needed-files.ts';
import { printFileErrors } from '../collection/file-errors.ts';
import { runSources } from '../collection/sources.ts';
import { workspaceFolder } from '../../collections/storage/workspace-folder.ts';
import { checkWritable, writeAll, writeOutput } from '../output-file.ts';
import { STANDARD_OUTPUT } from '../options.ts';
import { comparisonLines, earlierReport } from './compare.ts';
import { configuredTest } from './configuration.ts';
import { loadOf } from './load.ts';
import type { PerfFlags } from './perf-flags.ts';
import { totalLines } from './print.ts';
import { remoteWarning } from './remote-warning.ts';
import { startScreen } from './screen.ts';

/**
 * Runs a load test. Resolves with 0 when no threshold was crossed and no request failed, else with 1. Thresholds
 * about errors replace the rule that no request may fail.
 */
export async function perfFromCommandLine(given: string | undefined, typed: PerfFlags): Promise<number> {
  const workspace = new Workspace(await workspaceFolder(typed.workspace));
  const { name, flags } = await configuredTest(given, typed, workspace);
  const load = loadOf(flags);
  const { thresholds } = load;
  const sources = await runSources(name, flags, workspace);
  refuseFileErrors(workspace, sources.stored);
  printFileErrors(workspace);
  const fileRoots = [...(sources.root === null ? [] : [sources.root]), workspace.folder, process.cwd()];
  const selected = { ...sources, ...load, only: flags.folder, insecure: flags.insecure === true };
  if (flags.exportK6 !== undefined) return exportK6(flags.exportK6, k6Script(selected));
  const before = flags.compare === undefined ? null : await earlierReport(flags.compare);
  // An unwritable path is reported before the test, not after it.
  for (const path of [flags.reportJson, flags.reportHtml]) if (path !== undefined) await checkWritable(path);
  const output = isReportOnStdout(flags) ? process.stderr : process.stdout;
  const result = await withScreen(
    selected,
    { output, isRemoteAllowed: flags.allowRemote === true },
    (handles) => runLoadTest({ ...selected, fileRoots, processEnvironment: process.env, ...handles }),
  );
  output.write(`${totalLines(result).join('\n')}\n`);
  if (before !== null) output.write(`${comparisonLines(before, result).join('\n')}\n`);
  const crossed = crossedThresholds(thresholds, result);
  await writeReports(flags, result, crossed);
  for (const sentence of crossed) process.stderr.write(`failed: ${sentence}\n`);
  const errorsMayOccur = thresholds.some(({ metric }) => metric.startsWith('errors'));
  const hasFailed = crossed.length > 0 || (result.errors > 0 && !errorsMayOccur);
  return hasFailed || isEmpty(result) ? 1 : 0;
}

function isReportOnStdout({ reportJson, reportHtml }: PerfFlags): boolean {
  return reportJson === STANDARD_OUTPUT || reportHtml === STANDARD_OUTPUT;
}

/** A test that has sent nothing has shown nothing. */
function isEmpty({ requests }: LoadTestResult): boolean {
  return requests === 0;
}

type Handles = Pick<LoadTestOptions, 'signal' | 'hurry' | 'onSecond'>;

/** Shows the seconds of a test until it ends or is interrupted. */
async function withScreen(
  { collection, durationMs }: Pick<LoadTestOptions, 'collection' | 'durationMs'>,
  { output, isRemoteAllowed }: { readonly output: NodeJS.WriteStream; readonly isRemoteAllowed: boolean },
  work: (handles: Handles) => Promise<LoadTestResult>,
): Promise<LoadTestResult> {
  const screen = startScreen({ collection: collection.name, durationMs }, output);
  const warn = isRemoteAllowed ? undefined : remoteWarning((line) => screen.say(line));
  const onSecond: Handles['onSecond'] = (second) => {
    screen.second(second);
    warn?.(second);
  };
  try {
    return await untilInterrupted(
      (signals) => work({ ...signals, onSecond }),
      () => screen.say(WAITING),
    );
  } finally {
    screen.close();
  }
}

const WAITING = 'waiting for requests in flight, at most 5 seconds; Ctrl-C again ends at once';
/** Milliseconds before an interrupted test says what it waits for. */
const PATIENCE_MS = 300;
const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/** The first signal ends the test; another one does not wait for requests in flight. */
async function untilInterrupted<T>(
  work: (signals: Omit<Handles, 'onSecond'>) => Promise<T>,
  onWaiting: () => void,
): Promise<T> {
  const [interrupt, hurry] = [new AbortController(), new AbortController()];
  let timer: NodeJS.Timeout | undefined;
  const stop = (): void => {
    if (interrupt.signal.aborted) hurry.abort();
    else timer = setTimeout(onWaiting, PATIENCE_MS);
    interrupt.abort();
  };
  for (const signal of SIGNALS) process.on(signal, stop);
  try {
    return await work({ signal: interrupt.signal, hurry: hurry.signal });
  } finally {
    clearTimeout(timer);
    for (const signal of SIGNALS) process.off(signal, stop);
  }
}

async function exportK6(path: string, { source, warnings }: K6Script): Promise<number> {
  await writeText(path, source);
  for (const warning of warnings) process.stderr.write(`warning: ${printable(warning)}\n`);
  if (path !== STANDARD_OUTPUT) process.stderr.write(`${path} is written: start it with "k6 run ${path}"\n`);
  return 0;
}

async function writeReports(
  { reportJson, reportHtml }: PerfFlags,
  result: LoadTestResult,
  crossed: readonly string[],
): Promise<void> {
  if (reportJson !== undefined) await writeText(reportJson, jsonReport(result, crossed));
  if (reportHtml !== undefined) await writeText(reportHtml, htmlReport(result, crossed));
}

async function writeText(path: string, text: string): Promise<void> {
  await writeOutput(path, (sink) => writeAll(sink, text));
}
