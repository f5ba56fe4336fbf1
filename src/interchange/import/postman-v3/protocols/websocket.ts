// WebSockets: each message is sent when the connection is open.
import { scalarText } from '../../../../documents/json-values.ts';
import { jsonOrText } from '../../shared/postman/fields.ts';
import type { ReadProtocol } from './contract.ts';

const KINDS = ['text', 'json', 'hex', 'base64'] as const;

export const webSocket: ReadProtocol = ({ messages }) => ({
  type: 'websocket',
  websocket: {
    messages: messages.map(({ name, content, contentType }) => ({
      name: scalarText(name) ?? '',
      // XML and HTML are text.
      kind: KINDS.find((kind) => kind === contentType) ?? 'text',
      text: jsonOrText(content),
    })),
  },
});
