// `collection run`: turns the command line into a run, and its result into an exit code.
import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { UserError } from '../../base/errors.ts';
import type { RunOptions } from '../../workspace/runner/options.ts';
import { runCollection } from '../../workspace/runner/run.ts';
import { isSuccess } from '../../workspace/runner/totals.ts';
import { Workspace } from '../../workspace/storage/workspace.ts';
import { printFileErrors, refuseFileErrors } from './file-errors.ts';
import { reportersFor, type ReporterFlags } from './reporters.ts';
import { runSources, type RunSources, type SourceFlags } from './sources.ts';
import { amount } from './amount.ts';
import { workspaceFolder } from './workspace-folder.ts';

export interface RunFlags extends SourceFlags, ReporterFlags {
  readonly workspace?: string | undefined;
  readonly iterationCount?: string | undefined;
  readonly folder: readonly string[];
  readonly delayRequest?: string | undefined;
  readonly bail?: true | undefined;
  readonly timeoutRequest?: string | undefined;
  readonly timeoutScript?: string | undefined;
  readonly insecure?: true | undefined;
  readonly parallel?: string | undefined;
  readonly workingDir?: string | undefined;
  readonly insecureFileRead: boolean;
}

const MAX_ITERATIONS = 10_000_000;
export const MAX_MS = 2_147_483_647;
const MAX_PARALLEL = 1000;

/** Resolves with 0 when all requests and tests have passed, else with 1. */
export async function runFromCommandLine(name: string, flags: RunFlags): Promise<number> {
  const limits = {
    iterations: given(flags.iterationCount, '--iteration-count', 1, MAX_ITERATIONS),
    delayMs: given(flags.delayRequest, '--delay-request', 0, MAX_MS) ?? 0,
    timeoutMs: given(flags.timeoutRequest, '--timeout-request', 0, MAX_MS),
    scriptTimeoutMs: given(flags.timeoutScript, '--timeout-script', 1, MAX_MS),
    parallel: given(flags.parallel, '--parallel', 1, MAX_PARALLEL) ?? 1,
  };
  const reporters = await reportersFor(flags);
  const workspace = new Workspace(await workspaceFolder(flags.workspace));
  const sources = await runSources(name, flags, workspace);
  return runSelected({
    ...limits,
    workspace,
    sources,
    only: flags.folder,
    bail: flags.bail === true,
    insecure: flags.insecure === true,
    // History is kept only for collections of the workspace: runs of other files have none.
    reporters: sources.root === null ? [...reporters, workspace.history.reporter()] : reporters,
    workingDir: flags.workingDir,
    insecureFileRead: flags.insecureFileRead,
  });
}

export interface Selected
  extends
    Pick<RunOptions, 'only' | 'insecure' | 'reporters' | 'timeoutMs' | 'scriptTimeoutMs' | 'onMessage'>,
    Partial<Pick<RunOptions, 'iterations' | 'delayMs' | 'parallel' | 'bail'>> {
  readonly workspace: Workspace;
  readonly sources: RunSources;
  readonly workingDir?: string | undefined;
  readonly insecureFileRead?: boolean;
}

/** Runs requests until the end or a signal. Resolves with the exit code. */
export async function runSelected(selected: Selected): Promise<number> {
  const { workspace, sources, workingDir, insecureFileRead = true, ...options } = selected;
  const files = await workingFolder(workingDir);
  refuseFileErrors(workspace, sources.stored);
  printFileErrors(workspace);
  const interrupt = new AbortController();
  const stop = (): void => interrupt.abort(new Error('it was interrupted'));
  for (const signal of SIGNALS) process.once(signal, stop);
  try {
    const totals = await runCollection({
      iterations: null,
      delayMs: 0,
      parallel: 1,
      bail: false,
      ...sources,
      ...options,
      fileRoots: fileRoots(insecureFileRead, sources, workspace, files),
      processEnvironment: process.env,
      showPage: process.stdin.isTTY && process.stderr.isTTY ? showPage : undefined,
      signal: interrupt.signal,
    });
    return isSuccess(totals) ? 0 : 1;
  } finally {
    for (const signal of SIGNALS) process.off(signal, stop);
  }
}

/** Resolves with the folder for relative paths of files to send. Rejects with an Error when it is not one. */
async function workingFolder(given: string | undefined): Promise<string> {
  if (given === undefined) return process.cwd();
  const isFolder = await stat(given).then(
    (found) => found.isDirectory(),
    () => false,
  );
  if (isFolder) return resolve(given);
  throw new UserError('NOT_FOUND', `--working-dir ${JSON.stringify(given)} is not a folder`);
}

/** Returns the folders whose files may be sent, the working directory first. */
function fileRoots(
  insecureFileRead: boolean,
  { root }: RunSources,
  workspace: Workspace,
  workingDir: string,
): readonly string[] {
  if (!insecureFileRead) return [workingDir];
  return [workingDir, ...(root === null ? [] : [root]), workspace.folder];
}

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/** Prints the URL instead of opening it: a collection may come from anybody, and name any page. */
function showPage(url: string): void {
  process.stderr.write(`To go on, open this page in a browser and say yes:\n  ${url}\n`);
}

function given(text: string | undefined, option: string, min: number, max: number): number | null {
  return text === undefined ? null : amount(option, text, min, max);
}
