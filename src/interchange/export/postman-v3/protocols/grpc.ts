// gRPC: one message. The format has no place for further messages of a client stream.
import type { ProtocolWriter } from './contract.ts';

export const grpc: ProtocolWriter = {
  kind: 'grpc-request',
  write: ({ grpc: given }) => ({
    fields: {
      methodPath: given === undefined || given.method === '' ? undefined : `${given.service}/${given.method}`,
      message: given?.messages[0] === undefined ? undefined : { content: given.messages[0] },
      schema:
        given?.protoFiles[0] === undefined ? undefined : { source: 'file', location: given.protoFiles[0] },
      settings: given?.tls === true ? { secureConnection: true } : undefined,
    },
    messages: [],
  }),
};
