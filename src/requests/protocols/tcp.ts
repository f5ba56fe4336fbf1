// The protocol of `tcp` requests: opens a socket, performs the steps of the request, and listens.
import type net from 'node:net';
import type { z } from 'zod';
import { UserError } from '../../base/errors.ts';
import { tcp as schema } from '../../collections/model/protocol-fields.ts';
import { defineProtocol, type ProtocolContext, type ProtocolRequest } from './contract.ts';
import { addressOf, hostAndPort } from './shared/addresses.ts';
import { converse, type Conversation } from './shared/conversation.ts';
import { FrameReader, frameOf, type Framing } from './shared/framing.ts';
import type { ProtocolExchange } from '../response.ts';
import { inTime, openTcp, openTls } from './shared/sockets.ts';
import { dataOf, takeSteps, type Peer } from './shared/steps.ts';

export const tcp = defineProtocol({ type: 'tcp', schema, send });

async function send(
  request: ProtocolRequest<z.output<typeof schema>>,
  context: ProtocolContext,
): Promise<ProtocolExchange> {
  const { fields, settings } = request;
  const url = addressOf(request.url, ['tcp', 'tls']);
  const isTls = fields.tls || url.protocol === 'tls:';
  const { host, port } = hostAndPort(url, 0);
  if (port === 0)
    throw new UserError(
      'INVALID_DATA',
      `${JSON.stringify(url.host)} names no port: write ${url.protocol}//host:port`,
    );
  const framing: Framing = { type: fields.framing, delimiter: unescaped(fields.delimiter) };
  return converse(request, context, async (conversation) => {
    const opening = isTls
      ? openTls({ host, port }, context.sender, settings.verifyTls, conversation)
      : openTcp({ host, port }, context.sender, conversation);
    const socket = await inTime(opening, conversation);
    socket.on('error', (error) => conversation.fail(error));
    const reader = readInto(conversation, socket, framing, fields.readUntil);
    const send: Peer['send'] = (data) =>
      new Promise((resolve, reject) => {
        conversation.sent(data);
        socket.write(frameOf(data, framing), (error) => (error instanceof Error ? reject(error) : resolve()));
      });
    conversation.opened({
      facts: [],
      send: (message) => send(dataOf(message)),
      halfClose: () => socket.end(),
      close: () => conversation.end(),
    });
    await takeSteps(fields.messages, fields.listenMs, conversation, { send, close: () => socket.end() });
    reader.flush();
    const address = `${isTls ? 'tls' : 'tcp'}://${url.host}`;
    const target = { method: 'TCP', url: address, headers: [], body: Buffer.alloc(0) };
    return {
      originalRequest: target,
      url: address,
      sent: target,
      response: conversation.response({ status: 0, reason: 'OK', protocol: isTls ? 'TLS' : 'TCP' }),
    };
  });
}

/** Collects messages until the server ends, or the text `until` has arrived. */
function readInto(
  conversation: Conversation,
  socket: net.Socket,
  framing: Framing,
  until: string,
): FrameReader {
  const end = unescaped(until);
  let tail = '';
  const reader = new FrameReader(framing, (frame) => {
    const text = frame.toString();
    // Data that is not UTF-8 stays bytes.
    conversation.received(Buffer.from(text).equals(frame) ? text : frame);
  });
  socket.on('data', (bytes: Buffer) => {
    try {
      reader.read(bytes);
    } catch (error) {
      conversation.fail(error as Error);
    }
    if (end === '') return;
    tail = (tail + bytes.toString('latin1')).slice(-end.length - bytes.length);
    if (!tail.includes(Buffer.from(end).toString('latin1'))) return;
    reader.flush();
    conversation.end();
  });
  socket.on('end', () => {
    reader.flush();
    conversation.end();
  });
  return reader;
}

/** Replaces the escapes that people type for line ends and other controls. */
function unescaped(text: string): string {
  return text.replace(
    /\\(?:([rnt0\\])|x([\da-f]{2}))/gi,
    (_, letter: string | undefined, hex: string | undefined) =>
      hex === undefined ? (ESCAPES.get(letter ?? '') ?? '') : String.fromCharCode(Number.parseInt(hex, 16)),
  );
}

const ESCAPES: ReadonlyMap<string, string> = new Map([
  ['r', '\r'],
  ['n', '\n'],
  ['t', '\t'],
  ['0', '\0'],
  ['\\', '\\'],
]);
