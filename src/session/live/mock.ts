// A mock server in a channel: its address, and each call, those that no example fits among them.
import { UserError } from '../../base/errors.ts';
import { workspaceSources, type SourceNames } from '../../runs/runner/workspace-sources.ts';
import type { Workspace } from '../../collections/storage/workspace.ts';
import type { Jobs } from '../../services/jobs/index.ts';
import type { Channel } from '../channels/channel.ts';

interface MockHost {
  open(): Promise<Workspace>;
  readonly jobs: Jobs;
}

/** A mock server that has ended, for the history. */
export interface EndedMock {
  readonly collection: string;
  readonly environment: string | null;
  readonly url: string;
  readonly calls: number;
  /** Calls that no example fits. */
  readonly unmatched: number;
}

export interface MockRequest extends Pick<SourceNames, 'collection' | 'environment'> {
  readonly port?: number | undefined;
  readonly stateful?: boolean | undefined;
}

const mocks = new WeakMap<Channel, { readonly mockId: string; readonly request: MockRequest }>();

/** Starts the server. Rejects with an Error that says why it cannot be. `onEnd`: called when it has ended. */
export async function startMock(
  channel: Channel,
  host: MockHost,
  request: MockRequest,
  onEnd: (mock: EndedMock) => void,
): Promise<void> {
  const { jobs } = host;
  const sources = await sourcesOf(host, request);
  const about = { collection: sources.collection.name, environment: sources.environment?.name ?? null };
  let [calls, unmatched] = [0, 0];
  const { mockId, url, port, examples } = await jobs.mocks.start(sources, request.port ?? 0, {
    called: (call) => {
      calls += 1;
      if (call.exampleName === null) unmatched += 1;
      channel.add('call', { ...call });
    },
    stopped: () => {
      channel.end({ outcome: 'ended' });
      onEnd({ ...about, url, calls, unmatched });
    },
  });
  mocks.set(channel, { mockId, request });
  channel.add('start', { mock: mockId, url, port, examples });
  const stop = (): void => {
    // It may have been stopped by its id.
    jobs.mocks.stop(mockId).catch(() => undefined);
  };
  if (channel.signal.aborted) stop();
  else channel.signal.addEventListener('abort', stop, { once: true });
}

/** Resolves with the number of examples. */
export async function reloadMock(channel: Channel, host: MockHost): Promise<number> {
  const mock = mocks.get(channel);
  if (mock === undefined)
    throw new UserError('INVALID_DATA', `the channel is a ${channel.kind}, and no mock server`, {
      field: 'channel',
    });
  const { examples } = host.jobs.mocks.replace(mock.mockId, await sourcesOf(host, mock.request));
  channel.add('reloaded', { examples });
  return examples;
}

async function sourcesOf(host: MockHost, { collection, environment, stateful = false }: MockRequest) {
  const sources = await workspaceSources(await host.open(), { collection, environment });
  return { ...sources, isStateful: stateful };
}
