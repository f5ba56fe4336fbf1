// The topics of an MQTT broker: those with a retained message, and those on which something is published meanwhile.
import { mqtt as fieldsSchema } from '../../collections/model/protocol-fields.ts';
import { Topics } from '../topics.ts';
import type { ListeningDescriber } from './contract.ts';

export const mqtt: ListeningDescriber = {
  type: 'listens',
  subscription: (request) => ({
    ...request,
    // It listens as long as it is told to.
    settings: { ...request.settings, timeoutMs: 0 },
    mqtt: {
      ...fieldsSchema.parse(request.mqtt ?? {}),
      subscribe: [{ topic: '#', qos: 0 }],
      publish: [],
      will: undefined,
      until: 0,
    },
  }),
  listener() {
    const topics = new Topics();
    return {
      hear: ({ direction, name, data }) => {
        if (direction === 'received') topics.add(name, data);
      },
      counts: () => topics.counts,
      description: () => ({ kind: 'mqtt', ...topics.seen() }),
    };
  },
};
