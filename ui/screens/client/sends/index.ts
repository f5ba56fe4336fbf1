// The sends of the tabs of this window. They go on while a tab is hidden, and after a reload the events are told again.
import { useSyncExternalStore } from 'react';
import { messageOf, rpc } from '../../../api/client.ts';
import { WindowChannels, type ChannelEvent, type ListedChannel } from '../../../api/channels.ts';
import { attempt } from '../../../state/actions.ts';
import { windowName } from '../../../state/window.ts';
import { afterEvents, begunSend, endedWithout, IDLE, type Ended, type SendState } from './state.ts';

export type { SendState } from './state.ts';

/** The collection and folder that a request belongs to, and the environment: by default the active one, null for none. */
export interface Where {
  readonly collection?: string;
  readonly folder?: string;
  readonly environment?: string | null;
}

/** A request as it is on the screen. */
export type RequestFields = Readonly<Record<string, unknown>>;

export interface SendOptions {
  readonly throughProxy?: boolean;
  /** True where the user is there to sign in on a page. */
  readonly signIn?: boolean;
  /** The fingerprint of a certificate that this send alone trusts. */
  readonly trusting?: string;
  /** The fingerprint of a program that this send alone may start. */
  readonly starting?: string;
  /** True to open a connection, which stays until it is closed. */
  readonly staysOpen?: boolean;
}

interface TabSend {
  state: SendState;
  /** The call that begins the send, settled when it has begun. */
  begun: Promise<void>;
  /** Counts the sends of the tab: what an earlier one still does is of no interest. */
  attempt: number;
  isCancelled: boolean;
}

const tabs = new Map<string, TabSend>();
/** The tab of each channel that is shown. */
const tabOf = new Map<string, string>();
/** Events that arrived before the call that has opened their channel returned. */
const early = new Map<string, ChannelEvent[]>();
let openCalls = 0;
let listeners: readonly (() => void)[] = [];

/**
 * Returns the request with its id, which the key of its tab has: by it the app finds the saved one, with the scripts and
 * the authorization of its folders, and the secrets that masks stand for.
 */
export function withId(tab: string, request: RequestFields): RequestFields {
  const [kind, id] = tab.split(':');
  return kind === 'request' && id !== undefined ? { id, ...request } : request;
}

/** All channels of this window. */
export const windowChannels = new WindowChannels(windowName);

/** Sends a request as it is on the screen. Stops what the tab is sending. Resolves when the app has begun. */
export async function sendRequest(
  tab: string,
  request: RequestFields,
  where: Where,
  { throughProxy = true, signIn = false, staysOpen = false, ...options }: SendOptions = {},
): Promise<void> {
  const send = tabs.get(tab) ?? { state: IDLE, begun: Promise.resolve(), attempt: 0, isCancelled: false };
  cancelSend(tab);
  const earlier = send.begun;
  const number = (send.attempt += 1);
  send.isCancelled = false;
  tabs.set(tab, send);
  // The messages of a new connection do not go on with those of the one before.
  show(tab, begunSend(null, Date.now(), staysOpen ? null : endedOf(send.state), staysOpen));
  send.begun = (async () => {
    // The app ends the send before when it begins the next, so they begin in their order.
    await earlier;
    if (send.attempt === number)
      await begin(tab, send, {
        request: withId(tab, request),
        ...where,
        throughProxy,
        signIn,
        staysOpen,
        ...options,
      });
  })();
  await send.begun;
}

/** Stops what the tab sends, at any stage. What has arrived stays. */
export function cancelSend(tab: string): void {
  const send = tabs.get(tab);
  if (send?.state.type !== 'going') return;
  const { channel } = send.state;
  if (channel === null) send.isCancelled = true;
  else void cancel(channel);
}

/** Ends what belongs to a tab that is closed. */
export function closeSend(tab: string): void {
  const send = tabs.get(tab);
  if (send === undefined) return;
  send.attempt += 1;
  tabs.delete(tab);
  if (send.state.type !== 'idle' && send.state.channel !== null) forget(send.state.channel);
  for (const listener of listeners) listener();
}

export function useSend(tab: string): SendState {
  return useSyncExternalStore(subscribe, () => sendOf(tab));
}

