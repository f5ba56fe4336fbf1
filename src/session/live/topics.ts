// The topics of an MQTT broker in a channel: how many were heard so far, and all of them at the end.
import { messageOf } from '../../base/errors.ts';
import { describeServer } from '../../runs/describe-server.ts';
import type { Channel } from '../channels/channel.ts';
import { SecretMask } from './secret-mask.ts';

/** Listens until the time is over or the channel is stopped. `id`: of the request. Never rejects. */
export async function listenToTopics(
  channel: Channel,
  options: Parameters<typeof describeServer>[0],
  id: string,
  listenMs: number | undefined,
): Promise<void> {
  const mask = new SecretMask(options);
  channel.add('start', {});
  try {
    const description = await describeServer({ ...options, signal: channel.signal }, id, {
      listenMs,
      onHeard: (heard) => channel.add('heard', { ...heard }),
    });
    const outcome = channel.signal.aborted ? 'stopped' : 'ended';
    channel.end({ outcome, reason: null, description: mask.values(description) });
  } catch (error) {
    const outcome = channel.signal.aborted ? 'stopped' : 'failed';
    channel.end({ outcome, reason: mask.text(messageOf(error)), description: null });
  }
}
