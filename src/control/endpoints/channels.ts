// GET /api/channels: the events of the channels of a window, or of one channel, as server-sent events.
import type { LocalResponse } from '../../base/local-http.ts';
import { messageOf } from '../../base/errors.ts';
import type { Channels } from '../../session/channels/index.ts';
import { channelFeed, windowFeed } from '../channel-feed.ts';
import type { Call, PathEndpoint } from '../endpoint.ts';
import { eventStream, type Feed } from '../event-stream.ts';
import { failure, response } from '../response.ts';

export function channelEndpoints({ channels }: { readonly channels: Channels }): readonly PathEndpoint[] {
  const respond = (call: Call): LocalResponse => events(channels, call);
  return [{ type: 'path', method: 'GET', path: '/api/channels', respond }];
}

function events(channels: Channels, { request, query }: Call): LocalResponse {
  const last = request.headers.find(({ name }) => name.toLowerCase() === 'last-event-id');
  const text = last?.value ?? query.get('after') ?? '0';
  if (!/^\d{1,15}$/.test(text))
    return failure(400, `after is not the number of an event: ${text.slice(0, 100)}`);
  const [window, channel] = [query.get('window') ?? '', query.get('channel') ?? ''];
  if ((window === '') === (channel === ''))
    return failure(400, 'Give window, the name of a window, or channel, the id of one');
  let feed: Feed;
  try {
    feed =
      window === ''
        ? channelFeed(channels.named(channel), Number(text))
        : windowFeed(channels, window, Number(text));
  } catch (error) {
    return failure(404, messageOf(error));
  }
  return response(200, 'text/event-stream', eventStream([feed], request.signal), []);
}
