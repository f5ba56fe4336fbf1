// Messages as events of a channel.
import type { Message } from '../../requests/response.ts';
import type { Channel } from '../channels/channel.ts';
import type { SecretMask } from './secret-mask.ts';

/** Bytes of a message that its event has. */
const MAX_SHOWN = 1024 * 1024;

export function addMessage(channel: Channel, message: Message, mask: SecretMask): void {
  const { direction, name, data, isText } = message;
  const shown = data.subarray(0, MAX_SHOWN);
  channel.add(
    'message',
    () => ({
      direction,
      name,
      size: data.length,
      kind: isText ? 'text' : 'binary',
      ...(isText ? { text: mask.text(shown.toString()) } : { base64: shown.toString('base64') }),
      omitted: data.length - shown.length,
    }),
    data.length,
  );
}
