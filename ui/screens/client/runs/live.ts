// The runs of this window by tab. They go on while their tab is hidden or closed, and after a reload their events are
// told again. A run of another window is followed, too.
import { useSyncExternalStore } from 'react';
import type { ParamsOf } from '../../../../src/session/methods/ui-types.ts';
import type { ChannelEvent, ListedChannel } from '../../../api/channels.ts';
import { messageOf, rpc } from '../../../api/client.ts';
import { attempt } from '../../../state/actions.ts';
import { windowName } from '../../../state/window.ts';
import { tabs } from '../model/tabs.ts';
import { windowChannels } from '../sends/index.ts';
import type { RunEvent } from './run-events.ts';
import { RunModel } from './run-model.ts';

export type RunParams = Omit<ParamsOf<'client.run'>, 'window' | 'tab'>;

/** Milliseconds between two drawings of a run that goes on. */
const DRAW_MS = 100;

const runs = new Map<string, RunModel>();
/** The tab of each channel that is followed. */
const tabOf = new Map<string, string>();
/** Events that arrived before the call that has opened their channel returned. */
const early = new Map<string, RunEvent[]>();
let openCalls = 0;
let drawn = 0;
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();
const endListeners = new Set<(tab: string, run: RunModel) => void>();

/** Returns the run of a tab; null where none was started. */
export function useRun(tab: string): RunModel | null {
  useSyncExternalStore(subscribe, () => drawn);
  return runs.get(tab) ?? null;
}

/** Returns the runs that go on, with their tabs. */
export function useRunning(): readonly (readonly [tab: string, run: RunModel])[] {
  useSyncExternalStore(subscribe, () => drawn);
  return [...runs].filter(([, { isGoing }]) => isGoing);
}

/** Calls `listener` when a run of this window has ended by itself or was stopped. */
export function onRunEnd(listener: (tab: string, run: RunModel) => void): () => void {
  endListeners.add(listener);
  return () => endListeners.delete(listener);
}

/** Starts a run in a tab. Resolves when the app has begun, or has refused it. */
export async function startRun(tab: string, params: RunParams): Promise<void> {
  const run = new RunModel(null, Date.now());
  runs.set(tab, run);
  draw();
  openCalls += 1;
  try {
    const { channel } = await rpc('client.run', { window: windowName, tab, ...params });
    run.channel = channel;
    tabOf.set(channel, tab);
    take(channel, early.get(channel) ?? []);
  } catch (error) {
    run.endWith({ outcome: 'refused', reason: messageOf(error) }, Date.now());
  } finally {
    openCalls -= 1;
    if (openCalls === 0) early.clear();
    draw();
  }
}

/** Follows a run of another window in a tab. Resolves when it has ended. */
export async function followRun(tab: string, channel: string, startedAt: number): Promise<void> {
  const run = new RunModel(channel, startedAt);
  runs.set(tab, run);
  draw();
  let after = 0;
  while (run.isGoing && runs.get(tab) === run) {
    try {
      const { events, state } = await rpc('client.channel_events', { channel, after, limit: 10_000 });
      after = events.at(-1)?.number ?? after;
      run.take(events as unknown as readonly RunEvent[]);
      if (state === 'ended' && events.length === 0) break;
    } catch (error) {
      run.endWith({ outcome: 'lost', reason: messageOf(error) }, Date.now());
    }
    draw();
  }
  if (!tabs.get().list.some(({ key }) => key === tab)) closeRun(tab);
}

/** Pauses a run before its next request, or lets it go on. */
export async function pauseRun({ channel }: RunModel, on: boolean): Promise<void> {
  if (channel !== null) await attempt('The run cannot be paused', () => rpc('client.pause', { channel, on }));
}

/** Finishes the request in progress; a second call ends it. */
export async function stopRun({ channel }: RunModel): Promise<void> {
  if (channel !== null) await attempt('The run cannot be stopped', () => rpc('client.cancel', { channel }));
}

/** Forgets the run of a tab that is closed, unless it goes on. */
function closeRun(tab: string): void {
  const run = runs.get(tab);
  if (run === undefined || run.isGoing) return;
  runs.delete(tab);
  if (run.channel !== null && tabOf.delete(run.channel))
    rpc('client.close_channel', { channel: run.channel }).catch(() => undefined);
  draw();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function draw(): void {
  clearTimeout(timer);
  timer = undefined;
  drawn += 1;
  for (const listener of listeners) listener();
}

function take(channel: string, events: readonly RunEvent[]): void {
  const tab = tabOf.get(channel);
  const run = tab === undefined ? undefined : runs.get(tab);
  if (tab === undefined || run === undefined) {
    if (openCalls > 0) early.set(channel, [...(early.get(channel) ?? []), ...events]);
    return;
  }
  if (run.channel !== channel) return;
  run.take(events);
  if (events.every(({ type }) => type === 'request')) timer ??= setTimeout(draw, DRAW_MS);
  else draw();
  if (events.some(({ type }) => type === 'end')) ended(tab, run);
}

function ended(tab: string, run: RunModel): void {
  for (const listener of endListeners) listener(tab, run);
  // A tab that was closed meanwhile has nothing to show it, once it has been seen in the status bar.
  if (!tabs.get().list.some(({ key }) => key === tab)) closeRun(tab);
}

tabs.subscribe(() => {
  const open = new Set(tabs.get().list.map(({ key }) => key));
  for (const tab of [...runs.keys()]) if (!open.has(tab)) closeRun(tab);
});

windowChannels.follow({
  listed(channels, time) {
    const own = channels.filter(({ kind }) => kind === 'run');
    for (const each of own) resume(each);
    const known = new Set(own.map(({ channel }) => channel));
    for (const [channel, tab] of tabOf) if (!known.has(channel)) lose(tab, channel, time);
  },
  events(events: readonly ChannelEvent[]) {
    for (const [channel, own] of Map.groupBy(events, (event) => event.channel))
      take(channel, own as readonly RunEvent[]);
  },
  dropped(channel, count) {
    const run = runs.get(tabOf.get(channel) ?? '');
    if (run !== undefined) run.dropped = count;
  },
});

/** Takes up a run that goes on since before the page was loaded. */
function resume({ channel, tab, startedAt }: ListedChannel): void {
  if (tab === '' || tabOf.has(channel) || runs.has(tab)) return;
  tabOf.set(channel, tab);
  runs.set(tab, new RunModel(channel, startedAt));
  draw();
}

function lose(tab: string, channel: string, time: number): void {
  const run = runs.get(tab);
  if (run === undefined || run.channel !== channel || run.startedAt > time) return;
  tabOf.delete(channel);
  run.endWith({ outcome: 'lost', reason: 'The app has been restarted' }, time);
  draw();
}
