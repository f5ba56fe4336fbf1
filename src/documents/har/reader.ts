// HAR files as others write them, read entry by entry: what can be read is, and for what cannot be there is a reason.
import { isToken } from '../../base/http-syntax.ts';
import { isObject } from '../../base/is-object.ts';
import type { JsonObject } from '../json-values.ts';
import { parseJson } from '../../base/json.ts';
import { requestBody, responseBody, type HarBody } from './bodies.ts';
import { harPhases, ms, type HarPhases } from './timings.ts';

/** One exchange of a file. */
export interface HarExchange {
  /** Epoch milliseconds; 0 where the file says none. */
  readonly startedAt: number;
  /** Milliseconds. */
  readonly durationMs: number;
  /** Null where only the whole is known. */
  readonly phases: HarPhases | null;
  readonly method: string;
  /** As it stands there; one of a WebSocket as that of its handshake. */
  readonly url: string;
  readonly request: HarMessage;
  /** 0 when there was no response. */
  readonly status: number;
  readonly reason: string;
  /** Null when there was no response. */
  readonly response: HarMessage | null;
  /** Why it failed; null when it did not. */
  readonly error: string | null;
  /** The program that sent it; null when unknown. */
  readonly app: string | null;
  /** IP address of the server; null when unknown. */
  readonly serverAddress: string | null;
}

export interface HarMessage {
  /** Such as `HTTP/1.1`. */
  readonly version: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** What is said of the body beside the headers, which need not name it; empty for nothing. */
  readonly mimeType: string;
  readonly body: HarBody;
}

/** What became of one entry; `index` counts from 0. */
export type HarReadResult =
  | { readonly type: 'exchange'; readonly index: number; readonly exchange: HarExchange }
  | { readonly type: 'skipped'; readonly index: number; readonly reason: string };

/** Why an entry cannot be read. */
export class EntryError extends Error {}

/** The entries of a parsed file, each read as it is asked for. Throws an Error with the reason when it is no HAR file. */
export function readHar(file: unknown): Iterable<HarReadResult> {
  return readHarEntries(entriesOf(file));
}

/** `asEntry` makes entries out of what another format has; it may throw an EntryError. */
export function* readHarEntries(
  entries: readonly unknown[],
  asEntry: (entry: unknown) => unknown = (entry) => entry,
): Generator<HarReadResult, void, undefined> {
  for (const [index, entry] of entries.entries()) yield readEntryAt(index, entry, asEntry);
}

function readEntryAt(index: number, entry: unknown, asEntry: (entry: unknown) => unknown): HarReadResult {
  try {
    return { type: 'exchange', index, exchange: readEntry(asEntry(entry)) };
  } catch (error) {
    if (!(error instanceof EntryError)) throw error;
    return { type: 'skipped', index, reason: error.message };
  }
}

function entriesOf(file: unknown): readonly unknown[] {
  const log = isObject(file) ? file['log'] : undefined;
  const entries = isObject(log) ? log['entries'] : undefined;
  if (!Array.isArray(entries)) throw new Error('it is no HAR file: there is no list log.entries');
  return entries;
}

/** Throws an Error that says where `text` is no JSON. */
export function parseHarText(text: string): unknown {
  return parseJson(text.replace(/^\uFEFF/, ''));
}

function readEntry(entry: unknown): HarExchange {
  if (!isObject(entry)) throw new EntryError('it is no object');
  const { request, response } = entry;
  if (!isObject(request)) throw new EntryError('it has no request');
  const answer = isObject(response) && isStatus(response['status']) ? response : null;
  const method = methodOf(request['method']);
  const address = textOf(entry['serverIPAddress']).replace(/^\[(.*)\]$/, '$1');
  return {
    startedAt: timeOf(entry['startedDateTime']),
    durationMs: ms(entry['time']),
    phases: harPhases(entry),
    method,
    url: urlOf(request['url']),
    request: readMessage(request, 'request.postData', (type) => requestBody(request, type)),
    status: answer === null ? 0 : Number(answer['status']),
    reason: answer === null ? '' : lineOf(answer['statusText']),
    response:
      answer === null ? null : readMessage(answer, 'response.content', () => responseBody(answer, method)),
    error: errorOf(isObject(response) ? response : {}, answer !== null),
    app: textOf(entry['_proxyClient']) || null,
    serverAddress: /^[\da-f.:]{2,45}$/i.test(address) ? address : null,
  };
}

/** Of the years 1 to 9999, which can be written again. */
function timeOf(value: unknown): number {
  const time = Date.parse(textOf(value));
  return time >= -62_135_596_800_000 && time <= 253_402_300_799_999 ? time : 0;
}

function methodOf(value: unknown): string {
  const method = textOf(value);
  if (!isToken(method) || method.length > 60) throw new EntryError('request.method is no method');
  return method;
}

function urlOf(value: unknown): string {
  const url = textOf(value);
  if (url === '') throw new EntryError('it has no request.url');
  return url.replace(/^ws(s?):/i, 'http$1:');
}

/** Browsers write `net::ERR_…` and the like there too. */
function errorOf(response: JsonObject, hasResponse: boolean): string | null {
  const error = textOf(response['_error']);
  if (error !== '') return error;
  return hasResponse ? null : 'There was no response';
}

function readMessage(
  message: JsonObject,
  bodyPath: string,
  bodyFor: (contentType: string) => HarBody,
): HarMessage {
  const headers = headersOf(message['headers']);
  const contentType = headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? '';
  const version = versionOf(textOf(message['httpVersion']));
  const bodyFields = message['postData'] ?? message['content'];
  const mimeType = isObject(bodyFields) ? lineOf(bodyFields['mimeType']) : '';
  try {
    return { version, headers, mimeType, body: bodyFor(contentType) };
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new EntryError(`${bodyPath} ${error.message}`);
  }
}

/** `h2`, `http/2.0`, `HTTP/2`: programs spell it as they please. */
function versionOf(text: string): string {
  const [, digits = '1.1'] = /^(?:HTTP\/|h)(1\.[01]|2|3)/i.exec(text) ?? [];
  return `HTTP/${digits}`;
}

/** Of HTTP/2 some write the control data, such as `:path`, too: that is no header. */
function headersOf(list: unknown): HarMessage['headers'] {
  if (!Array.isArray(list)) return [];
  return list.filter(isObject).flatMap((header): (readonly [string, string])[] => {
    const name = textOf(header['name']);
    if (!isToken(name)) return [];
    // Several values of one name may stand in one entry, a line each.
    return textOf(header['value'])
      .split(/\r?\n/)
      .map((value) => [name, value.replace(/[\0\r]/g, '')] as const);
  });
}

function isStatus(status: unknown): boolean {
  return typeof status === 'number' && Number.isInteger(status) && status >= 100 && status <= 999;
}

function lineOf(value: unknown): string {
  return textOf(value).replace(/[\0-\x1f\x7f]/g, ' ');
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
