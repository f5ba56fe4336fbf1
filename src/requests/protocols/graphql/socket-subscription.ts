// Subscriptions over WebSocket, in the subprotocol `graphql-transport-ws` (GraphQL over WebSocket Protocol of graphql-ws)
// or in the older `graphql-ws` (of subscriptions-transport-ws), whichever the server chooses.
import { parseJson } from '../../../base/json.ts';
import { isObject } from '../../../base/is-object.ts';
import { messageOf, UserError } from '../../../base/errors.ts';
import type { ProtocolContext } from '../contract.ts';
import { CONNECT_MS, converse, type Conversation } from '../shared/conversation.ts';
import { headerFields } from '../shared/header-fields.ts';
import type { ProtocolExchange } from '../../response.ts';
import { handshakeOf, openSocket } from '../shared/web-socket.ts';
import { awaitResults, ERROR, NEXT, type GraphqlRequest } from './results.ts';

/** The names of messages in a subprotocol. */
interface Dialect {
  readonly subscribe: string;
  readonly result: string;
  readonly stop: string;
}

const DIALECTS: Readonly<Record<string, Dialect>> = {
  'graphql-transport-ws': { subscribe: 'subscribe', result: 'next', stop: 'complete' },
  'graphql-ws': { subscribe: 'start', result: 'data', stop: 'stop' },
};
/** Close codes from here on are errors of the protocol. */
const PRIVATE_CODE = 4000;
/** Stands for a connection that was lost (RFC 6455 section 7.4.1). */
const ABNORMAL_CODE = 1006;
/** The id of the only operation on the connection. */
const ID = '1';

/** Subscribes over WebSocket. `operation` is JSON with the query and its variables. */
export async function subscribeBySocket(
  request: GraphqlRequest,
  operation: string,
  context: ProtocolContext,
): Promise<ProtocolExchange> {
  const payload = connectionParams(request.fields.connectionParams);
  const handshake = await handshakeOf(request, context);
  return converse(request, context, async (conversation) => {
    const { socket, response, acknowledged } = await openOperation(handshake, context, conversation);
    const send = (message: object): void => socket.send(JSON.stringify(message));
    const dialect = dialectOf(socket);
    const closed = (code: number, reason: Buffer): void => {
      const error = refused(`the server closed the connection: ${code} ${reason.toString()}`.trim());
      if (code >= PRIVATE_CODE) conversation.fail(error);
      acknowledged.reject(error);
      conversation.end();
    };
    socket.on('close', closed);
    if (socket.readyState === socket.CLOSED) closed(ABNORMAL_CODE, Buffer.alloc(0));
    send({ type: 'connection_init', ...(payload !== undefined && { payload }) });
    await conversation.unlessStopped(Promise.race([acknowledged.promise, late()]));
    conversation.sent(operation, dialect.subscribe);
    socket.send(`{"id":"${ID}","type":"${dialect.subscribe}","payload":${operation}}`);
    conversation.opened({ facts: headerFields(response), close: () => conversation.end() });
    await awaitResults(request, conversation);
    if (!conversation.isEnded) send({ id: ID, type: dialect.stop });
    socket.close(1000);
    return {
      originalRequest: handshake.unsigned,
      url: handshake.url,
      sent: { method: 'GraphQL', headers: handshake.headers, body: Buffer.from(operation) },
      response: conversation.response({
        status: 101,
        reason: 'Switching Protocols',
        protocol: `WebSocket, ${socket.protocol}`,
        headers: headerFields(response),
      }),
    };
  });
}

/** Opens the connection. `acknowledged` resolves when the server accepts operations. */
async function openOperation(
  handshake: Awaited<ReturnType<typeof handshakeOf>>,
  context: ProtocolContext,
  conversation: Conversation,
) {
  const acknowledged = Promise.withResolvers<undefined>();
  // Awaited only later: until then, a rejection must not count as unhandled.
  acknowledged.promise.catch(() => undefined);
  const options = { protocols: Object.keys(DIALECTS), compression: true };
  const opened = await openSocket(handshake, options, context, conversation, (data, _, socket) => {
    const message = messageIn(data, conversation);
    const spoken = DIALECTS[socket.protocol];
    if (message === null) return;
    if (message.type === 'connection_ack') acknowledged.resolve(undefined);
    else if (message.type === 'ping') socket.send(JSON.stringify({ type: 'pong' }));
    else if (message.type === 'connection_error')
      conversation.fail(refused(`the server refused the connection: ${JSON.stringify(message.payload)}`));
    else if (spoken !== undefined && message.id === ID) take(message, spoken, conversation);
  });
  return { ...opened, acknowledged };
}

function dialectOf({ protocol }: { readonly protocol: string }): Dialect {
  const dialect = DIALECTS[protocol];
  if (dialect !== undefined) return dialect;
  throw refused(
    `the server speaks none of the subprotocols ${Object.keys(DIALECTS).join(' and ')}: check the URL, or set graphql.transport to sse`,
  );
}

interface ServerMessage {
  readonly type: string;
  readonly id: unknown;
  readonly payload: unknown;
}

/** Returns the message in a frame; null, and the end of the conversation, for what is none. */
function messageIn(data: Buffer, conversation: Conversation): ServerMessage | null {
  try {
    const { type, id, payload } = asObject(JSON.parse(data.toString()));
    if (typeof type === 'string') return { type, id, payload };
  } catch {
    // Reported below.
  }
  conversation.fail(
    new Error(`the server sent a frame that is no message of GraphQL: ${data.toString().slice(0, 80)}`),
  );
  return null;
}

function asObject(value: unknown): Readonly<Record<string, unknown>> {
  return isObject(value) ? value : {};
}

function take({ type, payload }: ServerMessage, { result }: Dialect, conversation: Conversation): void {
  if (type === result) conversation.received(JSON.stringify(payload), NEXT);
  else if (type === 'error') {
    conversation.received(JSON.stringify({ errors: Array.isArray(payload) ? payload : [payload] }), ERROR);
    conversation.end();
  } else if (type === 'complete') conversation.end();
}

async function late(): Promise<never> {
  await new Promise((resolve) => setTimeout(resolve, CONNECT_MS).unref());
  throw refused(`the server did not acknowledge the connection within ${CONNECT_MS / 1000} seconds`);
}

function connectionParams(text: string): unknown {
  if (text.trim() === '') return undefined;
  try {
    return parseJson(text);
  } catch (error) {
    throw new UserError('INVALID_DATA', `graphql.connectionParams: ${messageOf(error)}`, { cause: error });
  }
}

function refused(message: string): UserError {
  return new UserError('UNAVAILABLE', message);
}
