// `send`: sends one request. Received bytes go to standard output, so that they can be piped; everything else goes to
// standard error.
import { existsSync } from 'node:fs';
import { UserError } from '../../base/errors.ts';
import { printable } from '../../base/printable.ts';
import { cli } from '../../runs/reporters/cli/index.ts';
import type { RequestRun } from '../../runs/runner/events.ts';
import { HTTP_FILE } from '../../interchange/import/http-file/folder.ts';
import { isHttpBased } from '../../collections/model/http-based.ts';
import type { SavedRequest } from '../../collections/model/request.ts';
import { requestsOf, type PlacedRequest } from '../../collections/model/collection.ts';
import { Workspace } from '../../collections/storage/workspace.ts';
import { wantsColors } from '../flow-line.ts';
import { nearest } from '../../base/did-you-mean.ts';
import { amount } from './amount.ts';
import { answerOf, raw } from './answers/index.ts';
import { printFileErrors } from './file-errors.ts';
import { MAX_MS, runSelected } from './run.ts';
import { proxyOptions, type ThroughProxyFlags } from './through-proxy.ts';
import { isErrorStatus } from '../../runs/runner/totals.ts';
import type { RunOptions } from '../../runs/runner/options.ts';
import { fileRequest, type FileRequest } from './file-request.ts';
import { isSavedFile, savedRequest } from './saved-file.ts';
import type { SourceFlags } from './source-files.ts';
import { runSources, type RunSources } from './sources.ts';
import { workspaceFolder } from '../../collections/storage/workspace-folder.ts';

export interface SendFlags extends SourceFlags, ThroughProxyFlags {
  readonly collection?: string | undefined;
  readonly workspace?: string | undefined;
  readonly timeoutRequest?: string | undefined;
  readonly timeoutScript?: string | undefined;
  readonly insecure?: true | undefined;
  readonly workingDir?: string | undefined;
  readonly trustPrograms?: true | undefined;
  readonly introspect?: true | undefined;
  readonly verbose?: true | undefined;
  readonly raw?: true | undefined;
  readonly fail?: true | undefined;
}

/** Sends the request. Resolves with 0 when a response arrived and all tests passed, else with 1. */
export async function sendFromCommandLine(
  name: string,
  which: string | undefined,
  flags: SendFlags,
): Promise<number> {
  const timeout = (text: string | undefined, option: string, min: number): number | null =>
    text === undefined ? null : amount(option, text, min, MAX_MS);
  const limits = {
    timeoutMs: timeout(flags.timeoutRequest, '--timeout-request', 0),
    scriptTimeoutMs: timeout(flags.timeoutScript, '--timeout-script', 1),
  };
  const workspace = new Workspace(await workspaceFolder(flags.workspace));
  const isFile = HTTP_FILE.test(name) && existsSync(name);
  if (which !== undefined && !isFile)
    throw new UserError('INVALID_PARAMETER', `${which} can only follow a .http file, and ${name} is none`);
  const { sources, request, needs } = isFile
    ? await requestInFile(name, which ?? '', flags, workspace)
    : isSavedFile(name)
      ? { ...(await savedRequest(name, flags, workspace)), needs: [] }
      : await requestNamed(name, flags, workspace);
  const { id } = request;
  if (flags.throughProxy !== undefined && !isHttpBased(request))
    throw new UserError(
      'UNSUPPORTED',
      `--through-proxy is for requests over HTTP, and ${request.name} is not`,
    );
  const selected = {
    ...limits,
    ...(await proxyOptions(flags)),
    workspace,
    sources,
    only: [...needs.map((each) => each.id), id],
    isOrdered: needs.length > 0,
    insecure: flags.insecure === true,
    workingDir: flags.workingDir,
    trustPrograms: flags.trustPrograms === true,
    reporters: [],
  };
  if (flags.introspect === true) return runSelected(selected, (options) => printDescription(options, id));
  const printer = await printerOf(request, flags);
  const answers: RequestRun[] = [];
  const watching = { request: (run: RequestRun) => void answers.push(run) };
  const code = await runSelected({
    ...selected,
    ...printer,
    reporters: [...printer.reporters, watching],
  });
  return flags.fail === true && answers.some(hasErrorStatus) ? 1 : code;
}

