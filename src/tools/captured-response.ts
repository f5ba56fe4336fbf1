// What a captured exchange was answered with, in the shapes of rules: the same again, as far as it is not about one
// connection.
import { latin1Bytes, decodeUtf8 } from '../base/bytes.ts';
import { decodeBody } from '../flow/decode.ts';
import type { Flow, Header, Message } from '../flow/flow.ts';
import { decodeText, isText } from '../flow/text.ts';
import type { BodySource } from './rules/fields.ts';

/** They say how a message is framed or coded, or concern one connection alone; all of that is made anew. */
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

/** Null where there was no response. */
export async function capturedResponse(flow: Flow): Promise<CapturedResponse | null> {
  const { response } = flow;
  if (response === null) return null;
  const captured = await capturedBody(response);
  const { body, contentType } = bodySourceOf(response, captured);
  const headers = replayableHeaders(response, captured).map(({ name, value }) =>
    name.toLowerCase() === 'content-type' ? { name, value: contentType } : asText({ name, value }),
  );
  return { status: flow.status < 200 ? 200 : flow.status, reason: flow.reason, headers, body };
}

export interface CapturedBody {
  readonly bytes: Buffer;
  /** False when its content coding is still on it: it could not be undone. */
  readonly isDecoded: boolean;
}

/** A body as it can be sent again. */
export async function capturedBody(message: Message): Promise<CapturedBody> {
  const { bytes, exact, error } = await decodeBody(message, Infinity);
  return exact && error === null
    ? { bytes, isDecoded: true }
    : { bytes: message.body.bytes(), isDecoded: false };
}

/** The fields that still hold when the response is made anew, with this body. */
export function replayableHeaders(response: Message, { isDecoded }: CapturedBody): readonly Header[] {
  const isKept = (name: string): boolean =>
    name === 'content-encoding' ? !isDecoded : !OMITTED_HEADERS.has(name);
  return response.headers.filter(({ name }) => isKept(name.toLowerCase()));
}

/** Text is in UTF-8 from now on. */
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

/** Values hold one char per byte; rules are written in text. */
function asText({ name, value }: Header): Header {
  return { name, value: decodeUtf8(latin1Bytes(value)) ?? value };
}
