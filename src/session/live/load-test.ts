// A load test in a channel: the figures of each second, and the result.
import type { Jobs } from '../../services/jobs/index.ts';
import type { LoadTestState } from '../../services/jobs/load-tests.ts';
import type { Channel } from '../channels/channel.ts';

/** Starts the test. Throws a UserError while another one runs. */
export function startLoadTest(
  channel: Channel,
  { loadTests }: Jobs,
  options: Parameters<Jobs['loadTests']['start']>[0],
): void {
  const { id } = loadTests.start(options, (state) => followed(channel, state));
  channel.add('start', { loadTest: id, users: options.users, durationMs: options.durationMs });
  channel.signal.addEventListener('abort', () => loadTests.stop(id), { once: true });
}

function followed(channel: Channel, { state, latest, result, error }: LoadTestState): void {
  if (state === 'running') channel.add('second', { ...latest });
  else if (state === 'failed') channel.end({ outcome: 'failed', reason: error });
  else channel.end({ outcome: channel.signal.aborted ? 'stopped' : 'ended', result });
}
