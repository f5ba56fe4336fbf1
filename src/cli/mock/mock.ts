// `proxyctl mock`: serves the saved examples of a collection until it is interrupted, with a line for each call.
import { hostname } from 'node:os';
import { openCertificateAuthority } from '../../certs/index.ts';
import { dataFolder } from '../../base/data-folder.ts';
import { asError, messageOf, UserError } from '../../base/errors.ts';
import { printable } from '../../base/printable.ts';
import { workspaceFolder } from '../../collections/storage/workspace-folder.ts';
import type { SentCallback } from '../../services/mock/callbacks.ts';
import type { PassOn } from '../../services/mock/pass-on.ts';
import { ServedMock } from '../../services/mock/served-mock.ts';
import { reportLines } from '../../specs/answer-check/report-lines.ts';
import {
  startMockServer,
  type DelayRange,
  type FailingShare,
  type MockCall,
  type MockServer,
  type MockServerOptions,
} from '../../services/mock/server.ts';
import { isOtherPortNeeded, listenError } from '../../system/port-holder/listen-error.ts';
import { untilSignal } from '../app/session.ts';
import { followChanges } from '../collection/watch.ts';
import { listenPort } from '../options.ts';
import type { MockFlags } from './flags.ts';
import { Lines } from './lines.ts';
import { readSources, type KeepPassed, type ReadSources } from './sources.ts';

/** Serves the collection. Resolves with the exit code after a signal. */
export async function mockFromCommandLine(name: string, flags: MockFlags): Promise<number> {
  const port = flags.port === undefined ? 0 : listenPort('--port', flags.port);
  const delay = delayRange(flags.delay);
  const passOn = passOnOf(flags);
  const failing = failingShare(flags);
  const folder = await workspaceFolder(flags.workspace);
  const read = await readSources(name, flags, folder);
  const served = new ServedMock(read.sources, (report) => reportLines(report).forEach(say));
  warnOf(served);
  const keep = flags.proxySave === true ? keeper(name, read) : null;
  let saved: Promise<void> = Promise.resolve();
  const allInterfaces = flags.allInterfaces === true;
  const tls = flags.https === true ? await certificate(allInterfaces) : null;
  const lines = new Lines(process.stdout);
  const interrupted = untilSignal();
  const server = await startedServer(served, port, {
    tls,
    allInterfaces,
    delay: () => delay,
    failing: () => failing,
    onCall: (call) => {
      lines.add(callLine(call));
      if (keep !== null && call.passed !== null) saved = saved.then(() => save(keep, call, served));
    },
    passOn,
    onCallback: flags.callbacks === true ? (sent) => lines.add(callbackLine(sent)) : undefined,
  });
  const { collection } = read.sources;
  const address = `${tls === null ? 'http' : 'https'}://localhost:${server.port}`;
  // Before the line, because who reads it may change a file at once.
  const ended = new AbortController();
  const changed = (): Promise<void> => reload(served, () => readSources(name, flags, folder));
  const following = followChanges(read.paths, changed, ended.signal).catch((error: unknown) =>
    say(`warning: changes of files are not followed: ${messageOf(error)}`),
  );
  const others = allInterfaces ? `, and to other devices at port ${server.port}` : '';
  say(`${collection.name} (${counted(served.current.examples)}) is served at ${address}${others}`);
  served.check();
  await interrupted;
  ended.abort();
  await server.close();
  await following;
  await saved;
  lines.flush();
  return 0;
}

/** Throws a UserError where nothing could get the answers. */
function keeper(name: string, { keep }: ReadSources): KeepPassed {
  if (keep !== null) return keep;
  throw new UserError(
    'INVALID_PARAMETER',
    `--proxy-save saves answers in a collection of the workspace, or in the file of an API description, and ${name} is neither`,
  );
}

async function save(keep: KeepPassed, call: MockCall, { current }: ServedMock): Promise<void> {
  try {
    const name = await keep(call, current.routes());
    if (name !== null) say(`Saved the example ${name}`);
  } catch (error) {
    say(`error: ${messageOf(error)}; the answer is not saved`);
  }
}

/** Reads the files again; while they are broken, it responds as before. */
async function reload(served: ServedMock, read: () => Promise<ReadSources>): Promise<void> {
  try {
    served.replace((await read()).sources);
  } catch (error) {
    say(`error: ${messageOf(error)}; it answers as before`);
    return;
  }
  say(`The files changed: ${counted(served.current.examples)}`);
  warnOf(served);
}

function warnOf({ current }: ServedMock): void {
  for (const unusable of current.unusable)
    say(`warning: the example ${unusable} has no final status: it is left out`);
}

