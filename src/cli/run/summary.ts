// Ends a run: writes its reports and baseline, and prints a summary of the traffic and the failed checks.
import { printable } from '../../base/printable.ts';
import type { CheckOutcome, PassingApp } from '../../traffic/insights/report/run-facts.ts';
import { shown } from '../../traffic/insights/shown.ts';
import { checkOutcomes, contractViolations } from './checks.ts';
import { errorAnnotation, isGitHub, withoutCommands } from './github.ts';
import type { AgentRun } from '../../agents/index.ts';
import type { TrafficAnalysis } from './traffic-analyzer.ts';
import type { RunOptions } from './options.ts';
import { passingLine } from './past-proxy.ts';
import { writeReports } from './reports.ts';
import { counted, type Tally } from './tally.ts';

type Print = (line: string) => void;

export interface RunResults {
  readonly tally: Tally;
  readonly analysis: TrafficAnalysis;
  readonly agents: readonly AgentRun[];
  readonly pastProxy: readonly PassingApp[];
}

/**
 * Prints and writes the summary. Resolves with true when a check failed. When a file cannot be written, it prints
 * everything first, then rejects with an Error that names the file.
 */
export async function summarize(
  options: RunOptions,
  { tally, analysis, agents, pastProxy }: RunResults,
  print: Print,
): Promise<{ readonly hasFailed: boolean }> {
  const errors: unknown[] = [];
  const attempt = (work: Promise<void>): Promise<void> =>
    work.catch((error: unknown) => void errors.push(error));
  const checks = [...checkOutcomes(options, tally, analysis), ...(await agentChecks(options, agents))];
  await attempt(writeReports(options, analysis, { checks, pastProxy }, print));
  print(`${tally.summary}, ${analysisSummary(analysis)}`);
  await attempt(reportAgents(options, agents, print));
  if (tally.undecrypted > 0)
    print(
      `${counted(tally.undecrypted, 'tunnel')} not decrypted: add --ssl '*', or --ssl HOST, to see the requests inside`,
    );
  for (const app of pastProxy.slice(0, MAX_APPS)) print(passingLine(app));
  if (analysis.truncated > 0)
    print(
      `${counted(analysis.truncated, 'body', 'bodies')} could be analyzed only in part: too large, not decoded, or a WebSocket with more messages than are kept`,
    );
  await attempt(reportBaseline(options, analysis, print));
  const failed = checks.filter(({ hasPassed }) => !hasPassed);
  for (const check of failed) reportFailedCheck(check, print);
  if (analysis.contract !== null && !options.failOnContract)
    for (const violation of shown(contractViolations(analysis.contract)))
      print(`--spec: ${readable(violation)}`);
  if (errors.length > 0) throw errors[0];
  return { hasFailed: failed.length > 0 };
}

/** Loads the checks on agents where something asks for them. */
async function agentChecks(
  { agents: asked }: RunOptions,
  runs: readonly AgentRun[],
): Promise<readonly CheckOutcome[]> {
  if (asked.conditions.length === 0 && asked.baseline === null) return [];
  const { agentOutcomes } = await import('./agent-checks.ts');
  return agentOutcomes(asked, runs);
}

async function reportAgents(
  { agents: asked }: RunOptions,
  runs: readonly AgentRun[],
  print: Print,
): Promise<void> {
  if (runs.length === 0 && asked.baseline === null) return;
  const { agentSummary, writeAgentBaseline } = await import('./agent-checks.ts');
  const line = agentSummary(runs);
  if (line !== null) print(line);
  await writeAgentBaseline(asked, runs, print);
}

/** Programs past the proxy that are named; reports have all of them. */
const MAX_APPS = 10;

/** Renders the analysis as `2 possible secrets, 0 schema changes`. */
function analysisSummary(analysis: TrafficAnalysis): string {
  const { secrets, schemas, skipped, truncated, error, contract } = analysis;
  const { high, medium, low } = secrets.result(0);
  const { endpoints } = schemas.result(Infinity);
  const changes = endpoints.reduce((sum, endpoint) => sum + endpoint.changes.length, 0);
  const isPartial = skipped > 0 || truncated > 0 || error !== null;
  const atLeast = (isCut: boolean): string => (isPartial || isCut ? 'at least ' : '');
  return [
    `${atLeast(secrets.isCut)}${counted(high + medium + low, 'possible secret')}`,
    `${atLeast(schemas.isCut)}${counted(changes, 'schema change')}`,
    ...(contract === null ? [] : [counted(contract.broken, 'contract violation')]),
  ].join(', ');
}

async function reportBaseline(
  { schemaBaseline }: RunOptions,
  { schemas }: TrafficAnalysis,
  print: Print,
): Promise<void> {
  if (schemaBaseline === null) return;
  const { path, baseline } = schemaBaseline;
  if (baseline !== null) {
    const { unexpected } = schemas;
    if (unexpected > 0)
      print(
        `${counted(unexpected, 'endpoint')} responded with JSON that the schema baseline ${path} does not have: delete it to have it written again`,
      );
    return;
  }
  const newBaseline = schemas.baseline;
  if (newBaseline.size === 0) {
    print(`No response had JSON: the schema baseline ${path} was not written`);
    return;
  }
  const { writeBaseline } = await import('./baseline-file.ts');
  await writeBaseline(path, newBaseline);
  print(`The schema baseline ${path} was written, with ${counted(newBaseline.size, 'endpoint')}`);
}

function reportFailedCheck({ flag, reasons }: CheckOutcome, print: Print): void {
  for (const reason of reasons) {
    const text = readable(reason);
    print(`${flag}: ${text}`);
    if (isGitHub(process.env)) print(errorAnnotation(`proxyctl run ${flag}`, text));
  }
}

/** Escapes captured text, so that neither the terminal nor GitHub takes it for a command. */
function readable(text: string): string {
  return withoutCommands(printable(text)).slice(0, MAX_SHOWN);
}

const MAX_SHOWN = 1000;
