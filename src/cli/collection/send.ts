// `send`: sends one request. Received bytes go to standard output, so that they can be piped; everything else goes to
// standard error.
import { UserError } from '../../base/errors.ts';
import { printable } from '../../base/printable.ts';
import type { Message } from '../../requests/response.ts';
import { cli } from '../../runs/reporters/cli/index.ts';
import type { Reporter, RequestRun } from '../../runs/runner/events.ts';
import { isHttpBased } from '../../collections/model/http-based.ts';
import type { RequestType, SavedRequest } from '../../collections/model/request.ts';
import { requestsOf, type PlacedRequest } from '../../collections/model/collection.ts';
import { Workspace } from '../../collections/storage/workspace.ts';
import { wantsColors } from '../flow-line.ts';
import { nearest } from '../../base/did-you-mean.ts';
import { amount } from './amount.ts';
import { MAX_MS, runSelected } from './run.ts';
import { proxyOptions, type ThroughProxyFlags } from './through-proxy.ts';
import type { RunOptions } from '../../runs/runner/options.ts';
import { runSources, type RunSources, type SourceFlags } from './sources.ts';
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
}

/** Sends the request. Resolves with 0 when a response arrived and all tests passed, else with 1. */
export async function sendFromCommandLine(name: string, flags: SendFlags): Promise<number> {
  const timeout = (text: string | undefined, option: string, min: number): number | null =>
    text === undefined ? null : amount(option, text, min, MAX_MS);
  const limits = {
    timeoutMs: timeout(flags.timeoutRequest, '--timeout-request', 0),
    scriptTimeoutMs: timeout(flags.timeoutScript, '--timeout-script', 1),
  };
  const workspace = new Workspace(await workspaceFolder(flags.workspace));
  const { sources, request } = await requestNamed(name, flags, workspace);
  const { id, type } = request;
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
    only: [id],
    insecure: flags.insecure === true,
    workingDir: flags.workingDir,
    trustPrograms: flags.trustPrograms === true,
    reporters: [],
  };
  if (flags.introspect === true) return runSelected(selected, (options) => printDescription(options, id));
  return runSelected({
    ...selected,
    reporters: [await responsePrinter(type)],
    onMessage: printMessage,
  });
}

/** Prints the schema of a GraphQL server; of others what they offer, as JSON. */
async function printDescription(options: RunOptions, id: string): Promise<number> {
  const { describeServer } = await import('../../runs/describe-server.ts');
  const description = await describeServer(options, id);
  const text = description.kind === 'graphql' ? description.schema : JSON.stringify(description, null, 2);
  process.stdout.write(`${shown(text)}\n`);
  return 0;
}

interface FoundRequest {
  readonly sources: RunSources;
  readonly request: SavedRequest;
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
  return { request, sources: sources[0] ?? (await runSources(first.collection, flags, workspace)) };
}

function namesOf({ folders, request }: PlacedRequest): readonly string[] {
  return [...folders.map((folder) => folder.name), request.name];
}

function printMessage({ direction, name, data, isText }: Message): void {
  const label = name === '' ? '' : `${printable(name)}  `;
  if (direction === 'sent') {
    process.stderr.write(`→ ${label}${isText ? printable(data.toString()) : data.toString('hex')}\n`);
    return;
  }
  if (label !== '' && process.stdout.isTTY) process.stderr.write(`← ${label}`);
  process.stdout.write(`${isText ? shown(data.toString()) : data.toString('hex')}\n`);
}

/** Prints the result of the request like the `cli` reporter, and a body that came in one piece. */
async function responsePrinter(type: RequestType): Promise<Reporter> {
  const results = await cli.create({
    path: '',
    colors: wantsColors(process.stderr),
    isTerminal: false,
    settings: {},
    print: (text) => {
      process.stderr.write(text);
    },
  });
  return {
    async request(run) {
      printBody(run);
      if (type === 'ai' && run.response !== null) await printTokens(run.response.body);
      return results.request?.(run);
    },
  };
}

async function printTokens(body: Buffer): Promise<void> {
  const { responseSummary } = await import('../../requests/protocols/ai/summary.ts');
  const summary = responseSummary(body);
  if (summary !== null) process.stderr.write(`${printable(summary)}\n`);
}

function printBody({ response }: RequestRun): void {
  if (response === null || response.messages.length > 0 || response.body.length === 0) return;
  if (!process.stdout.isTTY) process.stdout.write(response.body);
  else if (response.body.includes(0))
    process.stderr.write('The body is not text: redirect standard output to a file to have it.\n');
  else process.stdout.write(`${shown(response.body.toString())}\n`);
}

/** Returns text as it came, except on a terminal, which it must not control. */
function shown(text: string): string {
  return process.stdout.isTTY ? text.split('\n').map(printable).join('\n') : text;
}
