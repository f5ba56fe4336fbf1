// What a captured exchange was answered with, in the shapes of rules: the same again, as far as it is not about one
// connection.
import { latin1Bytes, utf8Text } from '../../base/bytes.ts';
import { decodeBody } from '../../flow/decode.ts';
import type { Flow, Header, Message } from '../../flow/flow.ts';
import { decodeText, isText } from '../../flow/text.ts';
import type { BodyShape } from '../shapes.ts';

/** They say how a message is framed or coded, or concern one connection alone; all of that is made anew. */
const LEFT_OUT = new Set([
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

export interface CapturedAnswer {
  readonly status: number;
  readonly reason: string;
  readonly headers: readonly Header[];
  readonly body: BodyShape;
}

/** Null where there was no response. */
export async function capturedAnswer(flow: Flow): Promise<CapturedAnswer | null> {
  const { response } = flow;
  if (response === null) return null;
  const { body, contentType, isDecoded } = await bodyOf(response);
  const isKept = (name: string): boolean => (name === 'content-encoding' ? !isDecoded : !LEFT_OUT.has(name));
  const headers = response.headers
    .filter(({ name }) => isKept(name.toLowerCase()))
    .map(({ name, value }) =>
      name.toLowerCase() === 'content-type' ? { name, value: contentType } : readable({ name, value }),
    );
  return { status: flow.status < 200 ? 200 : flow.status, reason: flow.reason, headers, body };
}

interface ReadBody {
  readonly body: BodyShape;
  readonly contentType: string;
  /** False when its content coding could not be undone. */
  readonly isDecoded: boolean;
}

/** Text is in UTF-8 from now on. */
async function bodyOf(message: Message): Promise<ReadBody> {
  const { bytes, decoded, fault } = await decodeBody(message, Infinity);
  const contentType = message.header('content-type') ?? '';
  const isDecoded = decoded || fault === null;
  if (!isDecoded || !isText(contentType, bytes))
    return { body: { base64: bytes.toString('base64') }, contentType, isDecoded };
  const { text } = decodeText(bytes, contentType, false);
  return { body: { text }, contentType: contentType.replace(CHARSET, '$1utf-8'), isDecoded };
}

/** Values hold one char per byte; rules are written in text. */
function readable({ name, value }: Header): Header {
  return { name, value: utf8Text(latin1Bytes(value)) ?? value };
}
