// `collection run`: turns the command line into a run, and its result into an exit code.
import { printable } from '../../base/printable.ts';
import { readFileSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { messageOf, UserError } from '../../base/errors.ts';
import { isObject } from '../../base/is-object.ts';
import { stateReporter } from '../../runs/newman/state-files.ts';
import { allowProgram } from '../../runs/runner/allowed-programs.ts';
import { askOnTerminal } from './ask-program.ts';
import { trustFrom } from '../../runs/newman/trust.ts';
import type { RunOptions } from '../../runs/runner/options.ts';
import { partOf } from './part.ts';
import { requestPlaces } from './request-places.ts';
import { withHintedFiles } from '../../runs/runner/hinted-files.ts';
import { runCollection } from '../../runs/runner/run.ts';
import { isSuccess } from '../../runs/runner/totals.ts';
import { Workspace } from '../../collections/storage/workspace.ts';
import { refuseFileErrors } from '../../collections/storage/needed-files.ts';
import { printFileErrors } from './file-errors.ts';
import { reportersFor } from './reporters.ts';
import { watchAndRun } from './watch.ts';
import { proxyOptions } from './through-proxy.ts';
import { runSources, watchedPaths, type RunSources } from './sources.ts';
import { modelPrices } from './model-prices.ts';
import { amount } from './amount.ts';
import { workspaceFolder } from '../../collections/storage/workspace-folder.ts';
import { RunHistory } from '../../runs/history/run-history.ts';
import { configuredRun, printCi } from './configuration.ts';
import { pastOf } from './failed.ts';
import type { RunFlags } from './run-flags.ts';

const MAX_ITERATIONS = 10_000_000;
export const MAX_MS = 2_147_483_647;
const MAX_PARALLEL = 1000;
const MAX_RETRIES = 100;

/**
 * Runs the command line. `words` is the collection, and modifiers of `--bail`. Resolves with 0 when all requests and
 * tests have passed, else with 1.
 */
export async function runFromCommandLine(words: readonly string[], flagsGiven: RunFlags): Promise<number> {
  const { name: given, stopsOnFailure: hasBail } = collectionAndBail(words, flagsGiven.bail === true);
  const workspace = new Workspace(await workspaceFolder(flagsGiven.workspace));
  const configured = await configuredRun(given, flagsGiven, workspace);
  const { name, flags } = configured;
  const stopsOnFailure = flagsGiven.bail === true ? hasBail : flags.bail === true;
  if (flags.ci !== undefined) return printCi(flags.ci, configured, workspace);
  if (flags.watch !== true) return exitCode(await runOnce(name, stopsOnFailure, flags, workspace), flags);
  const interrupt = new AbortController();
  const stop = (): void => interrupt.abort();
  for (const signal of SIGNALS) process.once(signal, stop);
  const paths = await watchedPaths(name, flags, workspace);
  const again = async (): Promise<number> =>
    runOnce(name, stopsOnFailure, flags, new Workspace(await workspaceFolder(flags.workspace)));
  return exitCode(await watchAndRun(paths, again, interrupt.signal), flags);
}

function exitCode(code: number, { suppressExitCode }: RunFlags): number {
  return suppressExitCode === true ? 0 : code;
}

async function runOnce(
  name: string,
  stopsOnFailure: boolean,
  flags: RunFlags,
  workspace: Workspace,
): Promise<number> {
  const limits = {
    iterations: given(flags.iterationCount, '--iteration-count', 1, MAX_ITERATIONS),
    delayMs: given(flags.delayRequest, '--delay-request', 0, MAX_MS) ?? 0,
    timeoutMs: given(flags.timeoutRequest, '--timeout-request', 0, MAX_MS),
    totalTimeoutMs: given(flags.timeout, '--timeout', 0, MAX_MS) ?? 0,
    // For Newman, 0 means no limit; here scripts always have one.
    scriptTimeoutMs: given(flags.timeoutScript, '--timeout-script', 0, MAX_MS) || null,
    parallel: given(flags.parallel, '--parallel', 1, MAX_PARALLEL) ?? 1,
  };
  const proxy = await proxyOptions(flags);
  const trust = trustFrom(flags);
  if (trust !== undefined && flags.throughProxy !== undefined)
    throw new UserError('INVALID_PARAMETER', NO_OWN_TRUST);
  const cookies = flags.cookieJar === undefined ? undefined : readCookieJar(flags.cookieJar);
  const reporters = await reportersFor({ ...flags, reporters: flags.reporters ?? 'cli' });
  const sources = await runSources(name, flags, workspace);
  const selected = { only: flags.folder, isOrdered: flags.inOrder === true };
  const part = partOf(flags);
  const past = await pastOf(sources, selected, flags, workspace);
  const state = stateReporter({
    exportEnvironment: flags.exportEnvironment,
    exportGlobals: flags.exportGlobals,
    exportCollection: flags.exportCollection,
    exportCookieJar: flags.exportCookieJar,
  });
  return runSelected({
    ...limits,
    workspace,
    sources,
    trust,
    ...proxy,
    cookies,
    ...selected,
    ...part,
    retries: given(flags.retries, '--retries', 0, MAX_RETRIES) ?? 0,
    failsOnStatus: flags.fail === true,
    placeOf: requestPlaces(name, sources),
    picked: past.picked,
    bail: stopsOnFailure,
    insecure: flags.insecure === true,
    ignoreRedirects: flags.ignoreRedirects === true,
    failsOnEarlyEnd: flags.failOnEarlyEnd === true,
    reporters: [
      ...(state === null ? [] : [state]),
      ...reporters,
      // Only collections of the workspace have a history; runs of other files have none.
      ...(sources.root === null ? [new RunHistory(workspace).reporter(undefined, past.about)] : []),
    ],
    workingDir: flags.workingDir,
    insecureFileRead: flags.insecureFileRead,
    allowBroken: flags.allowBroken === true,
    trustPrograms: flags.trustPrograms === true,
  });
}

const NO_OWN_TRUST =
  '--through-proxy: the proxy connects to the servers, so give it their certificates: clientCertificates in its settings, NODE_EXTRA_CA_CERTS in its environment';

/** Modifiers of `--bail` come before or behind the collection, as in Newman, separated by commas. */
const MODIFIERS = /^(?:folder|failure)(?:,(?:folder|failure))*$/;

/**
 * Tells the collection from modifiers of `--bail`. An unknown folder always ends a run, so that `folder` alone does not
 * stop at failures, as in Newman.
 */
function collectionAndBail(
  words: readonly string[],
  bail: boolean,
): { readonly name: string | undefined; readonly stopsOnFailure: boolean } {
  const modifiers = bail && words.length > 1 ? words.filter((word) => MODIFIERS.test(word)) : [];
  const [name, second] = words.filter((word) => !modifiers.includes(word));
  if (second !== undefined)
    throw new UserError('INVALID_PARAMETER', `${JSON.stringify(second)}: one collection is run at a time`);
  const stopsOnFailure = bail && (modifiers.length === 0 || modifiers.join().includes('failure'));
  return { name, stopsOnFailure };
}

function readCookieJar(path: string): unknown {
  try {
    const jar: unknown = JSON.parse(readFileSync(path, 'utf8'));
    if (isObject(jar) && Array.isArray(jar['cookies'])) return jar;
  } catch (error) {
    throw new UserError('INVALID_FILE', `--cookie-jar: ${messageOf(error)}`, { cause: error });
  }
  throw new UserError(
    'INVALID_FILE',
    `--cookie-jar: ${path} is no cookie jar of tough-cookie: it has no cookies`,
  );
}

export interface Selected
  extends
    Pick<RunOptions, 'only' | 'insecure' | 'reporters' | 'timeoutMs' | 'scriptTimeoutMs' | 'onMessage'>,
    Partial<
      Pick<
        RunOptions,
        | 'isOrdered'
        | 'tags'
        | 'excludeTags'
        | 'shard'
        | 'retries'
        | 'failsOnStatus'
        | 'placeOf'
        | 'picked'
        | 'iterations'
        | 'delayMs'
        | 'parallel'
        | 'bail'
        | 'ignoreRedirects'
        | 'failsOnEarlyEnd'
        | 'trust'
        | 'cookies'
      >
    > {
  /** See `RunOptions`; by default that of this process. */
  readonly processEnvironment?: RunOptions['processEnvironment'];
  /** Milliseconds for the whole run; 0 for no limit. */
  readonly totalTimeoutMs?: number;
  readonly workspace: Workspace;
  readonly sources: RunSources;
  readonly workingDir?: string | undefined;
  readonly insecureFileRead?: boolean;
  /** True when files of the collection that cannot be read are left out. */
  readonly allowBroken?: boolean;
  /** True when requests may start programs without a question. */
  readonly trustPrograms: boolean;
}

/** Runs requests until the end or a signal. Resolves with the exit code. */
export async function runSelected(
  selected: Selected,
  work: (options: RunOptions) => Promise<number> = runToEnd,
): Promise<number> {
  const {
    workspace,
    sources,
    workingDir,
    insecureFileRead = true,
    allowBroken = false,
    totalTimeoutMs = 0,
    trustPrograms,
    processEnvironment = process.env,
    ...options
  } = selected;
  const files = await workingFolder(workingDir);
  if (!allowBroken) refuseFileErrors(workspace, sources.stored);
  printFileErrors(workspace);
  const interrupt = new AbortController();
  const stop = (): void => interrupt.abort(new Error('it was interrupted'));
  for (const signal of SIGNALS) process.once(signal, stop);
  const timer = abortAfter(totalTimeoutMs, interrupt);
  try {
    return await work({
      iterations: null,
      delayMs: 0,
      parallel: 1,
      bail: false,
      ...sources,
      ...options,
      // The user names the folder, so the file paths that an import only noted down apply.
      ...(workingDir !== undefined && { collection: withHintedFiles(sources.collection) }),
      fileRoots: fileRoots({ insecureFileRead, sources, workspace, workingDir }, files),
      allowProgram: allowProgram({
        ask: trustPrograms ? () => Promise.resolve(true) : askOnTerminal(interrupt.signal),
      }),
      modelPrices,
      processEnvironment,
      showPage: process.stdin.isTTY && process.stderr.isTTY ? showPage : undefined,
      signal: interrupt.signal,
    });
  } finally {
    clearTimeout(timer);
    for (const signal of SIGNALS) process.off(signal, stop);
  }
}

async function runToEnd(options: RunOptions): Promise<number> {
  return isSuccess(await runCollection(options)) ? 0 : 1;
}

function abortAfter(ms: number, run: AbortController): NodeJS.Timeout | undefined {
  if (ms === 0) return undefined;
  return setTimeout(() => run.abort(new Error(`it took longer than the ${ms} ms of --timeout`)), ms);
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

interface FileFolders {
  readonly insecureFileRead: boolean;
  readonly sources: RunSources;
  readonly workspace: Workspace;
  /** As it was given; undefined for the folder in which the command is started. */
  readonly workingDir: string | undefined;
}

/**
 * Returns the folders whose files may be sent, in the order in which relative paths are looked for: the working directory
 * where it is given, else that of the collection first.
 */
function fileRoots(
  { insecureFileRead, sources: { root }, workspace, workingDir }: FileFolders,
  here: string,
): readonly string[] {
  if (!insecureFileRead) return [here];
  const own = [...(root === null ? [] : [root]), workspace.folder];
  return workingDir === undefined ? [...own, here] : [here, ...own];
}

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/** Prints the URL instead of opening it: a collection may come from anybody, and name any page. */
function showPage(url: string, code = ''): void {
  const what = code === '' ? 'say yes' : `type the code ${printable(code)}`;
  process.stderr.write(`To go on, open this page in a browser and ${what}:\n  ${printable(url)}\n`);
}

function given(text: string | undefined, option: string, min: number, max: number): number | null {
  return text === undefined ? null : amount(option, text, min, max);
}
