// The protocol of `websocket` requests (RFC 6455): opens a connection, performs the steps of the request, and
// listens.
import type { WebSocket } from 'ws';
import { websocket as schema } from '../../collections/model/protocol-fields.ts';
import type { HeaderField } from '../auth/contract.ts';
import { defineProtocol, type ProtocolContext, type ProtocolRequest } from './contract.ts';
import { converse, type Conversation } from './shared/conversation.ts';
import { headerFields } from './shared/header-fields.ts';
import type { ProtocolExchange } from '../response.ts';
import { dataOf, takeSteps, type Peer } from './shared/steps.ts';
import { handshakeOf, openSocket } from './shared/web-socket.ts';
import type { z } from 'zod';

type WebSocketRequest = ProtocolRequest<z.output<typeof schema>>;

export const websocket = defineProtocol({ type: 'websocket', schema, send });

async function send(request: WebSocketRequest, context: ProtocolContext): Promise<ProtocolExchange> {
  const { fields } = request;
  const handshake = await handshakeOf(request, context);
  return converse(request, context, async (conversation) => {
    const { socket, response } = await openSocket(
      handshake,
      fields,
      context,
      conversation,
      (data, isBinary) => conversation.received(isBinary ? data : data.toString()),
    );
    const closed = { code: 0, reason: '' };
    socket.on('close', (code, reason) => {
      Object.assign(closed, { code, reason: reason.toString() });
      conversation.end();
    });
    const send = sender(socket, conversation);
    conversation.opened({
      facts: headerFields(response),
      send: (message) => send(dataOf(message)),
      close: (code, reason) => socket.close(code, reason),
    });
    await takeSteps(fields.messages, fields.listenMs, conversation, {
      send,
      close: ({ code, text }) => socket.close(code === 0 ? 1000 : code, text),
    });
    const isClosedByServer = conversation.isEnded;
    if (!isClosedByServer) await closePolitely(socket, conversation);
    const { unsigned, url, headers } = handshake;
    return {
      originalRequest: unsigned,
      url,
      sent: { method: 'WebSocket', headers, body: Buffer.alloc(0) },
      response: conversation.response({
        status: 101,
        reason: 'Switching Protocols',
        protocol: 'WebSocket',
        headers: headerFields(response),
        trailers: closed.code === 0 ? [] : closeFields(closed),
      }),
    };
  });
}

function sender(socket: WebSocket, conversation: Conversation): Peer['send'] {
  return (data) =>
    new Promise((resolve, reject) => {
      const binary = typeof data !== 'string';
      conversation.sent(data);
      socket.send(data, { binary }, (error) => (error instanceof Error ? reject(error) : resolve()));
    });
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
