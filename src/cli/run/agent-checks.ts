// The runs of AI agents in the traffic of `run`, and the checks on them.
import { readFile } from 'node:fs/promises';
import {
  baselineChanges,
  baselineOfRuns,
  agentBaselineText,
  readAgentBaseline,
} from '../../agents/checks/baseline.ts';
import { agentCondition, type AgentCondition } from '../../agents/checks/conditions.ts';
import type { ExchangeFacts } from '../../agents/facts/contract.ts';
import { readFacts } from '../../agents/facts/read-facts.ts';
import { AgentExchanges, runsOf, type AgentRun, type Price } from '../../agents/index.ts';
import { costText, counted } from '../../agents/render/texts.ts';
import { messageOf, systemCode, UserError } from '../../base/errors.ts';
import { parseJson } from '../../base/json.ts';
import type { Flow } from '../../flow/flow.ts';
import type { CheckOutcome } from '../../traffic/insights/report/run-facts.ts';
import { shown } from '../../traffic/insights/shown.ts';
import { writeAll, writeToFile } from '../output-file.ts';
import type { AgentChecks } from './options.ts';

/** Maximum number of reasons shown for one check. */
const MAX_REASONS = 10;

/** Parses the conditions of `--fail-on-agent`. Throws a UserError that names a wrong one and says what to give. */
export function agentConditions(texts: readonly string[]): readonly AgentCondition[] {
  return texts.map((text) => {
    const condition = agentCondition(text);
    if (typeof condition !== 'string') return condition;
    throw new UserError(
      'INVALID_PARAMETER',
      `--fail-on-agent ${JSON.stringify(text.slice(0, 100))} is not a condition: ${condition}`,
    );
  });
}

/** Reads the file of `--agent-baseline`; null where it is yet to be made. Rejects with a UserError that names it. */
export async function agentBaselineOf(path: string): Promise<ReturnType<typeof readAgentBaseline> | null> {
  try {
    return readAgentBaseline(parseJson(await readFile(path, 'utf8')));
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return null;
    throw new UserError(
      'INVALID_FILE',
      `the agent baseline ${path} cannot be used: ${messageOf(error)}; delete it to have it written again`,
      { cause: error },
    );
  }
}

/** Collects what runs are joined from, while exchanges end. */
export class AgentCollector {
  readonly #chosen = new AgentExchanges();
  readonly #facts: ExchangeFacts[] = [];

  /** Adds an exchange that has ended. A promise where its bodies have to be read. */
  add(flow: Flow): Promise<void> | undefined {
    return this.#chosen.isOne(flow)
      ? readFacts(flow).then((facts) => void this.#facts.push(facts))
      : undefined;
  }

  runs(prices: readonly Price[]): readonly AgentRun[] {
    return runsOf(this.#facts, prices);
  }
}

/** Returns the outcome of each check on runs that was asked for. */
export function agentOutcomes(
  { conditions, baseline }: AgentChecks,
  runs: readonly AgentRun[],
): readonly CheckOutcome[] {
  const unused =
    runs.length > 0
      ? []
      : ['no call of a language model was seen: decrypt its host with --ssl, such as --ssl api.openai.com'];
  const reasons = conditions.flatMap((condition) => runs.flatMap((run) => condition.reasons(run)));
  return [
    ...(conditions.length === 0 ? [] : [outcome('--fail-on-agent', [...unused, ...reasons])]),
    ...(baseline?.expected === undefined || baseline.expected === null
      ? []
      : [outcome('--agent-baseline', baselineChanges(runs, baseline.expected))]),
  ];
}

function outcome(flag: string, all: readonly string[]): CheckOutcome {
  const more = all.length - MAX_REASONS;
  const reasons = shown(more > 0 ? [...all.slice(0, MAX_REASONS), `and ${more} more`] : all);
  return { flag, hasPassed: reasons.length === 0, reasons };
}

/** Writes the baseline where there is none yet, and tells so. */
export async function writeAgentBaseline(
  { baseline }: AgentChecks,
  runs: readonly AgentRun[],
  print: (line: string) => void,
): Promise<void> {
  if (baseline?.expected !== null) return;
  if (runs.length === 0) {
    print(`No call of a language model was seen: the agent baseline ${baseline.path} was not written`);
    return;
  }
  await writeToFile(baseline.path, (sink) => writeAll(sink, agentBaselineText(baselineOfRuns(runs))));
  print(`The agent baseline ${baseline.path} was written, with ${counted(runs.length, 'run')}`);
}

/** Returns a line on the runs; null without any. */
export function agentSummary(runs: readonly AgentRun[]): string | null {
  if (runs.length === 0) return null;
  const sum = (read: (run: AgentRun) => number): number => runs.reduce((total, run) => total + read(run), 0);
  const costs = runs.length === 1 ? [costText(runs[0]!.totals)] : [];
  return [
    counted(runs.length, 'run of an AI agent', 'runs of AI agents'),
    counted(
      sum(({ totals }) => totals.steps),
      'step',
    ),
    counted(
      sum(({ totals }) => totals.tokens),
      'token',
    ),
    ...costs,
    counted(
      sum(({ totals }) => totals.errors),
      'error',
    ),
  ].join(', ');
}
