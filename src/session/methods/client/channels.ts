// The channels of the API client's windows: their events, their ends, and the bodies of responses.
import { z } from 'zod';
import type { Channel } from '../../channels/channel.ts';
import { defineMethod, UI_ONLY } from '../contract.ts';
import { wholeNumber } from '../fields.ts';
import { channelId, windowName } from './live-fields.ts';

const MAX_WAIT_MS = 25_000;
const MAX_EVENTS = 10_000;
const MAX_NUMBER = Number.MAX_SAFE_INTEGER;

const listed = z.strictObject({
  channel: z.string(),
  kind: z.string(),
  tab: z.string(),
  state: z.enum(['open', 'ended']),
  startedAt: z.number(),
});

function shownChannel({ id, kind, owner, state, startedAt }: Channel): z.input<typeof listed> {
  return { channel: id, kind, tab: owner.tab, state, startedAt };
}

export const clientChannels = defineMethod({
  name: 'client.channels',
  summary: 'Lists what goes on for a window, and what has ended and is kept; a call says that it is there',
  effect: 'read',
  faces: UI_ONLY,
  params: z.strictObject({ window: windowName }),
  result: z.array(listed),
  run({ channels }, { window }) {
    channels.seen(window);
    return channels.list(window).map(shownChannel);
  },
});

export const clientChannelEvents = defineMethod({
  name: 'client.channel_events',
  summary: 'Returns the events of a channel after a number; waits for the next one where there is none',
  effect: 'read',
  faces: UI_ONLY,
  params: z.strictObject({
    channel: channelId,
    after: wholeNumber(0, MAX_NUMBER).optional().describe('The number of the last known event'),
    waitMs: wholeNumber(0, MAX_WAIT_MS).optional().describe(`Default: ${MAX_WAIT_MS}`),
    limit: wholeNumber(1, MAX_EVENTS).optional().describe('Default: 1000'),
  }),
  result: z.strictObject({
    events: z.array(z.looseObject({ number: z.number(), type: z.string(), time: z.number() })),
    dropped: z.number().describe('Events that left the log before they were read'),
    state: z.enum(['open', 'ended']),
  }),
  async run({ channels }, { channel: id, after = 0, waitMs = MAX_WAIT_MS, limit = 1000 }, signal) {
    const { shownEvent } = await import('../../channels/channel.ts');
    const channel = channels.named(id);
    await nextEvent(channel, after, AbortSignal.any([signal, AbortSignal.timeout(waitMs)]));
    channels.seen(channel.owner.window);
    const { events, missed } = channel.read(after, limit);
    return {
      events: events.map(
        (event) => shownEvent(channel, event) as { number: number; type: string; time: number },
      ),
      dropped: missed,
      state: channel.state,
    };
  },
});

/** Resolves when there are events after a number, when there will be none, or when the signal is aborted. */
function nextEvent(channel: Channel, after: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const isOver = (): boolean =>
      signal.aborted || channel.state === 'ended' || channel.read(after, 1).events.length > 0;
    const check = (): void => {
      if (!isOver()) return;
      unsubscribe();
      signal.removeEventListener('abort', check);
      resolve();
    };
    const unsubscribe = channel.subscribe(check);
    signal.addEventListener('abort', check, { once: true });
    check();
  });
}

export const clientCancel = defineMethod({
  name: 'client.cancel',
  summary: 'Stops what goes on in a channel; its end says how far it got',
  effect: 'write',
  faces: UI_ONLY,
  params: z.strictObject({ channel: channelId }),
  result: listed,
  run({ channels }, { channel: id }) {
    const channel = channels.named(id);
    channel.stop('you have stopped it');
    return shownChannel(channel);
  },
});

export const clientCloseChannel = defineMethod({
  name: 'client.close_channel',
  summary: 'Stops what goes on in a channel, and forgets its events and its response',
  effect: 'write',
  faces: UI_ONLY,
  params: z.strictObject({ channel: channelId }),
  result: z.strictObject({ closed: z.string() }),
  run({ channels }, { channel }) {
    channels.close(channel);
    return { closed: channel };
  },
});

export const clientResponseBody = defineMethod({
  name: 'client.response_body',
  summary: 'Returns a part of the body of a response, at most 4 MiB',
  effect: 'read',
  faces: UI_ONLY,
  params: z.strictObject({
    channel: channelId,
    offset: wholeNumber(0, MAX_NUMBER).optional(),
    length: wholeNumber(1, MAX_NUMBER).optional(),
  }),
  result: z.strictObject({ total: z.number(), offset: z.number(), base64: z.string() }),
  async run({ channels }, { channel, offset = 0, length = MAX_NUMBER }) {
    const { bodySlice } = await import('../../live/response.ts');
    const slice = await bodySlice(channels.named(channel), offset, length);
    return { total: slice.total, offset, base64: slice.bytes.toString('base64') };
  },
});
