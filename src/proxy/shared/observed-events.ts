// Reads the events of an event stream into its flow, beside the forwarding.
import { isEventStream } from '../../codec/sse.ts';
import { codingsOf } from '../../flow/decode.ts';
import type { Flow } from '../../flow/flow.ts';
import { ServerSentEvents } from '../../flow/server-sent-events.ts';
import type { ProxyContext } from './context.ts';
import { UpdateThrottle } from './update-throttle.ts';

/** Starts to read the events of `flow.response`; null when it is not an event stream. */
export function observedEvents(flow: Flow, context: ProxyContext): ServerSentEvents | null {
  const { response } = flow;
  // A quick check precedes parsing, because nearly all responses are something else.
  if (response === null || !/event-stream/i.test(response.head)) return null;
  if (!isEventStream(response.header('content-type') ?? '')) return null;
  const { logs, maxBodyBytes } = context.captures;
  const { changed } = new UpdateThrottle(flow, context);
  const events = new ServerSentEvents(codingsOf(response), logs, maxBodyBytes, changed);
  // Nobody asks for the events of a flow that is not recorded.
  if (context.flows.find(flow.id) === undefined) events.release();
  flow.serverSentEvents = events;
  return events;
}
