// GET /api/events: changes as they happen, as server-sent events.
import type { LocalResponse } from '../../base/local-http.ts';
import { appFeeds, instanceFeed } from '../app-feeds.ts';
import { response, failure } from '../response.ts';
import type { AppAccess } from '../app-access.ts';
import type { Call, PathEndpoint } from '../endpoint.ts';
import { eventStream } from '../event-stream.ts';
import { flowFeed, Removals, type FollowedFlows } from '../flow-feed.ts';

/**
 * Returns the endpoint. Under the app it follows the traffic list and other changes of the app, else the engine's
 * flows.
 */
export function eventEndpoints(engineFlows: FollowedFlows, app: AppAccess | null): readonly PathEndpoint[] {
  const flows = app?.traffic ?? engineFlows;
  const removals = new Removals(flows);
  const respond = (call: Call): LocalResponse => events(flows, removals, app, call);
  return [{ type: 'path', method: 'GET', path: '/api/events', respond }];
}

function events(
  flows: FollowedFlows,
  removals: Removals,
  app: AppAccess | null,
  { request, query }: Call,
): LocalResponse {
  // A reader that reconnects repeats its URL, so the header has the newer of the two ids.
  const last = request.headers.find(({ name }) => name.toLowerCase() === 'last-event-id');
  const [name, text] = last === undefined ? ['since', query.get('since') ?? '0'] : [last.name, last.value];
  if (!/^\d{1,15}$/.test(text)) return failure(400, `${name} is not a revision: ${text.slice(0, 100)}`);
  const flowChanges = flowFeed(flows, removals, Number(text));
  const feeds = app === null ? [flowChanges] : [instanceFeed(app.instance), flowChanges, ...appFeeds(app)];
  return response(200, 'text/event-stream', eventStream(feeds, request.signal), []);
}
