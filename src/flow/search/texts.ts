// The texts of an exchange that are searched: decoded bodies, and messages of WebSockets, event streams and gRPC. Bodies are
// read in pieces, and no further than somebody looks.
import { charsetOf, decodedPieces } from '../../base/body-text.ts';
import { grpcKind } from '../../codec/grpc/content-type.ts';
import { grpcMessages } from '../../codec/grpc/messages.ts';
import { MAX_DECODED_BYTES } from '../../codec/content-coding.ts';
import { EventStreamReader, isEventStream, type ServerSentEvent } from '../../codec/sse.ts';
import { closeText } from '../../codec/websocket/close.ts';
import { MAX_ENTRIES, MAX_ENTRY_BYTES } from '../bounded-log.ts';
import { bodyBytes } from '../content.ts';
import { codingsOf, decodeBody } from '../decode.ts';
import type { Flow } from '../flow.ts';
import { uncompress } from '../grpc-inflate.ts';
import type { Message } from '../message.ts';
import type { LoggedMessage } from '../web-socket-log.ts';

export type Pieces = Iterable<string> | AsyncIterable<string>;

/** A message of an exchange as text. */
export interface MessageText {
  /** Its number, from 1, as the detail counts them. */
  readonly number: number;
  readonly pieces: Pieces;
}

/** Yields the text of a body; several texts for the messages of gRPC. */
export async function* bodyTexts(message: Message, isInProgress: boolean): AsyncGenerator<Pieces> {
  let isGrpc = false;
  for await (const text of grpcTexts(message)) {
    isGrpc = true;
    yield text;
  }
  if (!isGrpc && message.body.size > message.body.omitted) yield bodyPieces(message, isInProgress);
}

/** Bodies that are text are decoded as the detail shows them; others as UTF-8, of which the texts in them are. */
async function* bodyPieces(message: Message, isInProgress: boolean): AsyncGenerator<string> {
  const { body } = message;
  if (body.size - body.omitted > MAX_DECODED_BYTES && codingsOf(message).length === 0) {
    yield* longPieces(message);
    return;
  }
  const content = await bodyBytes(message, MAX_DECODED_BYTES, isInProgress);
  if (content.type === 'text') yield* decodedPieces(content.charset, content.bytes, content.isCut);
  else if (content.type === 'binary') yield* decodedPieces('utf-8', content.bytes, true);
}

const HEAD_BYTES = 1024;

/** A body without a declared charset that is longer than others are decoded counts as UTF-8. */
function* longPieces(message: Message): Generator<string> {
  const pieces = message.body.pieces();
  let decoder: TextDecoder | null = null;
  for (const piece of pieces) {
    const head = piece.subarray(0, HEAD_BYTES);
    decoder ??= new TextDecoder(charsetOf(head, message.header('content-type'), true, ASSUMED_UTF8));
    yield decoder.decode(piece, { stream: true });
  }
}

/** Facts of a body that has not been read as a whole. */
export const ASSUMED_UTF8 = { hasControl: false, isUtf8: true };

/** Yields the messages of a WebSocket, an event stream or a gRPC call. */
export async function* messageTexts(flow: Flow): AsyncGenerator<MessageText> {
  let number = 0;
  for (const text of [...webSocketTexts(flow), ...(await eventTexts(flow))])
    yield { number: (number += 1), pieces: [text] };
  for (const message of [flow.request, flow.response]) {
    if (message === null) continue;
    for await (const pieces of grpcTexts(message)) yield { number: (number += 1), pieces };
  }
}

function webSocketTexts({ webSocket }: Flow): readonly string[] {
  return webSocket?.messages.map(webSocketText) ?? [];
}

function webSocketText({ kind, bytes }: LoggedMessage): string {
  return kind === 'close' ? closeText(bytes) : bytes.toString();
}

/** Files of other programs have the body of a stream, and not its events. */
async function eventTexts({ serverSentEvents, response }: Flow): Promise<readonly string[]> {
  if (serverSentEvents !== null)
    return serverSentEvents.entries.map(({ bytes, event }) => eventText({ ...event, data: bytes }));
  if (response === null || !isEventStream(response.header('content-type') ?? '')) return [];
  const texts: string[] = [];
  const { bytes } = await decodeBody(response, MAX_DECODED_BYTES);
  const reader = new EventStreamReader(MAX_ENTRY_BYTES, (event) => texts.push(eventText(event)));
  reader.read(bytes, 0, bytes.length);
  return texts.slice(-MAX_ENTRIES);
}

/** Data, and the type and the id where a stream gives them. */
function eventText({ data, event, id }: ServerSentEvent): string {
  return [data.toString(), ...(event === 'message' ? [] : [event]), ...(id === '' ? [] : [id])].join('\n');
}

const MAX_GRPC_MESSAGES = 100_000;

/** Yields the messages of a gRPC body, decompressed; nothing for another body. */
async function* grpcTexts(message: Message): AsyncGenerator<Pieces> {
  const kind = grpcKind(message.header('content-type'));
  if (kind === null) return;
  const { bytes } = await decodeBody(message, MAX_DECODED_BYTES);
  const options = { max: MAX_GRPC_MESSAGES, keep: MAX_DECODED_BYTES, growing: true };
  for (const frame of grpcMessages(bytes, kind, options).frames) {
    const { bytes: payload } = await uncompress(frame, message, MAX_DECODED_BYTES);
    if (payload !== null) yield decodedPieces('utf-8', payload, true);
  }
}
