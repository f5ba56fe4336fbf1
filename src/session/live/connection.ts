// Open connections by their channels, for the operations that send over them.
import { UserError } from '../../base/errors.ts';
import type { OpenConnection } from '../../requests/protocols/contract.ts';
import type { Channel } from '../channels/channel.ts';
import type { SecretMask } from './secret-mask.ts';

const connections = new WeakMap<Channel, OpenConnection>();

/** Notes that the connection of a channel is open. */
export function keepConnection(channel: Channel, connection: OpenConnection, mask: SecretMask): void {
  connections.set(channel, connection);
  channel.add('open', {
    facts: connection.facts.map(({ name, value }) => ({ name, value: mask.header(value) })),
    can: (['send', 'subscribe', 'halfClose'] as const).filter((what) => connection[what] !== undefined),
  });
}

/** Returns the open connection of a channel. Throws a UserError when it is not open. */
export function connectionOf(channel: Channel): OpenConnection {
  const connection = connections.get(channel);
  if (channel.state === 'ended')
    throw new UserError('CONFLICT', 'the connection has ended: connect again', { field: 'channel' });
  if (connection !== undefined) return connection;
  throw new UserError(
    'CONFLICT',
    channel.kind === 'connection'
      ? 'the connection is not open yet: wait for the event open'
      : `the channel is a ${channel.kind}, and no connection`,
    { field: 'channel' },
  );
}
