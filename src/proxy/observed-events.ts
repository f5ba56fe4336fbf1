// A response that is a stream of events: they are read on the side, into its flow.
import { isEventStream } from '../codec/sse.ts';
import { codingsOf } from '../flow/decode.ts';
import type { Flow } from '../flow/flow.ts';
import { ServerSentEvents } from '../flow/server-sent-events.ts';
import type { ProxyContext } from './context.ts';
import { UpdateThrottle } from './update-throttle.ts';

/** Begins to read the events of `flow.response`; null when it is something else. */
export function observedEvents(flow: Flow, context: ProxyContext): ServerSentEvents | null {
  const { response } = flow;
  // Before the fields are looked at one by one: nearly all responses are something else.
  if (response === null || !/event-stream/i.test(response.head)) return null;
  if (!isEventStream(response.header('content-type') ?? '')) return null;
  const { logs: recent, maxBodyBytes } = context.captures;
  const { changed } = new UpdateThrottle(flow, context);
  const events = new ServerSentEvents(codingsOf(response), recent, maxBodyBytes, changed);
  // What is not remembered will not be asked for.
  if (context.flows.find(flow.id) === undefined) events.release();
  flow.serverSentEvents = events;
  return events;
}
