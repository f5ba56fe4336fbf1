// The protocol of `websocket` requests (RFC 6455): opens a connection, takes the steps of the request, and listens.
import type { IncomingMessage } from 'node:http';
import { WebSocket } from 'ws';
import { UserError } from '../../base/errors.ts';
import { websocket as schema } from '../model/protocol-fields.ts';
import type { HeaderField } from '../auth/contract.ts';
import { defineProtocol, type ProtocolContext, type ProtocolRequest } from './contract.ts';
import { authorized } from './http/exchange.ts';
import { buildUrl, urlText } from './http/url.ts';
import { tlsOptions } from './shared/addresses.ts';
import { CONNECT_MS, converse, MAX_BYTES, type Conversation } from './shared/conversation.ts';
import { headerFields } from './shared/header-fields.ts';
import type { ProtocolExchange } from './shared/response.ts';
import { takeSteps, type Peer } from './shared/steps.ts';
import type { z } from 'zod';

type WebSocketRequest = ProtocolRequest<z.output<typeof schema>>;

export const websocket = defineProtocol({ type: 'websocket', schema, send });

async function send(request: WebSocketRequest, context: ProtocolContext): Promise<ProtocolExchange> {
  const { url, headers, fields, settings } = request;
  const target = buildUrl({ ...url, url: url.url.trim().replace(/^ws(s?:)/i, 'http$1') });
  const unsigned = { method: 'GET', url: urlText(target), headers, body: Buffer.alloc(0) };
  const signed = await authorized(request.auth, unsigned, settings, context);
  const cookie = settings.sendCookies ? await context.cookies.header(signed.url) : '';
  const own = cookie === '' ? signed.headers : [...signed.headers, { name: 'Cookie', value: cookie }];
  return converse(request, context, async (conversation) => {
    const socket = new WebSocket(signed.url.replace(/^http/, 'ws'), [...fields.protocols], {
      headers: headerObject(own),
      handshakeTimeout: CONNECT_MS,
      followRedirects: settings.followRedirects,
      maxRedirects: settings.maxRedirects,
      maxPayload: MAX_BYTES,
      perMessageDeflate: fields.compression,
      ...tlsOptions(target.host, settings.verifyTls),
    });
    conversation.onClose(() => socket.terminate());
    const handshake = await conversation.unlessStopped(opened(socket, conversation));
    const closed = { code: 0, reason: '' };
    socket.on('close', (code, reason) => {
      Object.assign(closed, { code, reason: reason.toString() });
      conversation.end();
    });
    await takeSteps(fields.messages, fields.listenMs, conversation, peerOf(socket, conversation));
    const isClosedByServer = conversation.isEnded;
    if (!isClosedByServer) await closePolitely(socket, conversation);
    return {
      originalRequest: unsigned,
      url: signed.url.replace(/^http/, 'ws'),
      sent: { method: 'WebSocket', headers: own, body: Buffer.alloc(0) },
      response: conversation.response({
        status: 101,
        reason: 'Switching Protocols',
        protocol: 'WebSocket',
        headers: headerFields(handshake),
        trailers: closed.code === 0 ? [] : closeFields(closed),
      }),
    };
  });
}

/** Resolves with the response of the handshake. */
function opened(socket: WebSocket, conversation: Conversation): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    socket.on('upgrade', resolve);
    socket.on('message', (data: Buffer, isBinary) =>
      conversation.received(isBinary ? data : data.toString()),
    );
    socket.on('unexpected-response', (_, { statusCode = 0, statusMessage = '' }) =>
      reject(
        new UserError(
          'INVALID_DATA',
          `the server answered ${`${statusCode} ${statusMessage}`.trim()} instead of opening a WebSocket`,
        ),
      ),
    );
    socket.on('error', (error) => {
      reject(error);
      // After the handshake an error is a violation of the protocol.
      conversation.fail(error);
    });
  });
}

function peerOf(socket: WebSocket, conversation: Conversation): Peer {
  return {
    send: (data) =>
      new Promise((resolve, reject) => {
        const binary = typeof data !== 'string';
        conversation.sent(data);
        socket.send(data, { binary }, (error) => (error instanceof Error ? reject(error) : resolve()));
      }),
    close: ({ code, text }) => socket.close(code === 0 ? 1000 : code, text),
  };
}

const CLOSE_MS = 1000;

/** Closes the connection, and gives the server a moment to say that it has closed too. */
async function closePolitely(socket: WebSocket, conversation: Conversation): Promise<void> {
  socket.close(1000);
  await conversation.listen(CLOSE_MS);
}

function closeFields({ code, reason }: { readonly code: number; readonly reason: string }): HeaderField[] {
  return [
    { name: 'close-code', value: String(code) },
    { name: 'close-reason', value: reason },
  ];
}

function headerObject(headers: readonly HeaderField[]): Record<string, string[]> {
  const all: Record<string, string[]> = {};
  for (const { name, value } of headers) (all[name] ??= []).push(value);
  return all;
}
