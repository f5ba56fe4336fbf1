// Socket.IO: the namespace is the path of the URL.
import type { ProtocolWriter } from './contract.ts';
import { contentOf } from './content.ts';

export const socketIo: ProtocolWriter = {
  kind: 'socket.io-request',
  write: ({ url, socketio }) => ({
    fields: {
      url: socketio === undefined || socketio.namespace === '/' ? url : `${url}${socketio.namespace}`,
      events: socketio?.listen.map((name) => ({ name, subscribeOnConnect: true })),
      settings:
        socketio === undefined || socketio.path === '/socket.io' ? undefined : { path: socketio.path },
    },
    messages: (socketio?.emit ?? []).map(({ event, args, acknowledged }) => ({
      name: '',
      fields: {
        $kind: 'socket.io-message',
        eventName: event,
        ...(acknowledged && { acknowledgement: true }),
        args: args.map(contentOf),
      },
    })),
  }),
};
