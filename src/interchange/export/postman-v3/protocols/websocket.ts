// WebSockets: the messages that are sent. The format has no place for other kinds of steps.
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
