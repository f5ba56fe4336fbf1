// Open connections by their channels, for the operations that send over them.
import { UserError } from '../../base/errors.ts';
import type { OpenConnection } from '../../requests/protocols/contract.ts';
import type { SeenTopics } from '../../requests/topics.ts';
import type { Channel } from '../channels/channel.ts';
import type { SecretMask } from './secret-mask.ts';

interface KeptConnection {
  readonly connection: OpenConnection;
  readonly mask: SecretMask;
}

const connections = new WeakMap<Channel, KeptConnection>();

interface MessageTexts {
  readonly mask: SecretMask;
  /** Replaces the variables in a text that is sent. */
  readonly resolved: (text: string) => string;
}

/** Notes that the connection of a channel is open. */
export function keepConnection(channel: Channel, connection: OpenConnection, texts: MessageTexts): void {
  const { mask } = texts;
  connections.set(channel, { connection: announced(channel, connection, texts), mask });
  channel.add('open', {
    facts: connection.facts.map(({ name, value }) => ({ name, value: mask.header(value) })),
    ...(connection.subscriptions && {
      subscriptions: connection.subscriptions.map((name) => mask.text(name)),
    }),
    can: (['send', 'subscribe', 'halfClose'] as const).filter((what) => connection[what] !== undefined),
  });
}

/** Returns a connection that replaces variables, and tells its channel of subscriptions and of the end of its side. */
function announced(
  channel: Channel,
  { send, subscribe, unsubscribe, halfClose, ...rest }: OpenConnection,
  { mask, resolved }: MessageTexts,
): OpenConnection {
  return {
    ...rest,
    ...(send && {
      send: ({ name, text, ...how }) => send({ ...how, name: resolved(name), text: resolved(text) }),
    }),
    ...(subscribe && {
      async subscribe(name, qos) {
        await subscribe(resolved(name), qos);
        channel.add('subscribed', { name: mask.text(resolved(name)) });
      },
    }),
    ...(unsubscribe && {
      async unsubscribe(name) {
        await unsubscribe(resolved(name));
        channel.add('unsubscribed', { name: mask.text(resolved(name)) });
      },
    }),
    ...(halfClose && {
      halfClose() {
        halfClose();
        channel.add('halfClosed', {});
      },
    }),
  };
}

/** Returns the open connection of a channel. Throws a UserError when it is not open. */
export function connectionOf(channel: Channel): OpenConnection {
  if (channel.state === 'ended')
    throw new UserError('CONFLICT', 'the connection has ended: connect again', { field: 'channel' });
  return openedIn(channel).connection;
}

/** Returns the topics that the connection of a channel has seen, also after its end. Throws a UserError without any. */
export function topicsOf(channel: Channel): SeenTopics {
  const { connection, mask } = openedIn(channel);
  const seen = connection.topics?.();
  if (seen === undefined)
    throw new UserError('UNSUPPORTED', 'its protocol has no topics: MQTT has', { field: 'channel' });
  return { ...seen, topics: seen.topics.map((each) => ({ ...each, last: mask.text(each.last) })) };
}

function openedIn(channel: Channel): KeptConnection {
  const opened = connections.get(channel);
  if (opened !== undefined) return opened;
  throw new UserError(
    'CONFLICT',
    channel.kind === 'connection'
      ? 'the connection is not open yet: wait for the event open'
      : `the channel is a ${channel.kind}, and no connection`,
    { field: 'channel' },
  );
}
