// Cassettes as HAR files that Git shows well: indented, without what changes from one recording to the next.
import { productName } from '../../base/product.ts';
import { isObject } from '../../base/is-object.ts';
import { LongText, type HarEntry, type HarPair } from '../../documents/har/writer.ts';
import { UserError } from '../../base/errors.ts';
import { parseHarText } from '../../documents/har/reader.ts';
import type { Flow } from '../../flow/flow.ts';
import { harEntry } from '../../traffic/formats/har/write.ts';
import { isOpenStream, LEFT_OPEN } from '../open-stream.ts';
import { MATCHED_HEADERS } from '../request/canonical.ts';

const VERSION = 1;
const NO_TIME = '1970-01-01T00:00:00.000Z';

/** Headers of requests that are written: those that decide, and that by which the body is read. */
const REQUEST_HEADERS = new Set([...MATCHED_HEADERS, 'content-type', 'mcp-sender']);
/** Headers of responses that differ each time, or are about one connection. */
const LEFT_OUT =
  /^(?:age|alt-svc|cf-.*|connection|content-encoding|content-length|date|keep-alive|nel|.*ratelimit.*|report-to|request-id|server-timing|traceparent|transfer-encoding|via|x-(?:amzn?-(?:requestid|request-id|trace-id|id-2)|amz-cf-.*|b3-.*|cache.*|correlation-id|envoy-.*|request-id|response-time|runtime|served-by|timer|trace-id)|.*-processing-ms)$/i;

/** An entry as it stands in the file. */
export type RawEntry = Readonly<Record<string, unknown>>;

/**
 * Returns the entries of the text of a HAR file. Throws an Error with the reason when it is none, and when it is a cassette
 * of another version.
 */
export function rawEntries(text: string): readonly RawEntry[] {
  const file = parseHarText(text);
  const log = isObject(file) ? file['log'] : undefined;
  if (!isObject(log) || !Array.isArray(log['entries']))
    throw new UserError('INVALID_DATA', 'it is not a HAR file: it has no list log.entries');
  const cassette = log['_cassette'];
  const version = isObject(cassette) ? cassette['version'] : VERSION;
  if (version !== VERSION)
    throw new UserError(
      'UNSUPPORTED',
      `it is a cassette of version ${JSON.stringify(version)}, and this ${productName} reads version ${VERSION}: use the release that wrote it, or record it again`,
    );
  return log['entries'].filter(isObject);
}

/** Returns the text of a cassette. */
export function cassetteText(entries: readonly RawEntry[]): string {
  const log = {
    version: '1.2',
    creator: { name: productName, version: `cassette ${VERSION}` },
    _cassette: { version: VERSION },
    entries,
  };
  return `${JSON.stringify({ log }, null, 2)}\n`;
}

/** Returns the entry of an exchange; null where HAR cannot represent it. */
export async function rawEntry(flow: Flow): Promise<RawEntry | null> {
  const entry = await harEntry(flow);
  if (entry === null) return null;
  const { response, ...rest } = stable(entry);
  return { ...rest, response: isOpenStream(flow) ? { ...response, _error: LEFT_OPEN } : response };
}

function stable({ request, response }: HarEntry): HarEntry {
  const { postData, ...asked } = request;
  return {
    startedDateTime: NO_TIME,
    time: 0,
    request: {
      ...asked,
      headers: headersOf(request.headers, (name) => REQUEST_HEADERS.has(name)),
      headersSize: -1,
      bodySize: -1,
      ...(postData !== undefined && { postData: { ...postData, text: whole(postData.text) } }),
    },
    response: {
      ...response,
      headers: headersOf(response.headers, (name) => !LEFT_OUT.test(name)),
      headersSize: -1,
      bodySize: -1,
      content: {
        ...response.content,
        ...(response.content.text !== undefined && { text: whole(response.content.text) }),
      },
    },
    cache: {},
    timings: { send: 0, wait: 0, receive: 0 },
  };
}

function headersOf(headers: readonly HarPair[], isKept: (name: string) => boolean): readonly HarPair[] {
  return headers.filter(({ name }) => isKept(name.toLowerCase()));
}

function whole(text: string | LongText): string {
  return text instanceof LongText ? [...text.pieces].join('') : text;
}
