// WebSockets: the messages that are sent. Steps of other kinds have no place in the format.
import type { ProtocolWriter } from './contract.ts';

export const webSocket: ProtocolWriter = {
  kind: 'websocket-request',
  write: ({ websocket }) => ({
    fields: {},
    messages: (websocket?.messages ?? [])
      .filter(({ action }) => action === 'send')
      .map(({ name, kind, text }) => ({
        name,
        fields: { $kind: 'websocket-message', content: text, contentType: kind },
      })),
  }),
};