/** Returns the present state of a tab. */
export function sendOf(tab: string): SendState {
  return tabs.get(tab)?.state ?? IDLE;
}

/** Returns the tabs that have a connection, open or ended. */
export function connectedTabs(): readonly string[] {
  return [...tabs].filter(([, { state }]) => state.type !== 'idle' && state.isConnection).map(([tab]) => tab);
}

function subscribe(listener: () => void): () => void {
  listeners = [...listeners, listener];
  return () => {
    listeners = listeners.filter((other) => other !== listener);
  };
}

function show(tab: string, state: SendState): void {
  const send = tabs.get(tab);
  if (send === undefined) return;
  send.state = state;
  for (const listener of listeners) listener();
}

function endedOf(state: SendState): Ended | null {
  if (state.type === 'going') return state.previous;
  return state.type === 'ended' && state.end.response !== null ? state : null;
}

type SendParams = SendOptions & Where & { readonly request: RequestFields };

async function begin(tab: string, send: TabSend, { staysOpen, ...params }: SendParams): Promise<void> {
  const { attempt: number } = send;
  openCalls += 1;
  try {
    const method = staysOpen === true ? 'client.connect' : 'client.send';
    const { channel } = await rpc(method, { window: windowName, tab, ...params });
    if (send.attempt === number) claim(tab, send, channel);
    else forget(channel);
  } catch (error) {
    if (send.attempt === number && send.state.type === 'going')
      show(tab, endedWithout(send.state, { outcome: 'refused', reason: messageOf(error) }));
  } finally {
    openCalls -= 1;
    if (openCalls === 0) early.clear();
  }
}

/** Follows the channel that was opened. */
function claim(tab: string, send: TabSend, channel: string): void {
  if (send.state.type !== 'going') return;
  tabOf.set(channel, tab);
  show(tab, afterEvents({ ...send.state, channel }, early.get(channel) ?? []));
  if (send.isCancelled) void cancel(channel);
}

async function cancel(channel: string): Promise<void> {
  await attempt('The request cannot be stopped', () => rpc('client.cancel', { channel }));
}

/** Has the app forget a channel; where it has ended with its window there is nothing to forget. */
function forget(channel: string): void {
  tabOf.delete(channel);
  rpc('client.close_channel', { channel }).catch(() => undefined);
}

windowChannels.follow({
  listed(channels, time) {
    const sends = channels.filter(({ kind }) => kind === 'send' || kind === 'connection');
    for (const each of sends) resume(each);
    const known = new Set(sends.map(({ channel }) => channel));
    for (const [channel, tab] of tabOf) if (!known.has(channel)) lose(tab, channel, time);
  },
  events(events) {
    for (const [channel, own] of Map.groupBy(events, (event) => event.channel)) take(channel, own);
  },
  dropped(channel, count) {
    const tab = tabOf.get(channel);
    const state = tab === undefined ? IDLE : (tabs.get(tab)?.state ?? IDLE);
    if (tab !== undefined && state.type !== 'idle') show(tab, { ...state, dropped: count });
  },
});

/** Takes up a send that goes on since before the page was loaded. */
function resume({ channel, tab, startedAt, kind }: ListedChannel): void {
  if (tab === '' || tabOf.has(channel) || tabs.has(tab)) return;
  tabOf.set(channel, tab);
  tabs.set(tab, { state: IDLE, begun: Promise.resolve(), attempt: 0, isCancelled: false });
  show(tab, begunSend(channel, startedAt, null, kind === 'connection'));
}

function lose(tab: string, channel: string, time: number): void {
  const state = tabs.get(tab)?.state ?? IDLE;
  if (state.type !== 'going' || state.channel !== channel || state.startedAt > time) return;
  tabOf.delete(channel);
  show(tab, endedWithout(state, { outcome: 'lost', reason: 'The app has been restarted' }));
}

function take(channel: string, events: readonly ChannelEvent[]): void {
  const tab = tabOf.get(channel);
  if (tab === undefined) {
    if (openCalls > 0) early.set(channel, [...(early.get(channel) ?? []), ...events]);
    return;
  }
  const state = tabs.get(tab)?.state ?? IDLE;
  if (state.type !== 'idle' && state.channel === channel) show(tab, afterEvents(state, events));
}
