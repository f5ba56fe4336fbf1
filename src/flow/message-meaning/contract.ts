// The contract of a protocol that is spoken in the messages of a WebSocket: it says what a message means.

export interface MessageMeaning {
  /** For example `MQTT`. */
  readonly protocol: string;
  /** The kind of the message, with what it is about: `PUBLISH rooms/1`, `event say`, `next 1`. */
  readonly name: string;
  /** The content in a readable form; empty without one. */
  readonly text: string;
}

export interface SpokenMessage {
  /** The text, or the bytes of a binary message. */
  readonly data: string | Buffer;
  readonly direction: 'sent' | 'received';
}

/** Reads messages in order. Returns null for one that is not of the protocol; never throws. */
export type MessageReader = (message: SpokenMessage) => MessageMeaning | null;

export interface Spoken {
  /** The subprotocol that the server has chosen; empty without one. */
  readonly subprotocol: string;
  readonly url: string;
}

const MAX_NAME_CHARS = 120;
const MAX_TEXT_CHARS = 100_000;

/** Returns a meaning with its texts cut. */
export function meaning(protocol: string, name: string, text = ''): MessageMeaning {
  return { protocol, name: cut(name, MAX_NAME_CHARS), text: cut(text, MAX_TEXT_CHARS) };
}

function cut(text: string, max: number): string {
  return text.length > max ? `${text.slice(0, max)}…` : text;
}
