// Says what the messages of a WebSocket mean, where they speak a protocol that is known here.
import type { MessageMeaning, MessageReader, Spoken, SpokenMessage } from './contract.ts';
import { graphqlReader, jsonRpcReader } from './json-messages.ts';
import { mqttReader } from './mqtt.ts';
import { socketIoReader } from './socket-io.ts';

export type { MessageMeaning } from './contract.ts';

const PROTOCOLS: readonly ((spoken: Spoken) => MessageReader | null)[] = [
  mqttReader,
  graphqlReader,
  socketIoReader,
  jsonRpcReader,
];

/** Returns the meaning of each message; null for one without. */
export function meaningsOf(
  messages: readonly SpokenMessage[],
  spoken: Spoken,
): readonly (MessageMeaning | null)[] {
  const reader = PROTOCOLS.map((protocol) => protocol(spoken)).find((each) => each !== null);
  return messages.map((message) => reader?.(message) ?? null);
}
