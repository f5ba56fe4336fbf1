// A baseline of runs of agents: which tools each called, in which order, and how many tokens it took. It is a file that
// people review and commit with their code. It holds no texts of prompts.
import { UserError } from '../../base/errors.ts';
import { isObject } from '../../base/is-object.ts';
import type { AgentRun } from '../run.ts';
import { runText } from './conditions.ts';

export interface ExpectedRun {
  /** Names of tools in the order of their calls. */
  readonly tools: readonly string[];
  readonly models: readonly string[];
  readonly tokens: number;
}

export type AgentBaseline = readonly ExpectedRun[];

const FORMAT = 'agent baseline';
const VERSION = 1;
/** Models do not answer alike each time: so much more is no change. */
const MORE_TOKENS = 1.2;

export function baselineOfRuns(runs: readonly AgentRun[]): AgentBaseline {
  return runs.map(({ steps, totals }) => ({
    tools: steps.filter(({ kind }) => kind === 'tool').map(({ name }) => name),
    models: [...new Set(steps.filter(({ kind }) => kind === 'model').map(({ name }) => name))],
    tokens: totals.tokens,
  }));
}

export function agentBaselineText(runs: AgentBaseline): string {
  return `${JSON.stringify({ format: FORMAT, version: VERSION, runs }, null, 2)}\n`;
}

/** Reads a baseline. Throws a UserError that names what is wrong in `value`, which is parsed JSON. */
export function readAgentBaseline(value: unknown): AgentBaseline {
  if (!isObject(value) || value['format'] !== FORMAT)
    throw new UserError('INVALID_DATA', `format must be ${JSON.stringify(FORMAT)}`);
  const { version, runs } = value;
  if (version !== VERSION)
    throw new UserError(
      'INVALID_DATA',
      `version is ${JSON.stringify(version)}; only ${VERSION} is supported`,
    );
  if (!Array.isArray(runs)) throw new UserError('INVALID_DATA', 'runs must be a list');
  return runs.map(readRun);
}

function readRun(value: unknown, at: number): ExpectedRun {
  const { tools, models, tokens } = isObject(value) ? value : {};
  if (!isNames(tools)) throw new UserError('INVALID_DATA', `runs[${at}].tools must be a list of names`);
  if (!isNames(models)) throw new UserError('INVALID_DATA', `runs[${at}].models must be a list of names`);
  if (typeof tokens !== 'number' || !Number.isSafeInteger(tokens) || tokens < 0)
    throw new UserError('INVALID_DATA', `runs[${at}].tokens must be a number of tokens`);
  return { tools, models, tokens };
}

function isNames(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((name) => typeof name === 'string');
}

/** Returns how runs differ from those of the baseline, which come in the same order. */
export function baselineChanges(runs: readonly AgentRun[], baseline: AgentBaseline): readonly string[] {
  const number =
    runs.length === baseline.length
      ? []
      : [`there are ${runs.length} runs of agents, ${baseline.length} were expected`];
  const now = baselineOfRuns(runs);
  return [
    ...number,
    ...runs.flatMap((run, at) => {
      const before = baseline[at];
      return before === undefined
        ? []
        : runChanges(before, now[at]!).map((change) => `${change} in ${runText(run)}`);
    }),
  ];
}

function runChanges(before: ExpectedRun, now: ExpectedRun): readonly string[] {
  const at = now.tools.findIndex((tool, index) => tool !== before.tools[index]);
  const changed = at < 0 && now.tools.length < before.tools.length ? now.tools.length : at;
  const called = (tools: readonly string[]): string => tools[changed] ?? 'no tool';
  const added = now.models.filter((model) => !before.models.includes(model));
  return [
    ...(changed < 0
      ? []
      : [`call ${changed + 1} is of ${called(now.tools)}, was of ${called(before.tools)},`]),
    ...added.map((model) => `the model ${model} is new`),
    ...(now.tokens > before.tokens * MORE_TOKENS
      ? [`${now.tokens} tokens are over a fifth more than ${before.tokens}`]
      : []),
  ];
}
