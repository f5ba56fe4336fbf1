// Converts a captured response to the form that rules use for responses, so that it can be sent again.
import { STATUS_CODES } from '../base/status-codes.ts';
import { textOfOctets } from '../base/octets.ts';
import { decodeBody } from '../flow/decode.ts';
import type { Flow } from '../flow/flow.ts';
import type { Header, Message } from '../flow/message.ts';
import { decodeText, isText } from '../base/body-text.ts';
import type { BodySource } from './rules/fields.ts';

/** Fields about framing, coding or one connection: the new response gets its own. */
const OMITTED_HEADERS = new Set([
  'alt-svc',
  'connection',
  'content-length',
  'date',
  'keep-alive',
  'proxy-authenticate',
  'proxy-connection',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

const CHARSET = /(;\s*charset\s*=\s*)(?:"[^"]*"|[^\s;]*)/i;

export interface CapturedResponse {
  readonly status: number;
  readonly reason: string;
  readonly headers: readonly Header[];
  readonly body: BodySource;
}

/** Returns null for an exchange without a response. */
export async function capturedResponse(flow: Flow): Promise<CapturedResponse | null> {
  const { response } = flow;
  if (response === null) return null;
  const captured = await capturedBody(response);
  const { body, contentType } = bodySourceOf(response, captured);
  const headers = replayableHeaders(response, captured).map(({ name, value }) =>
    name.toLowerCase() === 'content-type' ? { name, value: contentType } : asText({ name, value }),
  );
  return { status: flow.status < 200 ? 200 : flow.status, reason: ownReason(flow), headers, body };
}

export interface CapturedBody {
  readonly bytes: Buffer;
  /** False when the body could not be decoded and still has its content coding. */
  readonly isDecoded: boolean;
}

/** Returns the body of a message as it can be sent again. */
export async function capturedBody(message: Message): Promise<CapturedBody> {
  const { bytes, exact, error } = await decodeBody(message, Infinity);
  return exact && error === null
    ? { bytes, isDecoded: true }
    : { bytes: message.body.bytes(), isDecoded: false };
}

/** Returns the fields of a captured response, as octets, that are valid in a new response with this body. */
export function replayableHeaders(response: Message, { isDecoded }: CapturedBody): readonly Header[] {
  const isKept = (name: string): boolean =>
    name === 'content-encoding' ? !isDecoded : !OMITTED_HEADERS.has(name);
  return response.octetHeaders.filter(({ name }) => isKept(name.toLowerCase()));
}

/** Returns a text body in UTF-8, other bodies in Base64, and the Content-Type that fits. */
function bodySourceOf(
  message: Message,
  { bytes, isDecoded }: CapturedBody,
): { readonly body: BodySource; readonly contentType: string } {
  const contentType = message.header('content-type') ?? '';
  if (!isDecoded || !isText(contentType, bytes))
    return { body: { base64: bytes.toString('base64') }, contentType };
  const { text } = decodeText(bytes, contentType, false);
  return { body: { text }, contentType: contentType.replace(CHARSET, '$1utf-8') };
}

/** Returns a field with its value as the text that rules are written in. */
function asText({ name, value }: Header): Header {
  return { name, value: textOfOctets(value) };
}

/** Returns the reason phrase where it is not the standard one, which follows the status by itself. */
function ownReason({ status, reason }: Flow): string {
  return status < 200 || STATUS_CODES[status] === reason ? '' : reason;
}
