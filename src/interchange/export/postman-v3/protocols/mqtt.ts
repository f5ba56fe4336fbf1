// MQTT: subscriptions are topics, publications are messages.
import { contentOf } from './content.ts';
import type { ProtocolWriter } from './contract.ts';

export const mqtt: ProtocolWriter = {
  kind: 'mqtt-request',
  write: ({ mqtt: given }) => ({
    fields: {
      version: given?.version === '5' ? 5 : 4,
      clientId: given?.clientId,
      topics: given?.subscribe.map(({ topic, qos }) => ({ name: topic, qos, subscribe: true })),
      lastWill: given?.will === undefined ? undefined : { ...given.will, type: 'text' },
      settings: {
        ...(given?.cleanSession === false && { cleanSession: false }),
        ...(given !== undefined && given.keepAliveSeconds !== 60 && { keepAlive: given.keepAliveSeconds }),
      },
    },
    messages: (given?.publish ?? []).map(({ topic, payload, qos, retain }) => ({
      name: '',
      fields: { $kind: 'mqtt-message', topic, ...contentOf(payload), qos, retain },
    })),
  }),
};
