// The mock servers that were started from descriptions in this window, by tab.
import type { ChannelEvent } from '../../../api/channels.ts';
import { rpc } from '../../../api/client.ts';
import { attempt } from '../../../state/actions.ts';
import { createStore } from '../../../state/store.ts';
import { say, sayError } from '../../../state/toasts.ts';
import { windowName } from '../../../state/window.ts';
import { objectKey } from '../model/workspace.ts';
import { windowChannels } from '../sends/index.ts';

interface Mock {
  readonly channel: string;
  /** Empty until it listens. */
  readonly url: string;
}

export const mocks = createStore<ReadonlyMap<string, Mock>>(new Map());

/** Milliseconds in which a mock server starts. */
const START_MS = 20_000;

interface MockEvent extends Pick<ChannelEvent, 'type'> {
  readonly url?: string;
  readonly reason?: string;
}

function note(tab: string, mock: Mock | null): void {
  const now = new Map(mocks.get());
  if (mock === null) now.delete(tab);
  else now.set(tab, mock);
  mocks.set(now);
}

/** Starts a mock server that responds as the file of the description says. */
export async function startMock(spec: string, name: string): Promise<void> {
  await attempt('The mock server cannot be started', async () => {
    const tab = objectKey('spec', spec);
    const { channel } = await rpc('client.start_mock', { window: windowName, tab, spec });
    const { events } = await rpc('client.channel_events', { channel, waitMs: START_MS });
    const [first] = events as readonly MockEvent[];
    if (first?.type !== 'start') throw new Error(first?.reason ?? 'it did not start');
    note(tab, { channel, url: first.url ?? '' });
    say(`The mock server of ${name} responds at ${first.url ?? ''}`);
  });
}

export async function stopMock(tab: string): Promise<void> {
  const mock = mocks.get().get(tab);
  if (mock === undefined) return;
  await attempt('The mock server cannot be stopped', () => rpc('client.cancel', { channel: mock.channel }));
}

windowChannels.follow({
  listed(channels) {
    const running = channels.filter(
      ({ kind, tab, state }) => kind === 'mock' && tab.startsWith('spec:') && state === 'open',
    );
    const known = mocks.get();
    mocks.set(new Map(running.map(({ channel, tab }) => [tab, { channel, url: known.get(tab)?.url ?? '' }])));
  },
  events(events) {
    for (const { channel, type, ...event } of events as readonly (ChannelEvent & MockEvent)[]) {
      const [tab, mock] = [...mocks.get()].find(([, each]) => each.channel === channel) ?? [];
      if (tab === undefined || mock === undefined) continue;
      if (type === 'start') note(tab, { channel, url: event.url ?? '' });
      if (type !== 'end') continue;
      note(tab, null);
      if (event.reason !== undefined) sayError(`The mock server has ended: ${event.reason}`);
    }
  },
  dropped: () => undefined,
});
