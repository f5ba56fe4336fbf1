// GET /api/events: what changes, as it changes, in server-sent events.
import type { LocalResponse } from '../../base/local-http.ts';
import type { FlowStore } from '../../flow/store.ts';
import { answer, failure } from '../answer.ts';
import type { Call, PathEndpoint } from '../endpoint.ts';
import { eventStream } from '../event-stream.ts';
import { flowFeed, Removals } from '../flow-feed.ts';

export function eventEndpoints(flows: FlowStore): readonly PathEndpoint[] {
  const removals = new Removals(flows);
  return [
    { type: 'path', method: 'GET', path: '/api/events', answer: (call) => events(flows, removals, call) },
  ];
}

function events(flows: FlowStore, removals: Removals, { request, query }: Call): LocalResponse {
  // A reader that reconnects repeats its URL: the id it saw last is the newer of the two.
  const last = request.headers.find(({ name }) => name.toLowerCase() === 'last-event-id');
  const [name, text] = last === undefined ? ['since', query.get('since') ?? '0'] : [last.name, last.value];
  if (!/^\d{1,15}$/.test(text)) return failure(400, `${name} is not a revision: ${text.slice(0, 100)}`);
  const feeds = [flowFeed(flows, removals, Number(text))];
  return answer(200, 'text/event-stream', eventStream(feeds, request.signal), []);
}
