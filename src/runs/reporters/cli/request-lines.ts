// The lines of one request.
import type { InspectColor } from 'node:util';
import { decodeUtf8 } from '../../../base/bytes.ts';
import { byteSize, duration, printable } from '../../../base/printable.ts';
import type { HeaderField } from '../../../requests/auth/contract.ts';
import type { ReceivedResponse } from '../../../requests/response.ts';
import type { RequestRun, TestResult } from '../../runner/events.ts';
import { scriptPlace } from '../shared/script-place.ts';

export type Paint = (color: InspectColor, text: string) => string;

export interface Symbols {
  readonly passed: string;
  readonly failed: string;
  readonly more: string;
  /** The two parts of a progress bar: done, and not yet. */
  readonly bar: readonly [string, string];
}

/** The parts of a request to show, and their style. */
export interface Shown {
  readonly paint: Paint;
  readonly symbols: Symbols;
  readonly tests: 'all' | 'failed' | 'none';
  readonly console: boolean;
  readonly times: boolean;
  /** True to show headers and bodies too. */
  readonly verbose: boolean;
}

export function requestLines(run: RequestRun, shown: Shown): readonly string[] {
  const { method, url, response, error, skipped, startedAt } = run;
  const { paint } = shown;
  const result = response === null ? [] : [responseText(response, paint)];
  const state = skipped ? [paint('yellow', 'skipped by its script')] : result;
  const time = shown.times ? [paint('dim', new Date(startedAt).toLocaleTimeString())] : [];
  return [
    paint('bold', pathOf(run)),
    // A script of a flow has no request.
    ...(url === '' ? [] : [`  ${[...time, printable(method), printable(url), ...state].join(' ')}`]),
    ...(response === null ? [] : statusMessage(response).map((line) => paint('yellow', line))),
    ...(error === null ? [] : indentLines(error).map((line) => paint('red', line))),
    ...(shown.verbose ? messageLines(run, shown) : []),
    ...run.tests.flatMap((test) => testLines(test, shown)),
    ...(shown.console ? consoleLines(run, paint) : []),
    ...run.scriptErrors.flatMap(({ name, message, ...position }) =>
      indentLines(`script error (${scriptPlace(position)}): ${name}: ${message}`).map((line) =>
        paint('red', line),
      ),
    ),
    ...(run.unresolved.length === 0
      ? []
      : [`  ${paint('yellow', `without a value: ${run.unresolved.map(printable).join(', ')}`)}`]),
  ];
}

/** Returns the folders and the name. */
export function pathOf({ folders, name }: RequestRun): string {
  return [...folders, name].map(printable).join(' / ');
}

export function indentLines(text: string, by = '    '): readonly string[] {
  return text.split(/\r?\n/).map((line) => by + printable(line));
}

function responseText({ status, reason, size, timeMs }: ReceivedResponse, paint: Paint): string {
  const word = reason === '' ? String(status) : `${status} ${printable(reason)}`;
  return `${paint(statusColor(status), word)} ${paint('dim', `${byteSize(size)} ${duration(timeMs)}`)}`;
}

/** The sentence that gRPC has beside its status. */
function statusMessage({ status, httpVersion, trailers }: ReceivedResponse): readonly string[] {
  const message = trailers.find(({ name }) => name.toLowerCase() === 'grpc-message')?.value ?? '';
  return status !== 0 && httpVersion === 'gRPC' && message !== '' ? indentLines(message) : [];
}

function statusColor(status: number): InspectColor {
  if (status >= 500) return 'red';
  if (status >= 400) return 'yellow';
  // Protocols other than HTTP have small numbers for errors, and 0 for success.
  if (status > 0 && status < 100) return 'yellow';
  return status >= 300 ? 'cyan' : 'green';
}

function testLines(
  { name, passed, skipped, error }: TestResult,
  { paint, symbols, tests }: Shown,
): readonly string[] {
  if (tests === 'none' || (tests === 'failed' && (passed || skipped))) return [];
  if (skipped) return [`  ${paint('dim', `- ${printable(name)} (skipped)`)}`];
  if (passed) return [`  ${paint('green', symbols.passed)} ${printable(name)}`];
  const reason = error === null ? [] : indentLines(`${error.name}: ${error.message}`, '      ');
  return [
    paint('red', `  ${symbols.failed} ${printable(name)}`),
    ...reason.map((line) => paint('red', line)),
  ];
}

function consoleLines({ console }: RequestRun, paint: Paint): readonly string[] {
  return console.flatMap(({ level, text }) =>
    indentLines(`${level}: ${text}`).map((line) => paint('dim', line)),
  );
}

/** The characters of each body that are shown. */
const MAX_BODY_CHARS = 8192;

/** Both messages as curl shows them: the first line, the fields, and the body. */
function messageLines(
  { method, url, sent, response }: RequestRun,
  { paint, symbols }: Shown,
): readonly string[] {
  const message = (
    mark: string,
    first: string,
    headers: readonly HeaderField[],
    body: Buffer,
  ): readonly string[] => [
    `${mark} ${printable(first)}`,
    ...headers.map(({ name, value }) => `${mark} ${printable(`${name}: ${value}`)}`),
    ...bodyLines(body, symbols.more).map((line) => `${mark} ${line}`),
  ];
  const statusLine = (received: ReceivedResponse): string =>
    `${received.httpVersion} ${received.status} ${received.reason}`.trimEnd();
  return [
    ...(sent === null ? [] : message('    >', `${method} ${targetOf(url)}`, sent.headers, sent.body)),
    ...(response === null
      ? []
      : message('    <', statusLine(response), [...response.headers, ...response.trailers], response.body)),
  ].map((line) => paint('dim', line));
}

/** Returns the path and query of a URL; the URL itself where it has none. */
function targetOf(url: string): string {
  const parsed = URL.canParse(url) ? new URL(url) : null;
  return parsed === null || parsed.host === '' ? url : `${parsed.pathname}${parsed.search}`;
}

function bodyLines(body: Buffer, more: string): readonly string[] {
  if (body.length === 0) return [];
  const text = decodeUtf8(body);
  if (text === null) return [`(${byteSize(body.length)} that are not text)`];
  const shown = laidOut(text);
  const rest = shown.length > MAX_BODY_CHARS ? [more] : [];
  return [...indentLines(shown.slice(0, MAX_BODY_CHARS), ''), ...rest];
}

/** Returns JSON over several lines; other texts as they are. */
function laidOut(text: string): string {
  if (!/^\s*[[{]/.test(text)) return text;
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