/** Prints the schema of a GraphQL server; of others what they offer, as JSON. */
async function printDescription(options: RunOptions, id: string): Promise<number> {
  const { describeServer } = await import('../../runs/describe-server.ts');
  const description = await describeServer(options, id);
  const text = description.kind === 'graphql' ? description.schema : JSON.stringify(description, null, 2);
  process.stdout.write(`${process.stdout.isTTY ? text.split('\n').map(printable).join('\n') : text}\n`);
  return 0;
}

interface FoundRequest extends FileRequest {
  readonly sources: RunSources;
}

async function requestInFile(
  file: string,
  which: string,
  flags: SendFlags,
  workspace: Workspace,
): Promise<FoundRequest> {
  const sources = await runSources(file, flags, workspace);
  return { sources, ...fileRequest(file, which, sources) };
}

/** Finds the request by its id, its name, or the names that lead to it. */
async function requestNamed(name: string, flags: SendFlags, workspace: Workspace): Promise<FoundRequest> {
  const { collection: given } = flags;
  const sources = given === undefined ? [] : [await runSources(given, flags, workspace)];
  const collections =
    given === undefined
      ? (await workspace.collections()).map(({ collection }) => collection)
      : sources.map(({ collection }) => collection);
  const all = collections.flatMap((collection) =>
    [...requestsOf(collection.items)].map((placed) => ({
      collection: collection.id,
      request: placed.request,
      path: [collection.name, ...namesOf(placed)].join('/'),
    })),
  );
  const byId = all.filter(({ request }) => request.id === name);
  const found = byId.length > 0 ? byId : all.filter(({ path }) => `/${path}`.endsWith(`/${name}`));
  const [first, second] = found;
  if (first === undefined) {
    const similar = nearest(
      name,
      all.map(({ path }) => path.slice(path.lastIndexOf('/') + 1)),
    );
    // The request may be in a file that cannot be read.
    printFileErrors(workspace);
    throw new UserError(
      'NOT_FOUND',
      `there is no request ${JSON.stringify(name)} in ${given ?? workspace.folder}${similar === null ? '' : `; did you mean ${JSON.stringify(similar)}?`}`,
    );
  }
  if (second !== undefined)
    throw new UserError(
      'INVALID_DATA',
      `there are ${found.length} requests called ${JSON.stringify(name)}: give a path or an id, such as ${JSON.stringify(first.path)} or ${first.request.id}`,
    );
  const { request } = first;
  return {
    request,
    needs: [],
    sources: sources[0] ?? (await runSources(first.collection, flags, workspace)),
  };
}

function namesOf({ folders, request }: PlacedRequest): readonly string[] {
  return [...folders.map((folder) => folder.name), request.name];
}

/** Prints the answer, and then the result of the request like the `cli` reporter. */
async function printerOf(
  request: SavedRequest,
  flags: SendFlags,
): Promise<Pick<RunOptions, 'reporters' | 'onMessage'>> {
  const note = (text: string): void => void process.stderr.write(text);
  const options = {
    print: (text: string | Buffer): void => void process.stdout.write(text),
    note,
    isTerminal: process.stdout.isTTY,
    colors: wantsColors(process.stdout),
  };
  const answer = flags.raw === true ? raw(options) : await answerOf(request, options);
  const results = await cli.create({
    path: '',
    colors: wantsColors(process.stderr),
    isTerminal: false,
    settings: flags.verbose === true ? { verbose: true } : {},
    print: note,
  });
  return {
    ...(answer.message !== undefined && { onMessage: answer.message }),
    reporters: [
      {
        request(run) {
          // Those that it needs are not the answer.
          if (run.id === request.id) answer.end?.(run);
          return results.request?.(run);
        },
      },
    ],
  };
}

function hasErrorStatus({ response }: RequestRun): boolean {
  return response !== null && isErrorStatus(response);
}
