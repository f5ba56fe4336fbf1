// HAR files as others write them, read entry by entry: what can be read is, and for what cannot be there is a reason.

/** One exchange of a file. Bodies are without content coding, as HAR has them. */
export interface HarExchange {
  /** Epoch milliseconds; 0 where the file says none. */
  readonly startedAt: number;
  /** Milliseconds. */
  readonly durationMs: number;
  readonly method: string;
  readonly url: URL;
  readonly request: HarMessage;
  readonly status: number;
  readonly reason: string;
  /** Null when there was no response. */
  readonly response: HarMessage | null;
  /** Why it failed; null when it did not. */
  readonly error: string | null;
  /** The program that sent it; null when unknown. */
  readonly app: string | null;
  /** Address of the server; null when unknown. */
  readonly serverAddress: string | null;
}

export interface HarMessage {
  /** Such as `HTTP/1.1`. */
  readonly version: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Buffer;
}

export interface HarReading {
  readonly exchanges: readonly { readonly index: number; readonly exchange: HarExchange }[];
  /** Entries that could not be read. */
  readonly skipped: readonly { readonly index: number; readonly reason: string }[];
}

type Fields = Readonly<Record<string, unknown>>;

class Unreadable extends Error {}

/** Throws an Error with the reason when `text` is no HAR file at all. */
export function readHar(text: string): HarReading {
  const entries = entriesOf(text.replace(/^\uFEFF/, ''));
  const exchanges: { readonly index: number; readonly exchange: HarExchange }[] = [];
  const skipped: { readonly index: number; readonly reason: string }[] = [];
  for (const [index, entry] of entries.entries()) {
    try {
      exchanges.push({ index, exchange: readEntry(entry) });
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
      skipped.push({ index, reason: error.message });
    }
  }
  return { exchanges, skipped };
}

function entriesOf(text: string): readonly unknown[] {
  let file: unknown;
  try {
    file = JSON.parse(text);
  } catch (error) {
    throw new Error(`it is no JSON: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
  const log = isObject(file) ? file['log'] : undefined;
  const entries = isObject(log) ? log['entries'] : undefined;
  if (!Array.isArray(entries)) throw new Error('it is no HAR file: there is no list log.entries');
  return entries;
}

function readEntry(entry: unknown): HarExchange {
  if (!isObject(entry)) throw new Unreadable('it is no object');
  const { request, response } = entry;
  if (!isObject(request)) throw new Unreadable('it has no request');
  const answered = isObject(response) && isStatus(response['status']);
  const started = Date.parse(textOf(entry['startedDateTime']));
  return {
    startedAt: Number.isNaN(started) ? 0 : started,
    durationMs: durationOf(entry),
    method: methodOf(request['method']),
    url: urlOf(request['url']),
    request: messageOf(request, requestBody(request['postData'])),
    status: answered ? Number(response['status']) : 0,
    reason: answered ? lineOf(response['statusText']) : '',
    response: answered ? messageOf(response, contentBody(response['content'])) : null,
    error: isObject(response) ? errorOf(response) : null,
    app: textOf(entry['_proxyClient']) || null,
    serverAddress: textOf(entry['serverIPAddress']) || null,
  };
}

function methodOf(value: unknown): string {
  const method = textOf(value);
  if (!/^[!#$%&'*+\-.^_`|~\w]{1,60}$/.test(method)) throw new Unreadable('request.method is no method');
  return method;
}

const SCHEMES: ReadonlyMap<string, string> = new Map([
  ['ws:', 'http:'],
  ['wss:', 'https:'],
]);

function urlOf(value: unknown): URL {
  const text = textOf(value).replace(/^wss?:/i, (scheme) => SCHEMES.get(scheme.toLowerCase()) ?? scheme);
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !/^https?:$/.test(url.protocol) || url.hostname === '')
    throw new Unreadable('request.url is no http or https URL');
  return url;
}

function durationOf({ time }: Fields): number {
  return typeof time === 'number' && Number.isFinite(time) && time > 0 ? time : 0;
}

/** Programs write `blocked`, `net::ERR_…` and the like into fields of their own. */
function errorOf(response: Fields): string | null {
  const error = textOf(response['_error']);
  if (error !== '') return error;
  return isStatus(response['status']) ? null : 'There was no response';
}

function messageOf(message: Fields, body: Buffer): HarMessage {
  const version = /^HTTP\/(?:1\.[01]|2|3)/i.exec(textOf(message['httpVersion']))?.[0].toUpperCase();
  const spoken = /^h[23]\b/i.test(textOf(message['httpVersion'])) ? 'HTTP/2' : 'HTTP/1.1';
  return { version: version ?? spoken, headers: headersOf(message['headers']), body };
}

/** Chrome writes the control data of HTTP/2 as headers. */
function headersOf(list: unknown): HarMessage['headers'] {
  if (!Array.isArray(list)) return [];
  return list.filter(isObject).flatMap((header): (readonly [string, string])[] => {
    const name = textOf(header['name']);
    if (!/^[!#$%&'*+\-.^_`|~\w]+$/.test(name)) return [];
    // Several values of one name may stand in one entry, a line each.
    return textOf(header['value'])
      .split(/\r?\n/)
      .map((value) => [name, value.replace(/[\0\r]/g, '')] as const);
  });
}

function requestBody(postData: unknown): Buffer {
  if (!isObject(postData)) return Buffer.alloc(0);
  const text = textOf(postData['text']);
  if (text !== '') return Buffer.from(text, postData['encoding'] === 'base64' ? 'base64' : 'utf8');
  const { params } = postData;
  if (!Array.isArray(params)) return Buffer.alloc(0);
  const pairs = params
    .filter(isObject)
    .map((param): [string, string] => [textOf(param['name']), textOf(param['value'])]);
  return Buffer.from(new URLSearchParams(pairs).toString());
}

function contentBody(content: unknown): Buffer {
  if (!isObject(content)) return Buffer.alloc(0);
  return Buffer.from(textOf(content['text']), content['encoding'] === 'base64' ? 'base64' : 'utf8');
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

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
