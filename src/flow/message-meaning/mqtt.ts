// MQTT over WebSocket (OASIS MQTT 3.1.1 and 5.0, section 6): control packets in binary messages.
import { isUtf8 } from 'node:buffer';
import { meaning, type MessageMeaning, type MessageReader, type Spoken } from './contract.ts';

const NAMES = [
  '',
  'CONNECT',
  'CONNACK',
  'PUBLISH',
  'PUBACK',
  'PUBREC',
  'PUBREL',
  'PUBCOMP',
  'SUBSCRIBE',
  'SUBACK',
  'UNSUBSCRIBE',
  'UNSUBACK',
  'PINGREQ',
  'PINGRESP',
  'DISCONNECT',
  'AUTH',
];
const [CONNECT, PUBLISH, SUBSCRIBE, UNSUBSCRIBE] = [1, 3, 8, 10];
/** The level of the protocol, from which on packets have properties. */
const LEVEL_5 = 5;

/** Bytes of a packet that has begun; a longer one is not waited for. */
const MAX_PENDING = 1024 * 1024;

/**
 * Reads packets that clients split over several messages: the meaning belongs to the message that completes the packet.
 */
export function mqttReader({ subprotocol }: Spoken): MessageReader | null {
  if (!/^mqtt/i.test(subprotocol)) return null;
  const pending = { sent: NOTHING, received: NOTHING };
  let level = 4;
  return ({ data, direction }) => {
    if (typeof data === 'string') return null;
    const bytes = Buffer.concat([pending[direction], data]);
    const meanings: MessageMeaning[] = [];
    let at = 0;
    for (let end = packetEnd(bytes, at); end !== null; end = packetEnd(bytes, at)) {
      const packet = new Packet(bytes.subarray(at, end));
      at = end;
      const each = attempt(() => {
        if (packet.type === CONNECT) level = packet.level();
        return meaningOf(packet, level >= LEVEL_5);
      });
      if (each !== null) meanings.push(each);
    }
    pending[direction] =
      bytes.length - at > MAX_PENDING || !isPacket(bytes[at]) ? NOTHING : bytes.subarray(at);
    return meanings.length === 0 ? null : joined(meanings);
  };
}

const NOTHING = Buffer.alloc(0);

function isPacket(first = 0): boolean {
  return first >> 4 !== 0;
}

/** Returns the offset behind the packet that starts at `start`; null when it is not there whole, or is none. */
function packetEnd(bytes: Buffer, start: number): number | null {
  if (start >= bytes.length || !isPacket(bytes[start])) return null;
  return attempt(() => {
    const end = start + new Packet(bytes.subarray(start)).size;
    return end <= bytes.length ? end : null;
  });
}

function joined(meanings: readonly MessageMeaning[]): MessageMeaning {
  const texts = meanings.map(({ text }) => text).filter((text) => text !== '');
  return meaning('MQTT', meanings.map(({ name }) => name).join('; '), texts.join('\n'));
}

/** Returns null for bytes that are no packet, or only a part of one. */
function attempt<T>(read: () => T): T | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

function meaningOf(packet: Packet, hasProperties: boolean): MessageMeaning | null {
  const name = NAMES[packet.type] ?? '';
  if (name === '') return null;
  switch (packet.type) {
    case CONNECT:
      return meaning('MQTT', `${name} ${packet.clientId(hasProperties)}`.trim());
    case PUBLISH: {
      const { topic, payload } = packet.published(hasProperties);
      const text = isUtf8(payload) ? payload.toString() : payload.toString('base64');
      return meaning('MQTT', `${name} ${topic}`, text);
    }
    case SUBSCRIBE:
    case UNSUBSCRIBE:
      return meaning('MQTT', `${name} ${packet.topics(hasProperties).join(', ')}`);
    default:
      return meaning('MQTT', name);
  }
}

/** Reads a packet; a RangeError says that it is shorter than it should be. */
class Packet {
  readonly type: number;
  /** The size of the whole packet, as its head says. */
  readonly size: number;
  readonly #flags: number;
  readonly #bytes: Buffer;
  #at = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
    const first = this.#byte();
    this.type = first >> 4;
    this.#flags = first & 0x0f;
    const length = this.#variable();
    this.size = this.#at + length;
  }

  /** Returns the level of the protocol that a CONNECT asks for. */
  level(): number {
    const at = this.#at;
    this.#text();
    const level = this.#byte();
    this.#at = at;
    return level;
  }

  clientId(hasProperties: boolean): string {
    this.#text();
    // Level, flags, and the time between signs of life.
    this.#skip(4);
    if (hasProperties) this.#skip(this.#variable());
    return this.#text();
  }

  published(hasProperties: boolean): { readonly topic: string; readonly payload: Buffer } {
    const topic = this.#text();
    const quality = (this.#flags >> 1) & 3;
    if (quality > 0) this.#skip(2);
    if (hasProperties) this.#skip(this.#variable());
    return { topic, payload: this.#bytes.subarray(this.#at) };
  }

  topics(hasProperties: boolean): readonly string[] {
    this.#skip(2);
    if (hasProperties) this.#skip(this.#variable());
    const topics: string[] = [];
    while (this.#at < this.#bytes.length) {
      topics.push(this.#text());
      if (this.type === SUBSCRIBE) this.#skip(1);
    }
    return topics;
  }

  #byte(): number {
    const value = this.#bytes[this.#at];
    if (value === undefined) throw new RangeError('the packet is too short');
    this.#at += 1;
    return value;
  }

  /** Reads a length of one to four bytes (section 1.5.5 of MQTT 5.0). */
  #variable(): number {
    let value = 0;
    for (let shift = 0; shift < 28; shift += 7) {
      const byte = this.#byte();
      value += (byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
    throw new RangeError('the length is too long');
  }

  #text(): string {
    const length = this.#byte() * 256 + this.#byte();
    const start = this.#at;
    this.#skip(length);
    return this.#bytes.toString('utf8', start, this.#at);
  }

  #skip(bytes: number): void {
    if (this.#at + bytes > this.#bytes.length) throw new RangeError('the packet is too short');
    this.#at += bytes;
  }
}