async function startedServer(
  served: ServedMock,
  port: number,
  options: Omit<MockServerOptions, 'port'>,
): Promise<MockServer> {
  return startMockServer(served, { ...options, port }).catch(async (error: unknown) => {
    const { cause } = asError(error);
    if (!isOtherPortNeeded(cause)) throw error;
    throw new UserError('UNAVAILABLE', `${await listenError(port, cause)} with --port`, { cause });
  });
}

function say(line: string): void {
  process.stderr.write(`${printable(line)}\n`);
}

function counted(examples: number): string {
  return examples === 1 ? '1 example' : `${examples} examples`;
}

function callLine({ invalid, ...call }: MockCall): string {
  const wrong = invalid.map((each) => printable(each)).join('; ');
  return wrong === '' ? answerLine(call) : `${answerLine(call)}; the request does not fit: ${wrong}`;
}

function answerLine({
  method,
  path,
  status,
  exampleName,
  source,
  differences,
}: Omit<MockCall, 'invalid'>): string {
  const start = `${printable(method)} ${printable(path)} → ${status}`;
  if (source === 'failed') return `${start} (failed on purpose)`;
  if (source === 'passedOn') return `${start} (passed on${differencesText(differences)})`;
  if (exampleName === null) return `${start} (no example)`;
  return `${start} (${printable(exampleName)}${source === 'made' ? ', made' : ''})`;
}

function differencesText(differences: readonly string[]): string {
  if (differences.length === 0) return '';
  return `; differs from the description: ${differences.map((each) => printable(each)).join('; ')}`;
}

function callbackLine({ name, method, url, status, reason }: SentCallback): string {
  return `${method} ${printable(url)} → ${status ?? printable(reason ?? '')} (callback ${printable(name)})`;
}

function passOnOf({ proxy, proxyChanges, proxySave }: MockFlags): PassOn | null {
  if (proxy === undefined && proxySave === true)
    throw new UserError(
      'INVALID_PARAMETER',
      '--proxy-save needs --proxy, the server whose answers are saved',
    );
  if (proxy === undefined && proxyChanges === true)
    throw new UserError(
      'INVALID_PARAMETER',
      '--proxy-changes needs --proxy, the server that gets the requests',
    );
  if (proxy === undefined) return null;
  const server = URL.parse(proxy);
  if (server === null || !/^https?:$/.test(server.protocol))
    throw new UserError(
      'INVALID_PARAMETER',
      `--proxy ${JSON.stringify(proxy.slice(0, 200))} is not a URL: give one such as https://api.example.com/v1`,
    );
  return { server, passesChanges: proxyChanges === true };
}

async function certificate(allInterfaces: boolean): Promise<NonNullable<MockServerOptions['tls']>> {
  const authority = await openCertificateAuthority(dataFolder());
  const { chainPem, keyPem } = authority.leafFor([
    'localhost',
    '127.0.0.1',
    '::1',
    ...(allInterfaces ? [hostname()] : []),
  ]);
  return { cert: chainPem, key: keyPem };
}

function failingShare({ failRate, failStatus }: MockFlags): FailingShare {
  if (failRate === undefined && failStatus !== undefined)
    throw new UserError('INVALID_PARAMETER', '--fail-status needs --fail-rate, the share of calls that fail');
  const percent = failRate === undefined ? 0 : Number(failRate.replace(/%$/, ''));
  if (failRate === '' || !(percent >= 0 && percent <= 100))
    throw new UserError(
      'INVALID_PARAMETER',
      `--fail-rate ${JSON.stringify(failRate?.slice(0, 100))} is not a share: give a percentage from 0 to 100, such as 2`,
    );
  const status = Number(failStatus ?? 503);
  if (!Number.isInteger(status) || status < 400 || status > 599)
    throw new UserError(
      'INVALID_PARAMETER',
      `--fail-status ${JSON.stringify(failStatus?.slice(0, 100))} is not a status of an error: give one from 400 to 599`,
    );
  return { percent, status };
}

const MAX_DELAY_MS = 3_600_000;

/** Parses `200` or `100-300`. */
function delayRange(text: string | undefined): DelayRange {
  if (text === undefined) return { min: 0, max: 0 };
  const [, first = '', second = first] = /^(\d{1,7})(?:-(\d{1,7}))?$/.exec(text) ?? [];
  const [min, max] = [Number(first), Number(second)];
  if (first !== '' && min <= max && max <= MAX_DELAY_MS) return { min, max };
  throw new UserError(
    'INVALID_PARAMETER',
    `--delay ${JSON.stringify(text.slice(0, 100))} is not a time: give milliseconds up to ${MAX_DELAY_MS}, such as 200 or 100-300`,
  );
}
