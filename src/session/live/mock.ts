// A mock server in a channel: its address, and each call, those that no example fits among them. It follows the files
// that it responds with.
import { UserError } from '../../base/errors.ts';
import type { Channel } from '../channels/channel.ts';
import { LiveMock, NO_FAILURES } from './live-mock.ts';
import type {
  EndedMock,
  FreshMock,
  MockChange,
  MockHost,
  MockRequest,
  RunningRoutes,
} from './mock-contract.ts';
import { readMock } from './mock-sources.ts';

const mocks = new WeakMap<Channel, LiveMock>();

/** Starts the server. Rejects with an Error that says why it cannot be. `onEnd`: called when it has ended. */
export async function startMock(
  channel: Channel,
  host: MockHost,
  {
    port = 0,
    delay,
    tls,
    passOn = null,
    callbacks = false,
    failing = NO_FAILURES,
    keeps = false,
    ...subject
  }: MockRequest,
  onEnd: (mock: EndedMock) => void,
): Promise<void> {
  // Before the files are read, so that no change is missed.
  await host.clientFiles();
  const read = await readMock(await host.workspace.open(), subject);
  const mock = new LiveMock({ channel, host, read, onEnd });
  await mock.start({ port, delay, tls, passOn, callbacks, failing, keeps });
  mocks.set(channel, mock);
}

/** Resolves with the number of examples. Rejects with a UserError. */
export async function reloadMock(channel: Channel): Promise<number> {
  return mockIn(channel).reload();
}

/** Rejects with a UserError where there is nothing to validate against; then nothing is changed. */
export async function changeMock(channel: Channel, change: MockChange): Promise<void> {
  await mockIn(channel).change(change);
}

export function routesOfMock(channel: Channel): RunningRoutes {
  return mockIn(channel).routes();
}

/** Returns a mock that responds as a server would, and of which that remembers nothing; `mask` hides secrets. */
export function freshMock(channel: Channel): FreshMock {
  return mockIn(channel).fresh();
}

function mockIn(channel: Channel): LiveMock {
  const mock = mocks.get(channel);
  if (mock !== undefined) return mock;
  throw new UserError('INVALID_DATA', `the channel is a ${channel.kind}, and no mock server`, {
    field: 'channel',
  });
}
