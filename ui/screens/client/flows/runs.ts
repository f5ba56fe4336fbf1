// The runs of the flows of this window, by tab. They go on while a tab is hidden, and after a reload.
import { useSyncExternalStore } from 'react';
import { rpc } from '../../../api/client.ts';
import type { ChannelEvent } from '../../../api/channels.ts';
import { attempt } from '../../../state/actions.ts';
import { windowName } from '../../../state/window.ts';
import { windowChannels } from '../sends/index.ts';
import { afterEvents, begunRun, type FlowRunState } from './run-state.ts';

const runs = new Map<string, FlowRunState>();
/** The tab of each channel that is followed. */
const tabOf = new Map<string, string>();
/** Events that arrived before the call that has opened their channel returned. */
const early = new Map<string, ChannelEvent[]>();
let openCalls = 0;
let listeners: readonly (() => void)[] = [];

export interface RunOptions {
  /** The number of the step to begin with. */
  readonly from?: number;
  /** True to begin with the values that the last run had there. */
  readonly keepsValues?: boolean;
  /** The dataset for whose rows it runs. */
  readonly dataset?: string;
}

/** Runs the file of a flow. What the tab runs ends. */
export async function runFlow(
  tab: string,
  flow: string,
  { from, keepsValues, dataset }: RunOptions = {},
): Promise<void> {
  const before = runs.get(tab);
  const after = keepsValues === true ? before?.channel : null;
  openCalls += 1;
  await attempt('The flow cannot be run', async () => {
    const { channel } = await rpc('client.run_flow', {
      window: windowName,
      tab,
      flow,
      ...(from !== undefined && { from }),
      ...(dataset !== undefined && { dataset }),
      ...(after !== null && after !== undefined && { after }),
    });
    tabOf.set(channel, tab);
    show(tab, afterEvents(begunRun(channel, Date.now()), early.get(channel) ?? []));
  });
  openCalls -= 1;
  if (openCalls === 0) early.clear();
}

export async function stopFlow(tab: string): Promise<void> {
  const channel = runs.get(tab)?.channel ?? null;
  if (channel === null) return;
  await attempt('The flow cannot be stopped', () => rpc('client.cancel', { channel }));
}

export function useFlowRun(tab: string): FlowRunState | null {
  return useSyncExternalStore(subscribe, () => runs.get(tab) ?? null);
}

function subscribe(listener: () => void): () => void {
  listeners = [...listeners, listener];
  return () => {
    listeners = listeners.filter((other) => other !== listener);
  };
}

function show(tab: string, state: FlowRunState): void {
  runs.set(tab, state);
  for (const listener of listeners) listener();
}

/** Ends a run whose channel is gone: the app has been restarted. */
function lose(tab: string, channel: string, time: number): void {
  const state = runs.get(tab);
  if (state?.channel !== channel || state.end !== null || state.startedAt > time) return;
  const end = { success: false, reason: 'The app has been restarted', durationMs: time - state.startedAt };
  show(tab, { ...state, channel: null, going: [], end });
}

windowChannels.follow({
  listed(channels, time) {
    const known = new Set(channels.map(({ channel }) => channel));
    for (const [channel, tab] of tabOf) if (!known.has(channel)) lose(tab, channel, time);
    for (const { channel, tab, kind, startedAt } of channels) {
      if (kind !== 'run' || !tab.startsWith('flow:') || tabOf.has(channel)) continue;
      tabOf.set(channel, tab);
      show(tab, begunRun(channel, startedAt));
    }
  },
  events(events) {
    for (const [channel, own] of Map.groupBy(events, (event) => event.channel)) {
      const tab = tabOf.get(channel);
      const state = tab === undefined ? undefined : runs.get(tab);
      if (tab !== undefined && state?.channel === channel) show(tab, afterEvents(state, own));
      else if (tab === undefined && openCalls > 0)
        early.set(channel, [...(early.get(channel) ?? []), ...own]);
    }
  },
  dropped: () => undefined,
});
