// Subscriptions over server-sent events (GraphQL over Server-Sent Events Protocol, distinct connections mode): the
// response of a POST is a stream of the events `next` and `complete`.
import { EventStreamReader, isEventStream } from '../../../codec/sse.ts';
import type { HeaderField } from '../../auth/contract.ts';
import type { ProtocolContext } from '../contract.ts';
import { httpFetch } from '../shared/streaming-fetch.ts';
import { buildUrl, urlText } from '../../http/url.ts';
import { converse, MAX_BYTES, type Conversation } from '../shared/conversation.ts';
import type { ProtocolExchange } from '../../response.ts';
import { awaitResults, NEXT, type GraphqlRequest } from './results.ts';

/** Subscribes over server-sent events. `operation` is JSON with the query and its variables. */
export async function subscribeByEvents(
  request: GraphqlRequest,
  operation: string,
  context: ProtocolContext,
): Promise<ProtocolExchange> {
  const url = urlText(buildUrl(request.url));
  return converse(request, context, async (conversation) => {
    const fetch = httpFetch(request, context, conversation.signal);
    const headers = { Accept: 'text/event-stream', 'Content-Type': 'application/json' };
    conversation.sent(operation, 'subscribe');
    const response = await conversation.unlessStopped(
      fetch(url, { method: 'POST', headers, body: operation }),
    );
    const isStream = isEventStream(response.headers.get('content-type') ?? '');
    if (isStream) {
      void readEvents(response, conversation);
      conversation.opened({ facts: factsOf(response), close: () => conversation.end() });
      await awaitResults(request, conversation);
    } else conversation.received(await conversation.unlessStopped(response.text()));
    const named = Object.entries(headers).map(([name, value]) => ({ name, value }));
    const all = [...request.headers, ...named];
    return {
      originalRequest: { method: 'POST', url, headers: all, body: Buffer.from(operation) },
      url,
      sent: { method: 'POST', headers: all, body: Buffer.from(operation) },
      response: conversation.response({
        status: response.status,
        reason: response.statusText,
        protocol: 'HTTP/1.1',
        headers: factsOf(response),
      }),
    };
  });
}

function factsOf({ headers }: Response): HeaderField[] {
  return [...headers].map(([name, value]) => ({ name, value }));
}

/** Reads until the stream ends or the conversation is over. */
async function readEvents({ body }: Response, conversation: Conversation): Promise<void> {
  const reader = new EventStreamReader(MAX_BYTES, ({ event, data }) => {
    if (event === 'complete') conversation.end();
    else if (event === NEXT || event === 'message') conversation.received(data.toString(), NEXT);
  });
  try {
    for await (const piece of body ?? []) {
      const bytes = Buffer.from(piece as Uint8Array);
      reader.read(bytes, 0, bytes.length);
    }
    conversation.end();
  } catch (error) {
    conversation.fail(error instanceof Error ? error : new Error(String(error)));
  }
}
