// The topics of an MQTT broker: those with a retained message, and those on which something is published meanwhile.
import { mqtt as fieldsSchema } from '../../collections/model/protocol-fields.ts';
import { responseOf } from './answers.ts';
import type { Describer } from './contract.ts';

/** The milliseconds for which the broker is listened to. */
const LISTEN_MS = 2000;
const MAX_TEXT = 1000;

export const mqtt: Describer = {
  questions: (request) => [
    {
      ...request,
      mqtt: {
        ...fieldsSchema.parse(request.mqtt ?? {}),
        subscribe: [{ topic: '#', qos: 0 }],
        publish: [],
        will: undefined,
        until: 0,
        listenMs: LISTEN_MS,
      },
    },
  ],
  read([answer]) {
    const received = responseOf(answer).messages.filter(({ direction }) => direction === 'received');
    const topics = Array.from(
      Map.groupBy(received, ({ name }) => name),
      ([topic, messages]) => ({
        topic,
        messages: messages.length,
        last: messages.at(-1)!.data.toString().slice(0, MAX_TEXT),
      }),
    );
    return { kind: 'mqtt', topics: topics.sort((a, b) => (a.topic < b.topic ? -1 : 1)) };
  },
};
