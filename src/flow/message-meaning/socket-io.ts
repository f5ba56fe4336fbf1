// Socket.IO (protocol 5) in packets of Engine.IO (protocol 4): texts such as `42/room,1["say","hi"]`.
import { meaning, type MessageMeaning, type MessageReader, type Spoken } from './contract.ts';

const ENGINE = ['open', 'close', 'ping', 'pong', '', 'upgrade', 'noop'];
const PACKETS = ['connect', 'disconnect', 'event', 'ack', 'connect error', 'event', 'ack'];
/** Type, number of attachments, namespace, id of an acknowledgement, and data. */
const PACKET = /^4([0-6])(?:(\d{1,4})-)?(?:(\/[^,]{0,200}),)?(\d{1,15})?([^]*)$/;

export function socketIoReader({ url }: Spoken): MessageReader | null {
  if (!/[?&]EIO=\d/.test(url)) return null;
  return ({ data }) => {
    if (typeof data !== 'string') return meaning('Socket.IO', 'attachment', data.toString('base64'));
    const engine = ENGINE[Number(data[0])];
    if (engine !== undefined && engine !== '') return meaning('Socket.IO', engine, data.slice(1));
    return packetOf(data);
  };
}

function packetOf(text: string): MessageMeaning | null {
  const [, type, , space = '', id = '', data = ''] = PACKET.exec(text) ?? [];
  const name = PACKETS[Number(type)];
  if (name === undefined) return null;
  const event = name === 'event' ? eventIn(data) : null;
  const named = [name, event?.name ?? '', space, id === '' ? '' : `#${id}`].filter((part) => part !== '');
  return meaning('Socket.IO', named.join(' '), event?.args ?? data);
}

function eventIn(data: string): { readonly name: string; readonly args: string } | null {
  try {
    const list: unknown = JSON.parse(data);
    if (!Array.isArray(list) || typeof list[0] !== 'string') return null;
    return { name: list[0], args: JSON.stringify(list.slice(1)) };
  } catch {
    return null;
  }
}
