// `flow run`: turns the command line into a run of a flow, and its result into an exit code.
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { UserError } from '../../base/errors.ts';
import { runFlow } from '../../runs/flows/index.ts';
import { flowSources, type FlowSources } from '../../runs/flows/sources.ts';
import type { RunOptions } from '../../runs/runner/options.ts';
import { isSuccess } from '../../runs/runner/totals.ts';
import { readDataset } from '../../collections/storage/datasets.ts';
import { allowProgram } from '../../runs/runner/allowed-programs.ts';
import { Workspace } from '../../collections/storage/workspace.ts';
import { workspaceFolder } from '../../collections/storage/workspace-folder.ts';
import { amount } from '../collection/amount.ts';
import { modelPrices } from '../collection/model-prices.ts';
import { askOnTerminal } from '../collection/ask-program.ts';
import { printFileErrors } from '../collection/file-errors.ts';
import { withVariables } from '../collection/own-variables.ts';
import { proxyOptions, type ThroughProxyFlags } from '../collection/through-proxy.ts';
import { reportersFor, type ReporterFlags } from '../collection/reporters.ts';
import { MASK } from '../../session/settings/secrets.ts';
import { stepLines } from './step-lines.ts';
import { RunHistory } from '../../runs/history/run-history.ts';

export interface FlowFlags extends ReporterFlags, ThroughProxyFlags {
  readonly envVar: readonly string[];
  readonly trustPrograms?: true | undefined;
  readonly workspace?: string | undefined;
  readonly environment?: string | undefined;
  readonly iterationData?: string | undefined;
  readonly iterationCount?: string | undefined;
  readonly delayRequest?: string | undefined;
  readonly from?: string | undefined;
  readonly steps?: true | undefined;
  readonly bail?: true | undefined;
  readonly timeout?: string | undefined;
  readonly timeoutRequest?: string | undefined;
  readonly insecure?: true | undefined;
}

/** Shorter values are in too many texts by chance. */
const MIN_SECRET = 4;
const MAX_MS = 2_147_483_647;
const MAX_ITERATIONS = 1_000_000;
const MAX_STEPS = 100_000;
const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/** Runs a flow. Resolves with 0 when all requests and tests have passed and no step failed, else with 1. */
export async function runFlowFromCommandLine(name: string, flags: FlowFlags): Promise<number> {
  const number = (text: string | undefined, option: string, min: number, max: number): number | null =>
    text === undefined ? null : amount(option, text, min, max);
  const timeout = number(flags.timeout, '--timeout', 1, MAX_MS);
  const limits = {
    iterations: number(flags.iterationCount, '--iteration-count', 1, MAX_ITERATIONS),
    delayMs: number(flags.delayRequest, '--delay-request', 0, MAX_MS) ?? 0,
    timeoutMs: number(flags.timeoutRequest, '--timeout-request', 0, MAX_MS),
  };
  const workspace = new Workspace(await workspaceFolder(flags.workspace));
  const sources = await flowSources(workspace, name, flags.environment);
  printFileErrors(workspace);
  const proxy = await proxyOptions(flags);
  const stop = new AbortController();
  const interrupted = (): void => stop.abort(new Error('it was interrupted'));
  for (const signal of SIGNALS) process.once(signal, interrupted);
  const timer =
    timeout === null
      ? undefined
      : setTimeout(
          () => stop.abort(new Error(`it took longer than the ${timeout} ms of --timeout`)),
          timeout,
        );
  try {
    const totals = await runFlow({
      ...sources,
      ...limits,
      from: number(flags.from, '--from', 1, MAX_STEPS) ?? 1,
      ...(flags.steps === true && { observe: stepLines(hidden(sources)) }),
      environment: withVariables(sources.environment, flags.envVar),
      data: flags.iterationData === undefined ? [] : await rowsOf(workspace, flags.iterationData),
      bail: flags.bail === true,
      scriptTimeoutMs: null,
      insecure: flags.insecure === true,
      reporters: [...(await reportersFor(flags)), new RunHistory(workspace).reporter()],
      fileRoots: [workspace.folder, process.cwd()],
      modelPrices,
      allowProgram: allowProgram({
        ask: flags.trustPrograms === true ? () => Promise.resolve(true) : askOnTerminal(stop.signal),
      }),
      processEnvironment: process.env,
      ...proxy,
      signal: stop.signal,
    });
    return isSuccess(totals) ? 0 : 1;
  } finally {
    clearTimeout(timer);
    for (const signal of SIGNALS) process.off(signal, interrupted);
  }
}

/** Returns a function that masks the values of secret variables. */
function hidden({ environment, globals, collections }: FlowSources): (text: string) => string {
  const variables = [
    ...globals,
    ...(environment?.variables ?? []),
    ...collections.flatMap((each) => each.variables),
  ];
  const secrets = variables.filter(({ secret, value }) => secret && value.length >= MIN_SECRET);
  return (text) => secrets.reduce((shown, { value }) => shown.replaceAll(value, MASK), text);
}

async function rowsOf(workspace: Workspace, name: string): Promise<RunOptions['data']> {
  const dataset = existsSync(name) ? await readDataset(resolve(name)) : await workspace.dataset(name);
  if (dataset !== null) return dataset.rows;
  throw new UserError(
    'NOT_FOUND',
    `--iteration-data: neither a file nor a dataset of ${workspace.folder} is called ${name}`,
  );
}
